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

/** A browser opens at most six connections to one address. Four streams leave two for other requests. */
const MAX_STREAMS_PER_USER = 4;
const MAX_STREAMS_PER_KEY = 5;
/** Each stream occupies a connection. A client without a stream polls instead. */
const MAX_STREAMS = 1000;
/** Heartbeats that may stay unread before the stream ends. This tolerates a slow reader and detects a dead one. */
const MAX_UNREAD_BEATS = 8;

type Listener = { caller: Caller; token: string; operation: string };

/**
 * Streams of server-sent events. A stream ends when its client disconnects, its session ends, its caller loses the
 * permission, or the service stops.
 */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly openStreams = new Map<PassThrough, string>();
  private isStopping = false;

  constructor(
    private readonly sessions: Sessions,
    private readonly keys: AccessKeys,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * Sends each message that `source` yields as JSON, until its signal is aborted because the stream has closed. `idOf`
   * gives the id of a message, with which a client resumes by Last-Event-ID. @throws Problem 429
   */
  start<Message extends object>(
    { caller, token, operation }: Listener,
    source: (signal: AbortSignal) => AsyncIterable<Message>,
    idOf?: (message: Message) => string,
  ): StreamableFile {
    const ownStreams = [...this.openStreams.values()].filter((userId) => userId === caller.userId);
    if (
      ownStreams.length >= (caller.key ? MAX_STREAMS_PER_KEY : MAX_STREAMS_PER_USER) ||
      this.openStreams.size >= MAX_STREAMS
    )
      throw Problem.tooMany();
    const stream = new PassThrough();
    const controller = new AbortController();
    let unread = 0;
    const heartbeat = startPeriodic(
      { everyMs: this.options.heartbeatMs, failure: 'an event stream gave no sign of life', logger: this.log },
      async () => {
        unread = stream.writableNeedDrain ? unread + 1 : 0;
        if (unread >= MAX_UNREAD_BEATS) stream.destroy();
        else await this.sendHeartbeat(stream, token, operation);
      },
    );
    this.openStreams.set(stream, caller.userId);
    stream.once('close', () => {
      this.openStreams.delete(stream);
      runInBackground(heartbeat.stop(), 'an event stream could not be let go', this.log);
      controller.abort();
    });
    stream.write(': open\n\n');
    if (this.isStopping) stream.end();
    else
      runInBackground(
        this.follow(stream, source(controller.signal), controller.signal, idOf),
        'an event stream was interrupted',
        this.log,
      );
    return new StreamableFile(stream, { type: 'text/event-stream; charset=utf-8' });
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const stream of this.openStreams.keys()) endNow(stream);
  }

  private async follow<Message extends object>(
    stream: PassThrough,
    source: AsyncIterable<Message>,
    signal: AbortSignal,
    idOf?: (message: Message) => string,
  ): Promise<void> {
    try {
      for await (const message of source) {
        if (!stream.writable) continue;
        const canContinue = stream.write(`${idOf ? `id: ${idOf(message)}\n` : ''}data: ${JSON.stringify(message)}\n\n`);
        // A client that resumes from an old position gets a long part of the log. It must not accumulate in memory.
        if (!canContinue) await once(stream, 'drain', { signal }).catch(() => undefined);
      }
    } catch (error) {
      this.log.warn({ err: error }, 'an event stream was interrupted');
    }
    stream.end();
  }

  /**
   * A heartbeat for proxies in between. It ends the stream if its session or key has ended, or if its caller has lost
   * the permission.
   */
  private async sendHeartbeat(stream: PassThrough, token: string, operation: string): Promise<void> {
    const callers = isAccessKey(token) ? this.keys : this.sessions;
    const caller = await callers.callerOf(token, this.now()).catch(() => null);
    const permission = permissions[operation];
    const isStillAllowed = caller !== null && permission !== undefined && isAllowed(caller, permission, operation);
    if (!isStillAllowed) endNow(stream);
    else if (stream.writable && !stream.writableNeedDrain) stream.write(': alive\n\n');
  }
}

/** `end` would wait behind data that the client does not read, and occupy the place of the stream for ever. */
const endNow = (stream: PassThrough): PassThrough => (stream.writableNeedDrain ? stream.destroy() : stream.end());
