import { problem, refuseIf, sameFacts } from '#domain';
import type { Position } from '#events';

/** One stream that an import changes. `agree` refuses where it says something else than the workbook was read on. */
export type ImportStep = { name: string; agree(): Promise<unknown>; apply(): Promise<Position | null> };

/** What is imported was read off what holds: it is put only where that still does. @throws RuleBroken CHANGED_MEANWHILE */
export const agreedOn =
  <Facts>(before: Facts, after: Facts) =>
  (now: Facts | null): Facts => {
    refuseIf(sameFacts(now, before) || sameFacts(now, after) ? null : problem('CHANGED_MEANWHILE'));
    return after;
  };
