import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HOUR_MS = 3_600_000;
/** After so long all threads have seen that the clock was set. */
const SEEN_MS = 200;

/** The clock of all processes under test: they run on one machine, whose clock can be set. */
export class MachineClock {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'clock');
    this.write(0);
  }

  /** For a process that goes by this clock. */
  get execArgv(): string[] {
    return ['--import', fileURLToPath(new URL('./clock.mjs', import.meta.url))];
  }

  get env(): Record<string, string> {
    return { FAULTS_CLOCK: this.file };
  }

  /** Sets it so many hours ahead of the right time, or behind it. Resolves when all processes go by it. */
  async set(hours: number): Promise<void> {
    this.write(hours * HOUR_MS);
    await passes(SEEN_MS);
  }

  private write(milliseconds: number): void {
    writeFileSync(`${this.file}.new`, String(milliseconds));
    renameSync(`${this.file}.new`, this.file);
  }
}
