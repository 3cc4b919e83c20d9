import type { Logger } from 'pino';
import { handle } from '#domain/event-sourcing';
import { type ImageUseRow, imageUses, richTextImage, UNUSED_IMAGE_DAYS } from '#domain/files';
import { RuleBroken } from '#domain/rules';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time';
import { type Files, runPeriodic } from '#engines';
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
 * `since` is when the picture was uploaded or, if later, when a text was last saved that shows it or showed it before.
 */
type Picture = { hash: string; since: string };

/**
 * Which files are pictures of rich text, learned event by event in the order of the log, and which of them no text
 * shows, as the view imageUses tells it. Deleted ones are not wanted: their address answers nothing any more (ADR-036).
 */
const pictureFiles = () => {
  const pictures = new Map<string, Picture>();
  const texts = new Map<string, ImageUseRow>();
  const takeText = (event: RecordedEvent, id: string): void => {
    const before = texts.get(id) ?? null;
    const after = imageUses.project(before, event, id);
    if (after) texts.set(id, after);
    else texts.delete(id);
    for (const imageId of [...(before?.imageIds ?? []), ...(after?.imageIds ?? [])]) {
      const picture = pictures.get(imageId);
      if (picture) picture.since = event.metadata.at;
    }
  };
  return {
    /** True for an event of a picture: the file it names is to be kept by `wanted` alone. */
    take(event: RecordedEvent): boolean {
      if (imageUses.types.includes(event.type)) for (const id of imageUses.idsOf(event)) takeText(event, id);
      if (!(event.type in richTextImageEvents)) return false;
      const { type, data } = decode(richTextImageEvents, event);
      if (type === 'RichTextImageUploaded')
        pictures.set(idOfStream(event.stream), { hash: data.hash, since: event.metadata.at });
      else pictures.delete(idOfStream(event.stream));
      return true;
    },
    /** Hashes of the pictures that can be opened. */
    wanted: (): Set<string> => new Set([...pictures.values()].map(({ hash }) => hash)),
    /** Ids of those that no text has shown for so long that nobody is about to use them. */
    unusedAt(now: Date): string[] {
      const limit = new Date(now.getTime() - UNUSED_IMAGE_DAYS * DAY_MS).toISOString();
      const shown = new Set([...texts.values()].flatMap(({ imageIds }) => imageIds));
      return [...pictures].filter(([id, { since }]) => since < limit && !shown.has(id)).map(([id]) => id);
    },
  };
};

/**
 * An uploadId is good for 24 hours (ADR-035). A request that used it in its last second, and a job that stores its file
 * before its event, have an hour more to be recorded.
 */
const KEPT_MS = 25 * HOUR_MS;
const EVERY_MS = HOUR_MS;
const PAGE = 1000;

/** An upload of the same bytes is later than the event that names them; clocks may differ by so much. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS;

type Options = { eventStore: EventStore; files: Files; now: () => Date; logger: Logger; signal?: AbortSignal };

/**
 * Deletes unreferenced files and unused pictures, once an hour, until `signal` aborts. An engine that fails is asked
 * again in the next round.
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
 * One round: deletes the files that no event of the log has ever named and that nobody has put for 25 hours; answers
 * how many. Three kinds do not stay for having been named. Two hold names and phones: a ledger is wanted for a day at
 * most, a document until a newer one takes its place; what may name a person who was erased goes in the first round
 * after that. A picture of rich text goes with its record, which is closed after a week in which no text showed it. The
 * log is read to its end after that limit was drawn, so whatever names an older file has been read. Any text of a
 * hash's shape counts as a name, in events of any kind. Files older than the log are another log's, and stay. A round
 * breaks off when `signal` aborts.
 */
export const createFileSweep = ({ eventStore, files, now, logger, signal }: Options): (() => Promise<number>) => {
  const named = new Set<string>();
  const ledgers = ledgerFiles();
  const documents = documentFiles();
  const pictures = pictureFiles();
  let position: Position = START;
  let begin: Date | null = null;
  const readOn = async (): Promise<void> => {
    for (;;) {
      signal?.throwIfAborted();
      const page = await eventStore.readAll(position, PAGE);
      for (const event of page)
        if (!ledgers.take(event) && !documents.take(event) && !pictures.take(event))
          for (const hash of hashesIn(event)) named.add(hash);
      begin ??= page[0] ? new Date(page[0].metadata.at) : null;
      position = page.at(-1)?.position ?? position;
      if (page.length < PAGE) return;
    }
  };
  /**
   * Read to the end just before, so that no text shows it: whoever takes up a picture after a week in that very moment
   * finds it gone.
   */
  const closePicture = (id: string): Promise<unknown> =>
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
      if (!isReferenced(hash) && (await files.deletePutBefore(hash, new Date(at + CLOCK_DIFFERENCE_MS)))) deleted += 1;
      outdated.delete(hash);
    }
    return deleted;
  };
  const round = async (): Promise<number> => {
    const limit = new Date(now().getTime() - KEPT_MS);
    await readOn();
    if (begin === null) return 0;
    const unused = pictures.unusedAt(now());
    for (const id of unused) await closePicture(id);
    if (unused.length > 0) await readOn();
    const ofOthers = new Set<string>();
    for await (const hash of files.putBefore(begin)) ofOthers.add(hash);
    const wanted = new Set([...ledgers.wantedAt(now()), ...documents.wanted(), ...pictures.wanted()]);
    const isReferenced = (hash: string): boolean => named.has(hash) || wanted.has(hash) || ofOthers.has(hash);
    let deleted =
      (await deleteOutdated(ledgers.outdated, isReferenced)) + (await deleteOutdated(documents.outdated, isReferenced));
    for await (const hash of files.putBefore(limit)) {
      signal?.throwIfAborted();
      if (isReferenced(hash)) continue;
      if (await files.deletePutBefore(hash, limit)) deleted += 1;
    }
    if (deleted > 0) logger.info({ deleted }, 'unreferenced files were collected');
    return deleted;
  };
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(round, round); // one at a time: a round reads on where the last one stopped
    last = next.catch(() => undefined);
    return next;
  };
};

const hashesIn = ({ data }: RecordedEvent): readonly string[] => JSON.stringify(data).match(/[0-9a-f]{64}/g) ?? [];
