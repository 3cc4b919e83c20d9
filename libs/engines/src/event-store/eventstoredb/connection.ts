import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, type BaseOptions, type StreamingRead } from '@eventstore/db-client';
import { StoreUnavailable } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { parseConnectionString, type ConnectionString } from './connection-string.js';
import { createSilenceTimer, Semaphore } from './silence-timer.js';

const DISPOSE_MS = 1_000;

/** The server did not send anything until the deadline. */
export class ServerSilent extends StoreUnavailable {
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
  private lastAnswerAt = performance.now();
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
  collect<Item>(read: (client: EventStoreDBClient) => StreamingRead<Item>): Promise<Item[]> {
    return this.track(
      () =>
        new Promise<Item[]>((resolve, reject) => {
          const reading = read(this.client);
          const items: Item[] = [];
          const silence = createSilenceTimer(this.deadlineMs, () => {
            reject(this.noAnswer());
            runInBackground(reading.cancel(), 'a read could not be cancelled');
          });
          reading.on('data', (item) => {
            items.push(item);
            silence.heard();
          });
          reading.on('end', () => {
            silence.over();
            this.lastAnswerAt = performance.now();
            resolve(items);
          });
          reading.on('error', (error) => {
            silence.over();
            reject(error);
          });
        }),
    );
  }

  /** The answer to a call that cannot be cancelled and may never end. */
  answer<Answer>(call: (client: EventStoreDBClient) => Promise<Answer>): Promise<Answer> {
    return this.track(async () => {
      let silence: { over(): void } | undefined;
      const silent = new Promise<never>((_, reject) => {
        silence = createSilenceTimer(this.deadlineMs, () => reject(this.noAnswer()));
      });
      try {
        const answer = await Promise.race([call(this.client), silent]);
        this.lastAnswerAt = performance.now();
        return answer;
      } finally {
        silence?.over();
      }
    });
  }

  /**
   * Makes a call after the previous one has been answered.
   * @throws StoreUnavailable if the previous one failed: the server would otherwise write this one without it
   */
  inSequence<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.lastInSequence.then(
      () => call(),
      () => {
        throw new StoreUnavailable('the call before this one failed');
      },
    );
    const settled = answer.then(() => undefined);
    settled.catch(() => undefined); // the failure is thrown to the caller by `answer`
    this.lastInSequence = settled;
    return answer;
  }

  /** Running calls are still answered within their deadline; later calls are refused. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.runningCalls);
    const disposed = new AbortController();
    // The client waits forever for a read that was abandoned, so disposing it has a time limit.
    const limit = pause(DISPOSE_MS, undefined, { signal: disposed.signal });
    // Without the abort the timer would keep the process alive.
    await Promise.race([this.client.dispose(), limit]).finally(() => disposed.abort());
  }

  /** If no call has been answered for the whole deadline, calls that wait to be sent fail, too. */
  private noAnswer(): StoreUnavailable {
    const failure = new ServerSilent(`EventStoreDB has not answered for ${this.deadlineMs} ms`);
    if (performance.now() - this.lastAnswerAt >= this.deadlineMs) this.semaphore.failWaiting(failure);
    return failure;
  }

  private async track<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.closed) throw new StoreUnavailable('the log is closed');
    const calling = this.semaphore.take(call);
    this.runningCalls.add(calling);
    try {
      return await calling;
    } finally {
      this.runningCalls.delete(calling);
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
