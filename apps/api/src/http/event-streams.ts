import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Inject, Injectable, StreamableFile, type OnModuleDestroy } from '@nestjs/common';
import { permissions } from '#contract';
import { runInBackground, startPeriodic } from '#engines';
import { AccessKeys, isAccessKey } from '../auth/access-keys.js';
import { Sessions } from '../auth/sessions.js';
import { isAllowed, type Caller } from '../auth/caller.js';
import { CLOCK, LOGGER, OPTIONS, type ApiOptions, type Clock, type Log } from '../injection-tokens.js';
import { Problem } from './problem.js';

/** A browser opens six connections to one address: four streams leave two for everything else. */
const MAX_STREAMS_PER_USER = 4;
const MAX_STREAMS_PER_KEY = 5;
/** Each holds a connection; whoever gets none asks now and then instead. */
const MAX_STREAMS = 1000;
/** Signs of life that a reader may leave unread before its stream ends: a slow one is waited for, a dead one is not. */
const MAX_UNREAD_BEATS = 8;

type Listener = { caller: Caller; token: string; operation: string };

/**
 * Streams of server-sent events. Each ends with its client, with its session or the right to the call, or with the
 * service.
 */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly open = new Map<PassThrough, string>();
  private isStopping = false;

  constructor(
    private readonly sessions: Sessions,
    private readonly keys: AccessKeys,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * Sends what `source` yields, each as the JSON of one message, until its signal says that nobody listens any more.
   * `idOf` names a message, for a listener who comes back with Last-Event-ID. @throws Problem 429
   */
  start<Message extends object>(
    { caller, token, operation }: Listener,
    source: (over: AbortSignal) => AsyncIterable<Message>,
    idOf?: (message: Message) => string,
  ): StreamableFile {
    const own = [...this.open.values()].filter((userId) => userId === caller.userId);
    if (own.length >= (caller.key ? MAX_STREAMS_PER_KEY : MAX_STREAMS_PER_USER) || this.open.size >= MAX_STREAMS)
      throw Problem.tooMany();
    const stream = new PassThrough();
    const over = new AbortController();
    let unread = 0;
    const heartbeat = startPeriodic(
      { everyMs: this.options.heartbeatMs, failure: 'an event stream gave no sign of life', logger: this.log },
      async () => {
        unread = stream.writableNeedDrain ? unread + 1 : 0;
        if (unread >= MAX_UNREAD_BEATS) stream.destroy();
        else await this.beat(stream, token, operation);
      },
    );
    this.open.set(stream, caller.userId);
    stream.once('close', () => {
      this.open.delete(stream);
      runInBackground(heartbeat.stop(), 'an event stream could not be let go', this.log);
      over.abort();
    });
    stream.write(': open\n\n');
    if (this.isStopping) stream.end();
    else
      runInBackground(
        this.follow(stream, source(over.signal), over.signal, idOf),
        'an event stream broke off',
        this.log,
      );
    return new StreamableFile(stream, { type: 'text/event-stream; charset=utf-8' });
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const stream of this.open.keys()) endNow(stream);
  }

  private async follow<Message extends object>(
    stream: PassThrough,
    source: AsyncIterable<Message>,
    over: AbortSignal,
    idOf?: (message: Message) => string,
  ): Promise<void> {
    try {
      for await (const message of source) {
        if (!stream.writable) continue;
        const goesOn = stream.write(`${idOf ? `id: ${idOf(message)}\n` : ''}data: ${JSON.stringify(message)}\n\n`);
        // Whoever resumes far back gets a long part of the log: it must not pile up here.
        if (!goesOn) await once(stream, 'drain', { signal: over }).catch(() => undefined);
      }
    } catch (error) {
      this.log.warn({ err: error }, 'an event stream broke off');
    }
    stream.end();
  }

  /**
   * A sign of life for what stands in between. A session or a key that was ended ends its streams, and so does a role
   * that was taken away.
   */
  private async beat(stream: PassThrough, token: string, operation: string): Promise<void> {
    const callers = isAccessKey(token) ? this.keys : this.sessions;
    const caller = await callers.callerOf(token, this.now()).catch(() => null);
    const permission = permissions[operation];
    const welcome = caller !== null && permission !== undefined && isAllowed(caller, permission, operation);
    if (!welcome) endNow(stream);
    else if (stream.writable && !stream.writableNeedDrain) stream.write(': alive\n\n');
  }
}

/** An end would wait behind what a client does not read, and keep its place for ever. */
const endNow = (stream: PassThrough): PassThrough => (stream.writableNeedDrain ? stream.destroy() : stream.end());
