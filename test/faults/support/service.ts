import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.mjs';

export const PARTS = ['api', 'projector', 'worker'] as const;
export type Part = (typeof PARTS)[number];

/** Api, projector and worker as processes of their own, as they run on servers; each can be killed and started again. */
export class ServiceProcesses {
  private readonly running = new Map<Part, ChildProcess>();
  private tell: (problem: Error) => void = () => {};
  /** Rejects once a process has ended though nobody ended it: none may, whatever an engine does. */
  readonly endedByItself = new Promise<never>((_, reject) => {
    this.tell = reject;
  });

  private constructor(
    private readonly env: Record<string, string>,
    readonly url: string,
  ) {
    this.endedByItself.catch(() => undefined); // whoever races with it is told
  }

  /** Resolves when the service is ready. `env` names the engines. */
  static async start(env: Record<string, string>): Promise<ServiceProcesses> {
    const port = await freePort();
    const service = new ServiceProcesses(
      { ...env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent' },
      `http://127.0.0.1:${port}`,
    );
    for (const part of PARTS) service.run(part);
    await service.ready();
    return service;
  }

  /** kill -9, and a new start. */
  async killAndRestart(part: Part): Promise<void> {
    await this.end(part, 'SIGKILL');
    this.run(part);
  }

  async ready(withinMs = 60_000): Promise<void> {
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

  async stop(): Promise<void> {
    await Promise.all(PARTS.map((part) => this.end(part, 'SIGTERM')));
  }

  private run(part: Part): void {
    const main = fileURLToPath(new URL(`../../../dist/apps/${part}/src/main.js`, import.meta.url));
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [main], {
      env: { PATH, ...this.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.running.set(part, child);
    child.once('exit', (code, signal) => {
      if (this.running.get(part) !== child) return;
      this.tell(new Error(`${part} ended by itself (${signal ?? code})`));
    });
  }

  private async end(part: Part, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.running.get(part);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    this.running.delete(part);
    child.kill(signal);
    await exited;
  }
}
