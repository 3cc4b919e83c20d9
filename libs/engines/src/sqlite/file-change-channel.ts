import { BroadcastChannel } from 'node:worker_threads';

/**
 * Minimum time between two messages. Each message makes its receivers read the file, and under load each read should
 * find the writes of several milliseconds.
 */
const MIN_INTERVAL_MS = 5;

/**
 * Informs the other threads of this process that have the same file open that it was written, so that they need not
 * wait for their next poll. Other processes are not informed and find out by polling, so a lost message does no harm.
 */
export class FileChangeChannel {
  private readonly channel: BroadcastChannel;
  private isSending = false;
  private sentAt = -MIN_INTERVAL_MS;
  private isClosed = false;

  constructor(file: string, onChange: () => void) {
    this.channel = new BroadcastChannel(`written ${file}`);
    this.channel.unref();
    this.channel.onmessage = () => {
      try {
        onChange();
      } catch {
        // The file cannot be read now; the next poll reads it.
      }
    };
  }

  /**
   * Sends one message for everything that is written until the end of this turn of the event loop, or until the minimum
   * interval after the last message has passed.
   */
  notify(): void {
    if (this.isSending || this.isClosed) return;
    this.isSending = true;
    const waitMs = this.sentAt + MIN_INTERVAL_MS - performance.now();
    if (waitMs > 0) setTimeout(() => this.send(), waitMs).unref();
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
