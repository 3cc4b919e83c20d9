import { type RichTextImage, richTextImageEvents, type RichTextImageEvent } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';

export type RichTextImageCommand = { type: 'UploadImage'; image: RichTextImage } | { type: 'DeleteImage' };

/** richTextImage-<id>; null before it was uploaded and after it was deleted. @throws RuleBroken RECORD_EXISTS, NO_SUCH_FILE (FI-001, FI-004). */
export const richTextImage: Aggregate<typeof richTextImageEvents, RichTextImageCommand, RichTextImage | null> = {
  category: 'richTextImage',
  events: richTextImageEvents,
  decider: {
    initialState: null,
    decide(command, state): RichTextImageEvent[] {
      if (command.type === 'UploadImage') {
        refuseIf(state && problem('RECORD_EXISTS'));
        return [{ type: 'RichTextImageUploaded', data: command.image }];
      }
      if (!state) throw new RuleBroken(problem('NO_SUCH_FILE'));
      return [{ type: 'RichTextImageDeleted', data: {} }];
    },
    evolve: (_state, event) => (event.type === 'RichTextImageUploaded' ? event.data : null),
  },
};
