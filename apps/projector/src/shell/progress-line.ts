import type { BuildStatus } from '#engines';
import type { Position } from '#events';

const LINE_MS = 5_000;

type Terminal = { print(line: string): void; overwrite: ((line: string) => void) | null };

/** How far a build has come, as a line that is replaced in a terminal, and as one every few seconds elsewhere. */
export class ProgressLine {
  private began: { at: number; share: number } | null = null;
  private shownAt = -Infinity;

  constructor(private readonly terminal: Terminal) {}

  show(build: BuildStatus | undefined, head: Position, paused: boolean): void {
    const line = this.lineOf(build, head, paused);
    if (this.terminal.overwrite) this.terminal.overwrite(line);
    else if (performance.now() - this.shownAt >= LINE_MS) {
      this.terminal.print(line);
      this.shownAt = performance.now();
    }
  }

  private lineOf(build: BuildStatus | undefined, head: Position, paused: boolean): string {
    if (paused) return 'paused';
    if (!build) return 'waiting for the projector';
    const share = Number((BigInt(build.checkpoint.position) * 10_000n) / BigInt(head)) / 10_000;
    if (share >= 1) return 'comparing both builds';
    this.began ??= { at: performance.now(), share };
    const done = share - this.began.share;
    const left = done > 0 ? `, about ${duration(((1 - share) * (performance.now() - this.began.at)) / done)} left` : '';
    return `${(share * 100).toFixed(1)} %, ${build.rows} rows${left}`;
  }
}

const duration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};
