import { setTimeout as pause } from 'node:timers/promises';
import {
  type Appended,
  type EventCatalogue,
  type EventMetadata,
  type EventStore,
  EventTooLarge,
  deepFreeze,
  type Head,
  type NewEvent,
  NO_STREAM,
  type PersonalSlot,
  type Position,
  type RecordedEvent,
  type SubscriptionItem,
} from '#events';
import type { Vault } from '../vault/vault.js';
import { canonicalJson, hashOf, nameBasedId } from './canonical-json.js';
import { type EventLog, AppendInDoubt, type LoggedEvent, type StoredEvent } from './event-log.js';
import { parseSealed, PersonalData, type SealedData, type SealingKeys, toSealedData } from './personal-data.js';

/**
 * The events of a stream up to a head, frozen because readers share them, and the keys that its persons were decrypted
 * with.
 */
type CachedStream = { head: Head; events: RecordedEvent[]; keys: SealingKeys; size: number };

/**
 * Default of STREAM_CACHE_MB, the size of the cache in megabytes of stored JSON. A small machine has enough memory for
 * the objects made of it.
 */
const DEFAULT_CACHE_MB = 8;
const MAX_CACHE_MB = 4096;
const CHARACTERS_PER_MB = 1024 * 1024;

/**
 * The size of the stream cache in characters of stored JSON, from the setting STREAM_CACHE_MB; 0 means no cache.
 * @throws Error unless the setting is a whole number of megabytes
 */
export const streamCacheSizeOf = ({
  STREAM_CACHE_MB: megabytesText,
}: {
  STREAM_CACHE_MB?: string | number | undefined;
}): number => {
  const megabytes = megabytesText === undefined || megabytesText === '' ? DEFAULT_CACHE_MB : Number(megabytesText);
  if (!Number.isInteger(megabytes) || megabytes < 0 || megabytes > MAX_CACHE_MB)
    throw new Error(`STREAM_CACHE_MB is a whole number up to ${MAX_CACHE_MB}`);
  return megabytes * CHARACTERS_PER_MB;
};

/**
 * A cache of streams. A stream that is read again (the consignment that a user works on, the unit it is addressed to)
 * is not fetched, decrypted and validated again: the hash of its head proves all its events. An entry does not outlive
 * an erasure: it is only used if the vault returns the same keys for this read.
 */
class StreamCache {
  private readonly entries = new Map<string, CachedStream>();
  private size = 0;

  /** `limit`: maximum number of characters of stored JSON. */
  constructor(private readonly limit: number) {}

  find(stream: string): CachedStream | null {
    const entry = this.entries.get(stream);
    if (!entry) return null;
    this.entries.delete(stream);
    this.entries.set(stream, entry); // moves it to the end of the map
    return entry;
  }

  put(stream: string, entry: CachedStream): void {
    this.forget(stream);
    this.entries.set(stream, { ...entry, events: deepFreeze(entry.events) });
    this.size += entry.size;
    for (const oldest of this.entries.keys()) {
      if (this.size <= this.limit) break;
      this.forget(oldest);
    }
  }

  forget(stream: string): void {
    this.size -= this.entries.get(stream)?.size ?? 0;
    this.entries.delete(stream);
  }
}

/** Whether all keys of an entry still exist and are the same. */
const hasCurrentKeys = ({ keys }: { keys: SealingKeys }, current: SealingKeys): boolean =>
  Array.from(keys).every(([index, key]) => {
    const currentKey = current.get(index);
    return currentKey !== undefined && Buffer.compare(currentKey, key) === 0;
  });

const MAX_EVENT_BYTES = 256 * 1024;
/**
 * How long an append with an unknown outcome is repeated: about the time in which a cluster elects a leader or a node
 * starts.
 */
const RETRY_TIMEOUT_MS = 5_000;
/** Minimum number of attempts, because a busy server may not answer before its deadline more than once. */
const MIN_ATTEMPTS = 4;
const MAX_RETRY_MS = 1_000;
const EMPTY_STREAM: CachedStream = { head: NO_STREAM, events: [], keys: new Map(), size: 0 };

/**
 * The EventStore on top of any log: it makes ids, seals personal data, chains hashes, and repeats appends with an
 * unknown outcome (ADR-001, ADR-003, ADR-004). `catalogue` defines which fields are personal; other types of events are
 * refused.
 */
export class SealedEventStore implements EventStore {
  readonly logId: string;
  private readonly personalData: PersonalData;
  private readonly streamCache: StreamCache;
  private readonly openedSharedEvents = new WeakMap<LoggedEvent, { event: RecordedEvent; keys: SealingKeys }>();

  constructor(
    /** The log itself with the stored form of events, for proofs: see verifyChain. */
    readonly log: EventLog,
    vault: Vault,
    catalogue: EventCatalogue,
    /** Maximum size of the cache of streams, in characters of stored JSON. */
    streamCacheSize = streamCacheSizeOf({}),
  ) {
    this.streamCache = new StreamCache(streamCacheSize);
    this.logId = log.logId;
    this.personalData = new PersonalData(vault, catalogue);
  }

  async read(stream: string, range?: { from?: number; to?: number }): Promise<{ events: RecordedEvent[]; head: Head }> {
    if (!range) {
      const { events, head } = (await this.readStream(stream)) ?? { events: [], head: NO_STREAM };
      return { events, head };
    }
    const storedEvents = await this.log.read(stream, range);
    const last = storedEvents.at(-1);
    return {
      events: await this.open(storedEvents),
      head: last ? { revision: last.revision, hash: last.hash } : NO_STREAM,
    };
  }

  async readLast(stream: string): Promise<RecordedEvent | null> {
    const storedEvent = await this.log.readLast(stream);
    const [event = null] = storedEvent ? await this.open([storedEvent]) : [];
    return event;
  }

  async append(stream: string, events: NewEvent[], head: Head): Promise<Appended> {
    const eventsWithIds = events.map((event, n) => ({
      ...event,
      id: nameBasedId(`${stream}/${n}`, event.metadata.commandId),
    }));
    const { sealedEvents, keys } = await this.personalData.seal(stream, eventsWithIds);
    const storedEvents = toChainedEvents(stream, sealedEvents, head);
    const last = storedEvents.at(-1);
    if (!last) throw new RangeError(`Nothing to append to ${stream}`);
    const position = await this.appendWithRetry(stream, storedEvents, head);
    if (eventsWithIds.length === 1) this.cacheAppendedEvent(head, { ...last, position }, eventsWithIds[0]?.data, keys);
    return { head: { revision: last.revision, hash: last.hash }, position };
  }

  async readAll(after: Position, limit: number, types?: readonly string[]): Promise<RecordedEvent[]> {
    return this.open(await this.log.readAll(after, limit, types));
  }

  countAfter(after: Position, types: readonly string[], max: number): Promise<number> {
    return this.log.countAfter(after, types, max);
  }

  async *subscribe(after: Position, types: readonly string[], signal: AbortSignal): AsyncGenerator<SubscriptionItem> {
    for await (const { events, through, shared } of this.log.subscribe(after, types, signal)) {
      for (const event of await this.open(events, shared)) {
        if (signal.aborted) return;
        yield { event };
      }
      if (events.at(-1)?.position !== through && !signal.aborted) yield { marker: through };
    }
  }

  lastPosition(): Promise<Position> {
    return this.log.lastPosition();
  }

  /**
   * Erases persons of one stream for good by deleting their keys: readers get ERASED, and every hash stays valid.
   * `matches` selects them by slot and value. Returns the number of deleted keys. The caller has to update views and
   * documents that were made earlier.
   */
  async erase(
    stream: string,
    matches: (slot: PersonalSlot, person: Record<string, string>) => boolean,
  ): Promise<number> {
    const storedEvents = await this.log.read(stream);
    return this.personalData.erase(storedEvents.map(sealedDataOf), matches);
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private async appendWithRetry(stream: string, storedEvents: StoredEvent[], head: Head): Promise<Position> {
    const deadline = performance.now() + RETRY_TIMEOUT_MS;
    for (let attempt = 1, retryMs = 50; ; attempt++, retryMs = Math.min(3 * retryMs, MAX_RETRY_MS)) {
      try {
        return await this.log.append(stream, storedEvents, head);
      } catch (error) {
        const isLastAttempt = attempt >= MIN_ATTEMPTS && performance.now() + retryMs > deadline;
        if (isLastAttempt || !(error instanceof AppendInDoubt)) throw error;
        await pause(retryMs);
      }
    }
  }

  /**
   * Adds an event that was just written to the cached stream, so that it is neither fetched nor decrypted. Not used for
   * several events at once, because only the log knows their positions.
   */
  private cacheAppendedEvent(
    previousHead: Head,
    { data, metadata, hash, ...event }: LoggedEvent,
    plainData: unknown,
    keys: SealingKeys,
  ): void {
    const cached = previousHead.revision < 0 ? EMPTY_STREAM : this.streamCache.find(event.stream);
    const allKeys = new Map([...(cached?.keys ?? []), ...keys]);
    // A person who is entered again after an erasure has a new key, so an entry with the old key is invalid.
    if (cached?.head.hash !== previousHead.hash || !hasCurrentKeys(cached, allKeys))
      return this.streamCache.forget(event.stream);
    this.streamCache.put(event.stream, {
      head: { revision: event.revision, hash },
      events: [
        ...cached.events,
        {
          ...event,
          data: JSON.parse(keys.size === 0 ? data : canonicalJson(plainData)) as unknown,
          metadata: withHash(JSON.parse(metadata) as object, hash),
        },
      ],
      keys: allKeys,
      size: cached.size + data.length + metadata.length,
    });
  }

  /** The whole stream: its cached events, and the events that have been written since. */
  private async readStream(stream: string): Promise<CachedStream | null> {
    const head = await this.log.headOf(stream);
    if (!head) return null;
    const cached = this.streamCache.find(stream);
    const newerEvents =
      cached?.head.hash === head.hash
        ? []
        : await this.log.read(stream, cached ? { from: cached.head.revision + 1 } : undefined);
    const sealedData = newerEvents.map(sealedDataOf);
    const keyIndexes = [...(cached?.keys.keys() ?? []), ...sealedData.flatMap((data) => data.keyIndexes)];
    if (cached && newerEvents.length + keyIndexes.length === 0) return cached;
    const keys = await this.personalData.keysOf(keyIndexes);
    if (cached && !hasCurrentKeys(cached, keys)) {
      this.streamCache.forget(stream);
      return this.readStream(stream);
    }
    if (cached && newerEvents.length === 0) return cached;
    const last = newerEvents.at(-1);
    if (!last) return null;
    const extended: CachedStream = {
      head: { revision: last.revision, hash: last.hash },
      events: [...(cached?.events ?? []), ...newerEvents.map((event, n) => this.openEvent(keys, event, sealedData[n]))],
      keys,
      size: newerEvents.reduce((size, { data, metadata }) => size + data.length + metadata.length, cached?.size ?? 0),
    };
    this.streamCache.put(stream, extended);
    return extended;
  }

  private async open(storedEvents: LoggedEvent[], isShared = false): Promise<RecordedEvent[]> {
    const sealedData = storedEvents.map(sealedDataOf);
    const keys = await this.personalData.keysOf(sealedData.flatMap(({ keyIndexes }) => keyIndexes));
    return storedEvents.map((event, n) =>
      isShared ? this.openSharedEvent(keys, event, sealedData[n]) : this.openEvent(keys, event, sealedData[n]),
    );
  }

  /** Opens an event once for all readers that get the same object, as long as its keys do not change. */
  private openSharedEvent(
    keys: SealingKeys,
    storedEvent: LoggedEvent,
    sealedData = sealedDataOf(storedEvent),
  ): RecordedEvent {
    const cached = this.openedSharedEvents.get(storedEvent);
    if (cached && hasCurrentKeys(cached, keys)) return cached.event;
    const eventKeys = selectKeys(keys, sealedData.keyIndexes);
    const event = deepFreeze(this.openEvent(keys, storedEvent, sealedData));
    this.openedSharedEvents.set(storedEvent, { event, keys: eventKeys });
    return event;
  }

  private openEvent(
    keys: SealingKeys,
    storedEvent: LoggedEvent,
    sealedData = sealedDataOf(storedEvent),
  ): RecordedEvent {
    const { id, stream, revision, type, position, hash } = storedEvent;
    const metadata = storedEvent.parsed ? storedEvent.parsed.metadata : (JSON.parse(storedEvent.metadata) as object);
    return {
      id,
      stream,
      revision,
      type,
      position,
      data: this.personalData.open(sealedData, keys),
      metadata: withHash(metadata, hash),
    };
  }
}

/** Values that come parsed from the log are frozen, because several readers get them. */
const sealedDataOf = (storedEvent: LoggedEvent): SealedData =>
  storedEvent.parsed ? toSealedData(deepFreeze(storedEvent.parsed.data)) : parseSealed(storedEvent.data);

const withHash = (metadata: object, hash: string): RecordedEvent['metadata'] => ({
  ...(metadata as EventMetadata & { previousHash: string }),
  hash,
});

const selectKeys = (keys: SealingKeys, indexes: readonly string[]): SealingKeys =>
  new Map(
    indexes.flatMap((index) => {
      const key = keys.get(index);
      return key ? [[index, key] as const] : [];
    }),
  );

/**
 * The events in their stored form with chained hashes, made once so that every attempt of an append writes the same
 * bytes.
 */
const toChainedEvents = (stream: string, events: (NewEvent & { id: string })[], head: Head): StoredEvent[] => {
  let previous = head;
  return events.map(({ id, type, ...event }) => {
    const data = canonicalJson(event.data);
    const metadata = canonicalJson({ ...event.metadata, previousHash: previous.hash });
    const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata);
    if (bytes > MAX_EVENT_BYTES) throw new EventTooLarge(stream, type, bytes, MAX_EVENT_BYTES);
    const revision = previous.revision + 1;
    const hash = hashOf({ id, stream, revision, type, data, metadata });
    previous = { revision, hash };
    return { id, stream, revision, type, data, metadata, hash };
  });
};
