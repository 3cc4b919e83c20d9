export type EventStoreUser = { loginName: string; password: string; groups?: string[]; disabled?: boolean };

/**
 * TLS and users, as on a node that is not `--insecure`: paths of its certificate and key, and of the authority of
 * users' certificates.
 */
export type Secure = { certificate: string; key: string; ca: string; users: EventStoreUser[] };

/** The line of the server that the stand-in simulates. */
export type EventStoreLine = '23.10' | '24.10' | '26.0';

export type EventStoreServer = {
  /** Connection string for the official client; for a secured server without user and authority. */
  url: string;
  port: number;
  /** SIGTERM: appends in flight finish, then the process ends. */
  stop(): Promise<void>;
  /** SIGKILL: acknowledged appends are in `data`, others may be lost. */
  kill(): Promise<void>;
  /** SIGSTOP: connections are accepted, calls get no response. */
  pause(): void;
  /** SIGCONT */
  resume(): void;
  /** Number of calls so far by kind, e.g. `append` or `readStream user, last`. */
  calls(): Promise<Record<string, number>>;
  /** Replaces the users of a secured server, e.g. to change a password or disable a user. */
  setUsers(users: EventStoreUser[]): Promise<void>;
};

/**
 * Starts a stand-in for EventStoreDB or KurrentDB and waits until it listens.
 *
 * - `port`: default a free port.
 * - `data`: folder of the log, for restarts; default in memory.
 * - `secure`: default an insecure server.
 * - `delayMs`: delay of each call, as of a network; default 0.
 * - `line`: default 23.10.
 *
 * @throws Error if it does not start.
 */
export const startServer: (options?: {
  port?: number;
  data?: string;
  secure?: Secure;
  delayMs?: number;
  line?: EventStoreLine;
}) => Promise<EventStoreServer>;
