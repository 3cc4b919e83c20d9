import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, type BaseOptions, type StreamingRead } from '@eventstore/db-client';
import { StoreUnavailable } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { parseConnectionString, type ConnectionString } from './connection-string.js';
import { createSilenceTimer, Semaphore } from './silence-timer.js';

const DISPOSE_MS = 1_000;

/** The server did not send anything until the deadline. */
export class ServerTimeout extends StoreUnavailable {
  override name = 'NoAnswer';
}

/**
 * One client whose calls all end: with an answer, or after `deadlineMs` without one. The client itself sets no deadline
 * on reads and notices a frozen server only after 20 s.
 */
export class Connection {
  readonly client: EventStoreDBClient;
  readonly server: ConnectionString;
  /**
   * Options for every call. With credentials the client uses one call per append instead of one for all appends
   * (ADR-006). The leader is required because a follower of a cluster may answer with an outdated log.
   */
  readonly options: BaseOptions;
  private readonly semaphore = new Semaphore();
  private readonly runningCalls = new Set<Promise<unknown>>();
  private lastInSequence: Promise<void> = Promise.resolve();
  private lastResponseAt = performance.now();
  private closed = false;

  constructor(
    url: string,
    readonly deadlineMs: number,
  ) {
    this.server = parseConnectionString(url);
    const { credentials } = this.server;
    this.options = { ...(credentials && { credentials }), requiresLeader: true };
    this.client = openClient(this.server);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** All items of a read. */
  collect<Item>(startRead: (client: EventStoreDBClient) => StreamingRead<Item>): Promise<Item[]> {
    return this.track(
      () =>
        new Promise<Item[]>((resolve, reject) => {
          const reading = startRead(this.client);
          const items: Item[] = [];
          const timer = createSilenceTimer(this.deadlineMs, () => {
            reject(this.timeoutFailure());
            runInBackground(reading.cancel(), 'a read could not be cancelled');
          });
          reading.on('data', (item) => {
            items.push(item);
            timer.restart();
          });
          reading.on('end', () => {
            timer.stop();
            this.lastResponseAt = performance.now();
            resolve(items);
          });
          reading.on('error', (error) => {
            timer.stop();
            reject(error);
          });
        }),
    );
  }

  /** The result of a call that cannot be cancelled and may never end. */
  call<Result>(call: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> {
    return this.track(async () => {
      let timer: { stop(): void } | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = createSilenceTimer(this.deadlineMs, () => reject(this.timeoutFailure()));
      });
      try {
        const result = await Promise.race([call(this.client), timeout]);
        this.lastResponseAt = performance.now();
        return result;
      } finally {
        timer?.stop();
      }
    });
  }

  /**
   * Makes a call after the previous one has been answered.
   * @throws StoreUnavailable if the previous one failed: the server would otherwise write this one without it
   */
  callInSequence<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = this.lastInSequence.then(
      () => call(),
      () => {
        throw new StoreUnavailable('the call before this one failed');
      },
    );
    const completion = result.then(() => undefined);
    completion.catch(() => undefined); // the failure is thrown to the caller by `result`
    this.lastInSequence = completion;
    return result;
  }

  /** Running calls are still answered within their deadline; later calls are refused. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.runningCalls);
    const disposal = new AbortController();
    // The client waits forever for a read that was abandoned, so disposing it has a time limit.
    const timeLimit = pause(DISPOSE_MS, undefined, { signal: disposal.signal });
    // Without the abort the timer would keep the process alive.
    await Promise.race([this.client.dispose(), timeLimit]).finally(() => disposal.abort());
  }

  /** If no call has been answered for the whole deadline, calls that wait to be sent fail, too. */
  private timeoutFailure(): StoreUnavailable {
    const failure = new ServerTimeout(`EventStoreDB has not answered for ${this.deadlineMs} ms`);
    if (performance.now() - this.lastResponseAt >= this.deadlineMs) this.semaphore.failWaiting(failure);
    return failure;
  }

  private async track<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.closed) throw new StoreUnavailable('the log is closed');
    const runningCall = this.semaphore.run(call);
    this.runningCalls.add(runningCall);
    try {
      return await runningCall;
    } finally {
      this.runningCalls.delete(runningCall);
    }
  }
}

/** Private methods of the client. */
type InnerClient = {
  handleError(client: unknown, error: Error): Promise<void>;
  supports(method: unknown, feature?: string): Promise<boolean>;
};

const openClient = ({ url, credentials }: ConnectionString): EventStoreDBClient => {
  const client = connect(url);
  const inner = client as unknown as InnerClient;
  const { handleError } = inner;
  // The client does not await this call, and it rejects if a new discovery fails meanwhile, which nobody could catch.
  inner.handleError = (failedClient, error) => handleError(failedClient, error).catch(() => undefined);
  // With a user certificate there are no credentials to pass with a call, but each append still needs its own call.
  if (!credentials) inner.supports = () => Promise.resolve(false);
  return client;
};

const connect = (url: string): EventStoreDBClient => {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw new RangeError(`EVENTSTORE_URL: its certificates or options cannot be used (${code ?? name})`);
  }
};
