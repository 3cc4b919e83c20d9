import { runInBackground } from '../background/periodic.js';
import { buildName } from './sqlite/registry.js';
import type { Build, Checkpoint } from './views.js';

export type CheckpointMarker = { build: Build; checkpoint: Checkpoint };

/** How long a checkpoint without rows is delayed. */
const DELAY_MS = 20;

/**
 * Delays checkpoints that come without rows. Most events change few views, and each of the others would write to the
 * disk only to store its checkpoint. Their checkpoints are delayed for a moment and written together. Readers in this
 * process see them at once. If the process is killed, the events are read again. Only builds that have stored a
 * checkpoint of this log before are delayed.
 */
export class DelayedCheckpoints {
  private readonly storedLogIds = new Map<string, string>();
  private readonly delayedMarkers = new Map<string, CheckpointMarker>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly write: (markers: CheckpointMarker[]) => Promise<void>) {}

  /** False if the checkpoint has to be written, because this process has not stored one of this build and log yet. */
  delay(build: Build, checkpoint: Checkpoint): boolean {
    if (this.storedLogIds.get(buildName(build)) !== checkpoint.logId) return false;
    this.delayedMarkers.set(buildName(build), { build, checkpoint });
    // Unreferenced, so that it does not keep the process alive. After a failure the next write stores the checkpoint
    // and reports the failure.
    this.timer ??= setTimeout(() => runInBackground(this.flush(), 'checkpoints are written later'), DELAY_MS).unref();
    return true;
  }

  /** Called when a checkpoint of this build has been written with its rows. */
  markWritten(build: Build, { logId, position }: Checkpoint): void {
    this.storedLogIds.set(buildName(build), logId);
    const delayedMarker = this.delayedMarkers.get(buildName(build));
    if (delayedMarker && delayedMarker.checkpoint.position <= position) this.delayedMarkers.delete(buildName(build));
  }

  /** The stored checkpoint or the delayed one, whichever is later. */
  latest(build: Build, storedCheckpoint: Checkpoint | null): Checkpoint | null {
    const delayedCheckpoint = this.delayedMarkers.get(buildName(build))?.checkpoint;
    return delayedCheckpoint && (!storedCheckpoint || delayedCheckpoint.position > storedCheckpoint.position)
      ? delayedCheckpoint
      : storedCheckpoint;
  }

  forget(build: Build): void {
    this.storedLogIds.delete(buildName(build));
    this.delayedMarkers.delete(buildName(build));
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const markers = [...this.delayedMarkers.values()];
    if (markers.length === 0) return;
    await this.write(markers);
    for (const { build, checkpoint } of markers) this.markWritten(build, checkpoint);
  }
}
