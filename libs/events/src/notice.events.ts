import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/**
 * `content` is HTML that was sanitised before it was recorded. `testUnitId` is null for a notice of the platform, which
 * is for all users.
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

/** notice-<id>. A change contains the whole notice. Readers see it from the time it is sent until it is withdrawn. */
export const noticeEvents = {
  NoticeDrafted: defineEvent(Notice),
  NoticeChanged: defineEvent(Notice),
  NoticeSent: defineEvent(z.object({ sendTime: z.string() })),
  NoticeWithdrawn: defineEvent(z.object({ reason: z.string() })),
  /** `reason`: why a visible notice was deleted; it was added later. */
  NoticeDeleted: defineEvent(z.object({ reason: z.string().optional() })),
};
export type NoticeEvent = EventOf<typeof noticeEvents>;

/**
 * What an operating instruction explains: 0 raw-material pre-consignment, 1 on-site appointment; both are joined by a
 * comma (002 OI-002).
 */
export const InstructionType = z.literal(['0', '1', '0,1']);
export type InstructionType = z.infer<typeof InstructionType>;

/** `content` is HTML that was sanitised before it was recorded. */
export const Instruction = z.object({ type: InstructionType, title: z.string(), content: z.string() });
export type Instruction = z.infer<typeof Instruction>;

/** instruction-<id>: one operating instruction. A change contains the whole instruction. */
export const instructionEvents = {
  InstructionAdded: defineEvent(Instruction),
  InstructionChanged: defineEvent(Instruction),
  InstructionDeleted: defineEvent(z.object({})),
};
export type InstructionEvent = EventOf<typeof instructionEvents>;
