import { problem, refuseIf, reportGate, sameId, type Problem, type RegisteredReport } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findReport } from './find-report.js';

/** Why somebody may not hand over these reports together against one signature; null when nothing stands in the way. */
export const pickUpProblem = (reports: readonly RegisteredReport[], { actor }: Caller): Problem | null => {
  const [first] = reports;
  const blocked = reports.map((report) => reportGate('pickUp', report, actor)).find((found) => found !== null);
  return (
    blocked ??
    (reports.every(({ consignUnitId }) => sameId(consignUnitId, first?.consignUnitId ?? null))
      ? null
      : problem('SEVERAL_CONSIGNING_UNITS', {}, 'ids'))
  );
};

/** For who is about to make a key. @throws RuleBroken as findReport and pickUpProblem find */
export const mayBePickedUp = async ({ eventStore }: Engines, ids: readonly string[], caller: Caller): Promise<void> =>
  refuseIf(pickUpProblem(await Promise.all(ids.map((id) => findReport(eventStore, id, caller))), caller));
