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

/** A stream as it reads up to a head, frozen because readers share it, and the keys its persons were opened with. */
type OpenedStream = { head: Head; events: RecordedEvent[]; keys: SealingKeys; size: number };

/**
 * Megabytes of stored JSON remembered at most, unless STREAM_CACHE_MB says otherwise: a small machine has room for the
 * objects made of it.
 */
const USUAL_MB = 8;
const MAX_CACHE_MB = 4096;
const CHARACTERS_PER_MB = 1024 * 1024;

/**
 * Characters of stored JSON that a process remembers at most, as its environment names them in STREAM_CACHE_MB; 0
 * remembers nothing.
 * @throws Error for anything but a whole number of megabytes
 */
export const streamCacheOf = ({
  STREAM_CACHE_MB: megabytesText,
}: {
  STREAM_CACHE_MB?: string | number | undefined;
}): number => {
  const megabytes = megabytesText === undefined || megabytesText === '' ? USUAL_MB : Number(megabytesText);
  if (!Number.isInteger(megabytes) || megabytes < 0 || megabytes > MAX_CACHE_MB)
    throw new Error(`STREAM_CACHE_MB is a whole number up to ${MAX_CACHE_MB}`);
  return megabytes * CHARACTERS_PER_MB;
};

/**
 * Streams opened lately. What is read again (the consignment somebody works on, the unit it is addressed to) is neither
 * fetched, decrypted nor validated again: the hash of a head proves everything that lies before it. Nothing here
 * outlives an erasure: an entry counts only together with the keys that the vault gives for this very read.
 */
class OpenedStreams {
  private readonly byName = new Map<string, OpenedStream>();
  private size = 0;

  /** `limit`: characters of stored JSON kept at most. */
  constructor(private readonly limit: number) {}

  find(stream: string): OpenedStream | null {
    const opened = this.byName.get(stream);
    if (!opened) return null;
    this.byName.delete(stream);
    this.byName.set(stream, opened); // now the one used last
    return opened;
  }

  put(stream: string, opened: OpenedStream): void {
    this.forget(stream);
    this.byName.set(stream, { ...opened, events: deepFreeze(opened.events) });
    this.size += opened.size;
    for (const oldest of this.byName.keys()) {
      if (this.size <= this.limit) break;
      this.forget(oldest);
    }
  }

  forget(stream: string): void {
    this.size -= this.byName.get(stream)?.size ?? 0;
    this.byName.delete(stream);
  }
}

/** Whether every person can still be opened as before: a key that is gone, or was made anew since, cannot. */
const isStillOpen = ({ keys }: { keys: SealingKeys }, now: SealingKeys): boolean =>
  Array.from(keys).every(([index, key]) => {
    const found = now.get(index);
    return found !== undefined && Buffer.compare(found, key) === 0;
  });

const MAX_EVENT_BYTES = 256 * 1024;
/**
 * How long an append in doubt is tried again: about as long as a cluster takes to elect a leader and a node to start.
 */
const IN_DOUBT_MS = 5_000;
/** Tries of an append in doubt at least: a busy server may be silent until its deadline more than once. */
const TRIES = 4;
const LONGEST_PAUSE_MS = 1_000;
const NOTHING_OPENED: OpenedStream = { head: NO_STREAM, events: [], keys: new Map(), size: 0 };

/**
 * The EventStore over any log: makes ids, seals personal data, chains hashes, tries again what is in doubt (ADR-001,
 * ADR-003, ADR-004). `catalogue` says which fields are personal; other event types are refused.
 */
export class SealedEventStore implements EventStore {
  readonly logId: string;
  private readonly personal: PersonalData;
  private readonly opened: OpenedStreams;
  private readonly openedOnce = new WeakMap<LoggedEvent, { event: RecordedEvent; keys: SealingKeys }>();

  constructor(
    /** The stored form, for proofs: see verifyChain. */
    readonly log: EventLog,
    vault: Vault,
    catalogue: EventCatalogue,
    /** Characters of stored JSON that are kept opened at most. */
    streamCache = streamCacheOf({}),
  ) {
    this.opened = new OpenedStreams(streamCache);
    this.logId = log.logId;
    this.personal = new PersonalData(vault, catalogue);
  }

  async read(stream: string, range?: { from?: number; to?: number }): Promise<{ events: RecordedEvent[]; head: Head }> {
    if (!range) {
      const { events, head } = (await this.readWhole(stream)) ?? { events: [], head: NO_STREAM };
      return { events, head };
    }
    const stored = await this.log.read(stream, range);
    const last = stored.at(-1);
    return { events: await this.open(stored), head: last ? { revision: last.revision, hash: last.hash } : NO_STREAM };
  }

  async readLast(stream: string): Promise<RecordedEvent | null> {
    const stored = await this.log.readLast(stream);
    const [event = null] = stored ? await this.open([stored]) : [];
    return event;
  }

  async append(stream: string, events: NewEvent[], head: Head): Promise<Appended> {
    const named = events.map((event, n) => ({ ...event, id: nameBasedId(`${stream}/${n}`, event.metadata.commandId) }));
    const { sealed, keys } = await this.personal.seal(stream, named);
    const stored = chained(stream, sealed, head);
    const last = stored.at(-1);
    if (!last) throw new RangeError(`Nothing to append to ${stream}`);
    const position = await this.appendUntilKnown(stream, stored, head);
    if (named.length === 1) this.rememberWritten(head, { ...last, position }, named[0]?.data, keys);
    return { head: { revision: last.revision, hash: last.hash }, position };
  }

  async readAll(after: Position, limit: number, types?: readonly string[]): Promise<RecordedEvent[]> {
    return this.open(await this.log.readAll(after, limit, types));
  }

  countAfter(after: Position, types: readonly string[], most: number): Promise<number> {
    return this.log.countAfter(after, types, most);
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
   * Erases persons of one stream for good by deleting their keys: readers see ERASED, every hash stays valid. `matches`
   * picks them by slot and value; answers the number of keys deleted. Views and documents made earlier are the
   * caller's.
   */
  async erase(
    stream: string,
    matches: (slot: PersonalSlot, person: Record<string, string>) => boolean,
  ): Promise<number> {
    const stored = await this.log.read(stream);
    return this.personal.erase(stored.map(sealedDataOf), matches);
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private async appendUntilKnown(stream: string, stored: StoredEvent[], head: Head): Promise<Position> {
    const giveUpAt = performance.now() + IN_DOUBT_MS;
    for (let tried = 1, againAfterMs = 50; ; tried++, againAfterMs = Math.min(3 * againAfterMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.log.append(stream, stored, head);
      } catch (error) {
        const isOver = tried >= TRIES && performance.now() + againAfterMs > giveUpAt;
        if (isOver || !(error instanceof AppendInDoubt)) throw error;
        await pause(againAfterMs);
      }
    }
  }

  /**
   * A stream read lately goes on with what was just written: it need be neither fetched nor decrypted. Several events
   * at once have positions that only the log knows.
   */
  private rememberWritten(
    before: Head,
    { data, metadata, hash, ...logged }: LoggedEvent,
    clear: unknown,
    keys: SealingKeys,
  ): void {
    const earlier = before.revision < 0 ? NOTHING_OPENED : this.opened.find(logged.stream);
    const all = new Map([...(earlier?.keys ?? []), ...keys]);
    // A person typed again after an erasure has a new key: what was read with the old one is over.
    if (earlier?.head.hash !== before.hash || !isStillOpen(earlier, all)) return this.opened.forget(logged.stream);
    this.opened.put(logged.stream, {
      head: { revision: logged.revision, hash },
      events: [
        ...earlier.events,
        {
          ...logged,
          data: JSON.parse(keys.size === 0 ? data : canonicalJson(clear)) as unknown,
          metadata: withHash(JSON.parse(metadata) as object, hash),
        },
      ],
      keys: all,
      size: earlier.size + data.length + metadata.length,
    });
  }

  /** The whole stream: what is remembered of it, and what has been written since. */
  private async readWhole(stream: string): Promise<OpenedStream | null> {
    const head = await this.log.headOf(stream);
    if (!head) return null;
    const cached = this.opened.find(stream);
    const since =
      cached?.head.hash === head.hash
        ? []
        : await this.log.read(stream, cached ? { from: cached.head.revision + 1 } : undefined);
    const sealed = since.map(sealedDataOf);
    const named = [...(cached?.keys.keys() ?? []), ...sealed.flatMap(({ keyIndexes }) => keyIndexes)];
    if (cached && since.length + named.length === 0) return cached;
    const keys = await this.personal.keysOf(named);
    if (cached && !isStillOpen(cached, keys)) {
      this.opened.forget(stream);
      return this.readWhole(stream);
    }
    if (cached && since.length === 0) return cached;
    const last = since.at(-1);
    if (!last) return null;
    const opened: OpenedStream = {
      head: { revision: last.revision, hash: last.hash },
      events: [...(cached?.events ?? []), ...since.map((event, n) => this.openWith(keys, event, sealed[n]))],
      keys,
      size: since.reduce((size, { data, metadata }) => size + data.length + metadata.length, cached?.size ?? 0),
    };
    this.opened.put(stream, opened);
    return opened;
  }

  private async open(stored: LoggedEvent[], isShared = false): Promise<RecordedEvent[]> {
    const sealed = stored.map(sealedDataOf);
    const keys = await this.personal.keysOf(sealed.flatMap(({ keyIndexes }) => keyIndexes));
    return stored.map((event, n) =>
      isShared ? this.openOnce(keys, event, sealed[n]) : this.openWith(keys, event, sealed[n]),
    );
  }

  /** The same for all who are handed the same object, as long as its keys are what they were. */
  private openOnce(keys: SealingKeys, stored: LoggedEvent, sealed = sealedDataOf(stored)): RecordedEvent {
    const cached = this.openedOnce.get(stored);
    if (cached && isStillOpen(cached, keys)) return cached.event;
    const used = keysAmong(keys, sealed.keyIndexes);
    const event = deepFreeze(this.openWith(keys, stored, sealed));
    this.openedOnce.set(stored, { event, keys: used });
    return event;
  }

  private openWith(keys: SealingKeys, stored: LoggedEvent, sealed = sealedDataOf(stored)): RecordedEvent {
    const { id, stream, revision, type, position, hash } = stored;
    const metadata = stored.parsed ? stored.parsed.metadata : (JSON.parse(stored.metadata) as object);
    return {
      id,
      stream,
      revision,
      type,
      position,
      data: this.personal.open(sealed, keys),
      metadata: withHash(metadata, hash),
    };
  }
}

/** Values that a log keeps are frozen: what is opened of them is handed out to several readers. */
const sealedDataOf = (stored: LoggedEvent): SealedData =>
  stored.parsed ? toSealedData(deepFreeze(stored.parsed.data)) : parseSealed(stored.data);

const withHash = (metadata: object, hash: string): RecordedEvent['metadata'] => ({
  ...(metadata as EventMetadata & { previousHash: string }),
  hash,
});

const keysAmong = (keys: SealingKeys, indexes: readonly string[]): SealingKeys =>
  new Map(
    indexes.flatMap((index) => {
      const key = keys.get(index);
      return key ? [[index, key] as const] : [];
    }),
  );

/** The bytes to store: made once, so that every try of an append writes the same. */
const chained = (stream: string, events: (NewEvent & { id: string })[], head: Head): StoredEvent[] => {
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
