import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** What an operating instruction explains: 0 raw-material pre-consignment, 1 on-site appointment; both are joined by a comma (002 OI-002). */
export const InstructionType = z.literal(['0', '1', '0,1']);
export type InstructionType = z.infer<typeof InstructionType>;

/** `content` is HTML, as it was sanitised before it was recorded. */
export const Instruction = z.object({ type: InstructionType, title: z.string(), content: z.string() });
export type Instruction = z.infer<typeof Instruction>;

/** instruction-<id>: one operating instruction. A change holds the whole of it. */
export const instructionEvents = {
  InstructionAdded: defineEvent(Instruction),
  InstructionChanged: defineEvent(Instruction),
  InstructionDeleted: defineEvent(z.object({})),
};
export type InstructionEvent = EventOf<typeof instructionEvents>;
