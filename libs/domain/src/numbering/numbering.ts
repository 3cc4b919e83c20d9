import { type NumberingEvent, numberingEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';

/** `takenFor` lists the holders, e.g. consignment ids, in the order in which they get their numbers. */
export type NumberingCommand = { type: 'TakeNumbers'; takenFor: readonly string[] };

/**
 * The numbers taken so far, newest first; null if there are none. A linked list, so that each folded event costs one
 * node.
 */
export type Numbering = { number: number; takenFor: string; before: Numbering } | null;

/** The number of a holder; null if it has none. */
export const numberOfHolder = (numbering: Numbering, takenFor: string): number | null => {
  for (let entry = numbering; entry; entry = entry.before) if (entry.takenFor === takenFor) return entry.number;
  return null;
};

/**
 * Each holder gets exactly one number. The next number is the newest plus one, so folding only the last event is
 * sufficient.
 */
const decide = ({ takenFor }: NumberingCommand, numbering: Numbering): NumberingEvent[] =>
  [...new Set(takenFor)]
    .filter((holder) => numberOfHolder(numbering, holder) === null)
    .map((holder, index) => ({
      type: 'NumberTaken',
      data: { number: (numbering?.number ?? 0) + 1 + index, takenFor: holder },
    }));

const evolve = (before: Numbering, { data }: NumberingEvent): Numbering => ({ ...data, before });

/** Stream numbering-<unit id>-<year>. Gaps are allowed; a number is never given twice (ADR-002). */
export const numbering: Aggregate<typeof numberingEvents, NumberingCommand, Numbering> = {
  category: 'numbering',
  events: numberingEvents,
  readsNewestEventOnly: true,
  decider: { initialState: null, decide, evolve },
};

const SERIAL_DIGITS = 5;

/**
 * `<unitNo>-<yyyy>-<5 digits>`, e.g. "TU001-2026-00042". The serial has more digits after 99999 in a year (ADR-002).
 */
export const consignCodeOf = (unitNo: string, year: number, number: number): string =>
  `${unitNo}-${year}-${String(number).padStart(SERIAL_DIGITS, '0')}`;

/** Id part of a numbering stream: numbering-<unit id>-<year>. */
export const numberingIdOf = (testUnitId: string, year: number): string => `${testUnitId}-${year}`;
