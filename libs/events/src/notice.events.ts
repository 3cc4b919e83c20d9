import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/**
 * `content` is HTML, as it was sanitised before it was recorded. `testUnitId` null: of the platform, for everybody;
 * else of a testing unit.
 */
export const Notice = z.object({
  noticeNo: z.string(),
  title: z.string(),
  content: z.string(),
  noticeType: z.number().int(),
  testUnitId: z.string().nullable(),
  testUnitName: z.string(),
});
export type Notice = z.infer<typeof Notice>;

/** notice-<id>. A change holds the whole of it; readers see it from being sent on until it is withdrawn. */
export const noticeEvents = {
  NoticeDrafted: defineEvent(Notice),
  NoticeChanged: defineEvent(Notice),
  NoticeSent: defineEvent(z.object({ sendTime: z.string() })),
  NoticeWithdrawn: defineEvent(z.object({ reason: z.string() })),
  /** `reason`: why one that was shown is gone; it came later. */
  NoticeDeleted: defineEvent(z.object({ reason: z.string().optional() })),
};
export type NoticeEvent = EventOf<typeof noticeEvents>;

/**
 * What an operating instruction explains: 0 raw-material pre-consignment, 1 on-site appointment; both are joined by a
 * comma (002 OI-002).
 */
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
