import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.mjs';
import type { MachineClock } from './machine-clock.js';

export const PARTS = ['api', 'projector', 'worker'] as const;
export type Part = (typeof PARTS)[number];

const HEARS_SIGNALS = fileURLToPath(new URL('./hears-signals.mjs', import.meta.url));

/** Environment of the processes. `env` selects the engines; `log` is the file for their standard output. */
type Surroundings = { env: Record<string, string>; clock: MachineClock; log: string };

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals | null;

/** Api, projector and worker as separate processes, as on servers; each can be killed and started again. */
export class ServiceProcesses {
  private readonly running = new Map<Part, ChildProcess>();
  private readonly hearing = new Map<Part, Promise<unknown>>();
  private tell: (problem: Error) => void = () => {};
  /** Rejects if a process ends by itself. None may, regardless of what happens to an engine. */
  readonly endedByItself = new Promise<never>((_, reject) => {
    this.tell = reject;
  });

  private constructor(
    private readonly surroundings: Surroundings,
    private readonly port: number,
  ) {
    this.endedByItself.catch(() => undefined); // the failure is thrown to callers that await it
  }

  /** Resolves when the service is ready. */
  static async start(surroundings: Surroundings): Promise<ServiceProcesses> {
    const service = new ServiceProcesses(surroundings, await freePort());
    service.startAll();
    try {
      await service.ready();
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
      await passes(ms);
    } finally {
      child?.kill('SIGCONT');
    }
  }

  async ready(withinMs = 180_000): Promise<void> {
    const deadline = Date.now() + withinMs;
    let said = '';
    while (Date.now() < deadline) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.status === 200) return;
      said = (await answer?.text().catch(() => '')) ?? '';
      await Promise.race([passes(100), this.endedByItself]);
    }
    throw new Error(`the service is not ready after ${withinMs} ms: ${said}`);
  }

  /** Resolves when every process listens for signals to end. */
  async hearsSignals(): Promise<void> {
    await Promise.race([Promise.all(this.hearing.values()), this.endedByItself]);
  }

  /** Ends all processes with a signal, and resolves with how each has ended. */
  async stop(): Promise<Record<Part, Ending>> {
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
    const { env, clock } = this.surroundings;
    const log = openSync(this.surroundings.log, 'a');
    const child = spawn(process.execPath, [...clock.execArgv, '--import', HEARS_SIGNALS, main], {
      env: { PATH, ...env, ...clock.env, HOST: '127.0.0.1', PORT: String(this.port), LOG_LEVEL: 'info' },
      stdio: ['ignore', log, 'inherit', 'ipc'],
    });
    closeSync(log);
    this.running.set(part, child);
    this.hearing.set(part, once(child, 'message'));
    child.once('exit', (code, signal) => {
      if (this.running.get(part) !== child) return;
      this.tell(new Error(`${part} ended by itself (${signal ?? code})`));
    });
  }

  /** Null if it was not running. */
  private async end(part: Part, signal: 'SIGKILL' | 'SIGTERM'): Promise<Ending> {
    const child = this.running.get(part);
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.running.delete(part);
    child.kill('SIGCONT'); // one that is stopped hears only SIGKILL
    child.kill(signal);
    const [code, endedBy] = await exited;
    return endedBy ?? code;
  }
}
