export type EventStoreServer = {
  /** Connection string of the official client. */
  url: string;
  port: number;
  /** SIGTERM: appends in flight are answered, then the process is gone. */
  stop(): Promise<void>;
  /** SIGKILL: what was answered is in `data`, all else may be lost. */
  kill(): Promise<void>;
  /** SIGSTOP: accepts connections and answers nothing. */
  pause(): void;
  /** SIGCONT */
  resume(): void;
};

/**
 * Starts a stand-in for EventStoreDB 23.10 and waits until it listens.
 * `port`: default a free one; `data`: folder that keeps the log over restarts, default memory.
 * @throws Error when it does not start.
 */
export const startServer: (options?: { port?: number; data?: string }) => Promise<EventStoreServer>;
