export type EventStoreUser = { loginName: string; password: string; groups?: string[]; disabled?: boolean };

/** TLS and users, as on a node that is not `--insecure`: files of its certificate and key, and of the authority of users' certificates. */
export type Secure = { certificate: string; key: string; ca: string; users: EventStoreUser[] };

/** Which server the stand-in plays. */
export type EventStoreLine = '23.10' | '24.10' | '26.0';

export type EventStoreServer = {
  /** Connection string of the official client; of a secured server without user and authority. */
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
  /** How many calls have come so far, by kind, e.g. `append` or `readStream user, last`. */
  calls(): Promise<Record<string, number>>;
  /** Users of a secured server from now on: with other passwords, disabled. */
  setUsers(users: EventStoreUser[]): Promise<void>;
};

/**
 * Starts a stand-in for EventStoreDB or KurrentDB and waits until it listens.
 * `port`: default a free one; `data`: folder that keeps the log over restarts, default memory; `secure`: default an insecure server; `delayMs`: from a call to its answer, as a network would add; `line`: default 23.10.
 * @throws Error when it does not start.
 */
export const startServer: (options?: {
  port?: number;
  data?: string;
  secure?: Secure;
  delayMs?: number;
  line?: EventStoreLine;
}) => Promise<EventStoreServer>;
