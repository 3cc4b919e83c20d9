import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** numbering-<unit id>-<year>: one event a number given; gaps are allowed, a number is never given twice (ADR-002). */
export const numberingEvents = {
  NumberTaken: defineEvent(z.object({ number: z.number().int().min(1), takenFor: z.string() })),
};
export type NumberingEvent = EventOf<typeof numberingEvents>;
