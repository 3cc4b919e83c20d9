import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HOUR_MS = 3_600_000;
/** After this time all threads use the new clock. */
const EFFECTIVE_AFTER_MS = 200;

/** The clock of all processes under test: they run on one machine, whose clock can be set. */
export class MachineClock {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'clock');
    this.write(0);
  }

  /** Environment of a process that uses this clock. */
  get execArgv(): string[] {
    return ['--import', fileURLToPath(new URL('./clock.mjs', import.meta.url))];
  }

  get env(): Record<string, string> {
    return { FAULTS_CLOCK: this.file };
  }

  /** Sets the clock ahead of or behind the right time. Resolves when all processes use it. */
  async set(hours: number): Promise<void> {
    this.write(hours * HOUR_MS);
    await sleep(EFFECTIVE_AFTER_MS);
  }

  private write(milliseconds: number): void {
    writeFileSync(`${this.file}.new`, String(milliseconds));
    renameSync(`${this.file}.new`, this.file);
  }
}
