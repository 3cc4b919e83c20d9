import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.mjs';
import type { MachineClock } from './machine-clock.js';

export const PARTS = ['api', 'projector', 'worker'] as const;
export type Part = (typeof PARTS)[number];

const SIGNAL_LISTENER = fileURLToPath(new URL('./signal-listener.mjs', import.meta.url));

/** Environment of the processes. `env` selects the engines; `log` is the file for their standard output. */
type Environment = { env: Record<string, string>; clock: MachineClock; log: string };

/** How a process ended: its exit code, or the signal that ended it. */
export type ProcessExit = number | NodeJS.Signals | null;

/** Api, projector and worker as separate processes, as on servers; each can be killed and started again. */
export class ServiceProcesses {
  private readonly running = new Map<Part, ChildProcess>();
  private readonly signalHandlers = new Map<Part, Promise<unknown>>();
  private rejectUnexpectedExit: (problem: Error) => void = () => {};
  /** Rejects if a process ends by itself. None may, regardless of what happens to an engine. */
  readonly unexpectedExit = new Promise<never>((_, reject) => {
    this.rejectUnexpectedExit = reject;
  });

  private constructor(
    private readonly environment: Environment,
    private readonly port: number,
  ) {
    this.unexpectedExit.catch(() => undefined); // the failure is thrown to callers that await it
  }

  /** Resolves when the service is ready. */
  static async start(environment: Environment): Promise<ServiceProcesses> {
    const service = new ServiceProcesses(environment, await freePort());
    service.startAll();
    try {
      await service.waitUntilReady();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Kills a process with kill -9 and starts it again. */
  async killAndRestart(part: Part): Promise<void> {
    await this.end(part, 'SIGKILL');
    this.run(part);
  }

  /** Freezes a process for this time; it keeps its connections. */
  async freeze(part: Part, ms: number): Promise<void> {
    const child = this.running.get(part);
    child?.kill('SIGSTOP');
    try {
      await sleep(ms);
    } finally {
      child?.kill('SIGCONT');
    }
  }

  async waitUntilReady(timeoutMs = 180_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    let body = '';
    while (Date.now() < deadline) {
      const response = await fetch(`${this.url}/readyz`).catch(() => null);
      if (response?.status === 200) return;
      body = (await response?.text().catch(() => '')) ?? '';
      await Promise.race([sleep(100), this.unexpectedExit]);
    }
    throw new Error(`the service is not ready after ${timeoutMs} ms: ${body}`);
  }

  /** Resolves when every process listens for signals to end. */
  async waitForSignalHandlers(): Promise<void> {
    await Promise.race([Promise.all(this.signalHandlers.values()), this.unexpectedExit]);
  }

  /** Ends all processes with a signal, and resolves with how each has ended. */
  async stop(): Promise<Record<Part, ProcessExit>> {
    const [api, projector, worker] = await Promise.all([
      this.end('api', 'SIGTERM'),
      this.end('projector', 'SIGTERM'),
      this.end('worker', 'SIGTERM'),
    ]);
    return { api, projector, worker };
  }

  /** Starts all processes; none may be running. */
  startAll(): void {
    for (const part of PARTS) this.run(part);
  }

  private run(part: Part): void {
    const main = fileURLToPath(new URL(`../../../dist/apps/${part}/src/main.js`, import.meta.url));
    const { PATH = '' } = process.env;
    const { env, clock } = this.environment;
    const log = openSync(this.environment.log, 'a');
    const child = spawn(process.execPath, [...clock.execArgv, '--import', SIGNAL_LISTENER, main], {
      env: { PATH, ...env, ...clock.env, HOST: '127.0.0.1', PORT: String(this.port), LOG_LEVEL: 'info' },
      stdio: ['ignore', log, 'inherit', 'ipc'],
    });
    closeSync(log);
    this.running.set(part, child);
    this.signalHandlers.set(part, once(child, 'message'));
    child.once('exit', (code, signal) => {
      if (this.running.get(part) !== child) return;
      this.rejectUnexpectedExit(new Error(`${part} ended by itself (${signal ?? code})`));
    });
  }

  /** Null if it was not running. */
  private async end(part: Part, signal: 'SIGKILL' | 'SIGTERM'): Promise<ProcessExit> {
    const child = this.running.get(part);
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exitEvent = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.running.delete(part);
    child.kill('SIGCONT'); // a frozen process receives only SIGKILL
    child.kill(signal);
    const [code, endSignal] = await exitEvent;
    return endSignal ?? code;
  }
}
