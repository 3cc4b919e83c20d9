import { frozen, type Head, type RecordedEvent } from '#events';
import type { SealingKeys } from './personal-data.js';

/** A stream as it reads up to a head, frozen because readers share it, and the keys its persons were opened with. */
export type OpenedStream = { head: Head; events: RecordedEvent[]; keys: SealingKeys; size: number };

/** Megabytes of stored JSON remembered at most, unless STREAM_CACHE_MB says otherwise: a small machine has room for the objects made of it. */
const USUAL_MB = 8;
const MOST_MB = 4096;
const CHARACTERS_PER_MB = 1024 * 1024;

/**
 * Characters of stored JSON that a process remembers at most, as its environment names them in STREAM_CACHE_MB; 0 remembers nothing.
 * @throws Error for anything but a whole number of megabytes
 */
export const streamCacheOf = ({
  STREAM_CACHE_MB: given,
}: {
  STREAM_CACHE_MB?: string | number | undefined;
}): number => {
  const megabytes = given === undefined || given === '' ? USUAL_MB : Number(given);
  if (!Number.isInteger(megabytes) || megabytes < 0 || megabytes > MOST_MB)
    throw new Error(`STREAM_CACHE_MB is a whole number up to ${MOST_MB}`);
  return megabytes * CHARACTERS_PER_MB;
};

/**
 * Streams opened lately. What is read again (the consignment somebody works on, the unit it is addressed to) is neither
 * fetched, decrypted nor validated again: the hash of a head proves everything that lies before it.
 * Nothing here outlives an erasure: an entry counts only together with the keys that the vault gives for this very read.
 */
export class OpenedStreams {
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
    this.byName.set(stream, { ...opened, events: frozen(opened.events) });
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
export const isStillOpen = ({ keys }: { keys: SealingKeys }, now: SealingKeys): boolean =>
  Array.from(keys).every(([index, key]) => {
    const found = now.get(index);
    return found !== undefined && Buffer.compare(found, key) === 0;
  });
