import type { Logger } from 'pino';
import { handle } from '#domain/event-sourcing';
import { type ImageUseRow, imageUses, richTextImage, UNUSED_IMAGE_DAYS } from '#domain/files';
import { RuleBroken } from '#domain/rules';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time';
import { createMutex, type Files, runPeriodic } from '#engines';
import {
  decode,
  type EventStore,
  idOfStream,
  type Position,
  type RecordedEvent,
  richTextImageEvents,
  START,
} from '#events';
import { ledgerFiles } from './ledger/ledger-files.js';
import { documentFiles } from './pdf/document-files.js';
import { workerContext } from './recorder.js';

/**
 * `since`: when the picture was uploaded, or when a text that shows or showed it was last saved, whichever is later.
 */
type Picture = { hash: string; since: string };

/**
 * Tracks which files are pictures of rich text and which of them no text shows, as in the view imageUses. It is fed
 * with events in log order. Deleted pictures are not available, because their address no longer responds (ADR-036).
 */
const pictureFiles = () => {
  const pictures = new Map<string, Picture>();
  const texts = new Map<string, ImageUseRow>();
  const applyText = (event: RecordedEvent, id: string): void => {
    const previous = texts.get(id) ?? null;
    const current = imageUses.project(previous, event, id);
    if (current) texts.set(id, current);
    else texts.delete(id);
    for (const imageId of [...(previous?.imageIds ?? []), ...(current?.imageIds ?? [])]) {
      const picture = pictures.get(imageId);
      if (picture) picture.since = event.metadata.at;
    }
  };
  return {
    /** Applies an event. True for an event about a picture, whose file stays only while it is in `availableHashes`. */
    apply(event: RecordedEvent): boolean {
      if (imageUses.types.includes(event.type)) for (const id of imageUses.idsOf(event)) applyText(event, id);
      if (!(event.type in richTextImageEvents)) return false;
      const { type, data } = decode(richTextImageEvents, event);
      if (type === 'RichTextImageUploaded')
        pictures.set(idOfStream(event.stream), { hash: data.hash, since: event.metadata.at });
      else pictures.delete(idOfStream(event.stream));
      return true;
    },
    /** Hashes of the pictures that can be opened. */
    availableHashes: (): Set<string> => new Set([...pictures.values()].map(({ hash }) => hash)),
    /** Ids of the pictures that no text has shown for UNUSED_IMAGE_DAYS. */
    unusedIds(now: Date): string[] {
      const limit = new Date(now.getTime() - UNUSED_IMAGE_DAYS * DAY_MS).toISOString();
      const usedIds = new Set([...texts.values()].flatMap(({ imageIds }) => imageIds));
      return [...pictures].filter(([id, { since }]) => since < limit && !usedIds.has(id)).map(([id]) => id);
    },
  };
};

/**
 * An uploadId is valid for 24 hours (ADR-035). The extra hour is for a request that uses it at the last moment, and for
 * a job that stores its file before its event.
 */
const MIN_AGE_MS = 25 * HOUR_MS;
const EVERY_MS = HOUR_MS;
const PAGE_SIZE = 1_000;

/** Allowance for clocks that differ, when the time of an upload is compared with that of an event. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS;

type Options = { eventStore: EventStore; files: Files; now: () => Date; logger: Logger; signal?: AbortSignal };

/**
 * Deletes unreferenced files and unused pictures, once an hour, until `signal` aborts. If an engine fails, the next
 * round tries again.
 */
export const startFileCollection = ({
  signal,
  everyMs = EVERY_MS,
  sweep,
  logger,
}: Pick<Options, 'logger'> & {
  sweep: () => Promise<number>;
  signal: AbortSignal;
  everyMs?: number;
}): Promise<void> =>
  runPeriodic({ everyMs, signal, logger, failure: 'unreferenced files could not be collected' }, sweep);

/**
 * Returns a function for one round: it deletes files that no event refers to and that were last stored more than 25
 * hours ago, and returns their number. Three kinds of files are deleted although an event refers to them. A ledger is
 * kept for a day, and a document until a newer one replaces it, because both contain names and phone numbers; if they
 * may name a person who was erased, the next round deletes them. A picture of rich text is deleted once no text has
 * shown it for a week.
 * The log is read to its end after the age limit was computed, so every event that refers to an older file has been
 * read. Any text that looks like a hash counts as a reference, in events of any type. Files older than the log belong
 * to another log and stay. A round ends early when `signal` aborts.
 */
export const createFileSweep = ({ eventStore, files, now, logger, signal }: Options): (() => Promise<number>) => {
  const referencedHashes = new Set<string>();
  const ledgers = ledgerFiles();
  const documents = documentFiles();
  const pictures = pictureFiles();
  let position: Position = START;
  let logStart: Date | null = null;
  const readNewEvents = async (): Promise<void> => {
    for (;;) {
      signal?.throwIfAborted();
      const page = await eventStore.readAll(position, PAGE_SIZE);
      for (const event of page)
        if (!ledgers.apply(event) && !documents.apply(event) && !pictures.apply(event))
          for (const hash of hashesIn(event)) referencedHashes.add(hash);
      logStart ??= page[0] ? new Date(page[0].metadata.at) : null;
      position = page.at(-1)?.position ?? position;
      if (page.length < PAGE_SIZE) return;
    }
  };
  /**
   * The log was read to its end just before, so no text shows the picture. A text that uses it in this very moment,
   * after a week, does not find it.
   */
  const deletePicture = (id: string): Promise<unknown> =>
    handle(eventStore, richTextImage, id, { type: 'DeleteImage' }, workerContext(id, 'unused', now())).catch(
      (error: unknown) => {
        if (!(error instanceof RuleBroken)) throw error; // somebody else has just deleted it
      },
    );
  const deleteOutdated = async (
    outdated: Map<string, number>,
    isReferenced: (hash: string) => boolean,
  ): Promise<number> => {
    let deleted = 0;
    for (const [hash, at] of outdated) {
      signal?.throwIfAborted();
      if (!isReferenced(hash) && (await files.deleteIfPutBefore(hash, new Date(at + CLOCK_DIFFERENCE_MS))))
        deleted += 1;
      outdated.delete(hash);
    }
    return deleted;
  };
  const sweepOnce = async (): Promise<number> => {
    const limit = new Date(now().getTime() - MIN_AGE_MS);
    await readNewEvents();
    if (logStart === null) return 0;
    const unusedIds = pictures.unusedIds(now());
    for (const id of unusedIds) await deletePicture(id);
    if (unusedIds.length > 0) await readNewEvents();
    const olderThanLog = new Set<string>();
    for await (const hash of files.hashesPutBefore(logStart)) olderThanLog.add(hash);
    const availableHashes = new Set([
      ...ledgers.availableHashes(now()),
      ...documents.availableHashes(),
      ...pictures.availableHashes(),
    ]);
    const isReferenced = (hash: string): boolean =>
      referencedHashes.has(hash) || availableHashes.has(hash) || olderThanLog.has(hash);
    let deleted =
      (await deleteOutdated(ledgers.outdated, isReferenced)) + (await deleteOutdated(documents.outdated, isReferenced));
    for await (const hash of files.hashesPutBefore(limit)) {
      signal?.throwIfAborted();
      if (isReferenced(hash)) continue;
      if (await files.deleteIfPutBefore(hash, limit)) deleted += 1;
    }
    if (deleted > 0) logger.info({ deleted }, 'unreferenced files were collected');
    return deleted;
  };
  const mutex = createMutex(); // a round reads on where the last one stopped
  return () => mutex(sweepOnce);
};

const hashesIn = ({ data }: RecordedEvent): readonly string[] => JSON.stringify(data).match(/[0-9a-f]{64}/g) ?? [];
