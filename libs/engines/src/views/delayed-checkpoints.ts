import { runInBackground } from '../background/periodic.js';
import { buildName } from './sqlite/registry.js';
import type { Build, Checkpoint } from './views.js';

export type CheckpointMarker = { build: Build; checkpoint: Checkpoint };

/** How long a checkpoint without rows may wait for company. */
const HOLD_MS = 20;

/**
 * Checkpoints that came without rows. Most events concern few of the views, and the others would each write to the disk
 * only to say so: their checkpoints are held back a moment and written together. Whoever asks in this process sees them
 * at once; what a kill takes with it is looked through again. Only builds that have stored a checkpoint of this log
 * before are held back.
 */
export class DelayedCheckpoints {
  private readonly stored = new Map<string, string>();
  private readonly delayed = new Map<string, CheckpointMarker>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly write: (markers: CheckpointMarker[]) => Promise<void>) {}

  /** False when the checkpoint has to be written: nothing is known yet of how this build stands. */
  hold(build: Build, checkpoint: Checkpoint): boolean {
    if (this.stored.get(buildName(build)) !== checkpoint.logId) return false;
    this.delayed.set(buildName(build), { build, checkpoint });
    // Unreferenced: nobody needs to stay alive for a marker. A failure leaves it to the next write, which will say so.
    this.timer ??= setTimeout(() => runInBackground(this.flush(), 'checkpoints are written later'), HOLD_MS).unref();
    return true;
  }

  /** A checkpoint of this build has been written with its rows. */
  written(build: Build, { logId, position }: Checkpoint): void {
    this.stored.set(buildName(build), logId);
    const delayed = this.delayed.get(buildName(build));
    if (delayed && delayed.checkpoint.position <= position) this.delayed.delete(buildName(build));
  }

  /** The later of a stored checkpoint and the one held back. */
  latest(build: Build, stored: Checkpoint | null): Checkpoint | null {
    const delayed = this.delayed.get(buildName(build))?.checkpoint;
    return delayed && (!stored || delayed.position > stored.position) ? delayed : stored;
  }

  forget(build: Build): void {
    this.stored.delete(buildName(build));
    this.delayed.delete(buildName(build));
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const markers = [...this.delayed.values()];
    if (markers.length === 0) return;
    await this.write(markers);
    for (const { build, checkpoint } of markers) this.written(build, checkpoint);
  }
}
