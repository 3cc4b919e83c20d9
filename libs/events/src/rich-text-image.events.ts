import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** richTextImage-<id>: a picture for rich text. `unitId` null: of the platform. `hash` names its content, so that the content is kept (ADR-035). */
export const RichTextImage = z.object({
  name: z.string(),
  size: z.number().int(),
  mediaType: z.string(),
  hash: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  unitId: z.string().nullable(),
});
export type RichTextImage = z.infer<typeof RichTextImage>;

export const richTextImageEvents = {
  RichTextImageUploaded: defineEvent(RichTextImage),
  RichTextImageDeleted: defineEvent(z.object({})),
};
export type RichTextImageEvent = EventOf<typeof richTextImageEvents>;
