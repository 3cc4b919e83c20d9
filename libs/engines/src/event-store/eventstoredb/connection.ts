import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, type BaseOptions, type StreamingRead } from '@eventstore/db-client';
import { StoreUnavailable } from '#events';
import { runInBackground } from '../../background/periodic.js';
import { parseConnectionString, type ConnectionString } from './connection-string.js';
import { createSilenceTimer, Semaphore } from './silence-timer.js';

const DISPOSE_MS = 1_000;

/** The server was silent until the deadline. */
export class ServerSilent extends StoreUnavailable {
  override name = 'NoAnswer';
}

/**
 * One client, whose calls all end: with an answer, or after `deadlineMs` of silence. The client itself sets no deadline
 * on reads, and notices a frozen server only after 20 s.
 */
export class Connection {
  readonly client: EventStoreDBClient;
  readonly server: ConnectionString;
  /**
   * Given with every call. Credentials make the client use one call an append instead of one for all (ADR-006);
   * a follower of a cluster would answer with yesterday's log.
   */
  readonly options: BaseOptions;
  private readonly turns = new Semaphore();
  private readonly underWay = new Set<Promise<unknown>>();
  private lastInARow: Promise<void> = Promise.resolve();
  private heardAt = performance.now();
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

  /** All that a read finds. */
  collect<Item>(read: (client: EventStoreDBClient) => StreamingRead<Item>): Promise<Item[]> {
    return this.tracked(
      () =>
        new Promise<Item[]>((resolve, reject) => {
          const reading = read(this.client);
          const found: Item[] = [];
          const silence = createSilenceTimer(this.deadlineMs, () => {
            reject(this.noAnswer());
            runInBackground(reading.cancel(), 'a read could not be cancelled');
          });
          reading.on('data', (item) => {
            found.push(item);
            silence.heard();
          });
          reading.on('end', () => {
            silence.over();
            this.heardAt = performance.now();
            resolve(found);
          });
          reading.on('error', (error) => {
            silence.over();
            reject(error);
          });
        }),
    );
  }

  /** The answer to a call that can be neither cancelled nor trusted to end. */
  answer<Answer>(call: (client: EventStoreDBClient) => Promise<Answer>): Promise<Answer> {
    return this.tracked(async () => {
      let silence: { over(): void } | undefined;
      const silent = new Promise<never>((_, reject) => {
        silence = createSilenceTimer(this.deadlineMs, () => reject(this.noAnswer()));
      });
      try {
        const answer = await Promise.race([call(this.client), silent]);
        this.heardAt = performance.now();
        return answer;
      } finally {
        silence?.over();
      }
    });
  }

  /**
   * Makes a call once the one before it has been answered.
   * @throws StoreUnavailable when that one failed: this one would be taken without it.
   */
  inARow<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.lastInARow.then(
      () => call(),
      () => {
        throw new StoreUnavailable('the call before this one failed');
      },
    );
    const settled = answer.then(() => undefined);
    settled.catch(() => undefined); // told to whoever made that call
    this.lastInARow = settled;
    return answer;
  }

  /** What is under way is still answered, within its deadline; later calls are refused. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.underWay);
    const disposed = new AbortController();
    // The client waits for ever for a read that was left early, so its dispose gets a time limit.
    const limit = pause(DISPOSE_MS, undefined, { signal: disposed.signal });
    await Promise.race([this.client.dispose(), limit]).finally(() => disposed.abort()); // the timer would keep the process
  }

  /** Where nobody is answered, those who have not been sent yet need not try. */
  private noAnswer(): StoreUnavailable {
    const failure = new ServerSilent(`EventStoreDB has not answered for ${this.deadlineMs} ms`);
    if (performance.now() - this.heardAt >= this.deadlineMs) this.turns.failWaiting(failure);
    return failure;
  }

  private async tracked<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.closed) throw new StoreUnavailable('the log is closed');
    const calling = this.turns.take(call);
    this.underWay.add(calling);
    try {
      return await calling;
    } finally {
      this.underWay.delete(calling);
    }
  }
}

/** What the client keeps to itself. */
type InnerClient = {
  handleError(client: unknown, error: Error): Promise<void>;
  supports(method: unknown, feature?: string): Promise<boolean>;
};

const openClient = ({ url, credentials }: ConnectionString): EventStoreDBClient => {
  const client = connect(url);
  const inner = client as unknown as InnerClient;
  const { handleError } = inner;
  // The client does not wait for this, and it fails where a new discovery fails meanwhile: nobody could catch that.
  inner.handleError = (failed, error) => handleError(failed, error).catch(() => undefined);
  // A user by certificate has no credentials to give with a call, and its appends need calls of their own all the same.
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
