import { BroadcastChannel } from 'node:worker_threads';

/** Those who are told look into the file: under load each look should find the writes of some milliseconds. */
const REST_MS = 5;

/**
 * Tells the other threads of this process that have the same file open that somebody wrote to it, so that they need not
 * wait for their next look. Other processes hear nothing and find out by looking; so news may be lost without harm.
 */
export class FileChangeChannel {
  private readonly channel: BroadcastChannel;
  private isSending = false;
  private sentAt = -REST_MS;
  private isClosed = false;

  constructor(file: string, onChange: () => void) {
    this.channel = new BroadcastChannel(`written ${file}`);
    this.channel.unref();
    this.channel.onmessage = () => {
      try {
        onChange();
      } catch {
        // The file cannot be read now: whoever waits for it looks again.
      }
    };
  }

  /**
   * At the end of the turn of the event loop, or of a short rest after the last news: once for all that was written
   * until then.
   */
  notify(): void {
    if (this.isSending || this.isClosed) return;
    this.isSending = true;
    const rest = this.sentAt + REST_MS - performance.now();
    if (rest > 0) setTimeout(() => this.send(), rest).unref();
    else setImmediate(() => this.send());
  }

  close(): void {
    this.isClosed = true;
    this.channel.close();
  }

  private send(): void {
    this.isSending = false;
    this.sentAt = performance.now();
    if (!this.isClosed) this.channel.postMessage(null);
  }
}
