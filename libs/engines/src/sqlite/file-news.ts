import { BroadcastChannel } from 'node:worker_threads';

/**
 * Tells the other threads of this process that have the same file open that somebody wrote to it, so that they need not wait for
 * their next look. Other processes hear nothing and find out by looking; so news may be lost without harm.
 */
export class FileNews {
  private readonly channel: BroadcastChannel;
  private isTelling = false;
  private isClosed = false;

  constructor(file: string, onNews: () => void) {
    this.channel = new BroadcastChannel(`written ${file}`);
    this.channel.unref();
    this.channel.onmessage = onNews;
  }

  /** Once for all that is written in a turn of the event loop. */
  tell(): void {
    if (this.isTelling || this.isClosed) return;
    this.isTelling = true;
    setImmediate(() => {
      this.isTelling = false;
      if (!this.isClosed) this.channel.postMessage(null);
    });
  }

  close(): void {
    this.isClosed = true;
    this.channel.close();
  }
}
