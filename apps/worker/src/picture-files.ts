import { imageUses, UNUSED_IMAGE_DAYS, type ImageUseRow } from '#domain';
import { decode, idOfStream, richTextImageEvents, type RecordedEvent } from '#events';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `since` is when the picture was uploaded or, if later, when a text was last saved that shows it or showed it before. */
type Picture = { hash: string; since: string };

/**
 * Which files are pictures of rich text, learned event by event in the order of the log, and which of them no text shows, as the
 * view imageUses tells it. Deleted ones are not wanted: their address answers nothing any more (ADR-036).
 */
export const pictureFiles = () => {
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
