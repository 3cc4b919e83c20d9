import { ROLE, type EventStore } from '#events';
import { load, problem, registered, report, RuleBroken, sameId, type RegisteredReport, type Report } from '#domain';
import { has, type Caller } from '../auth/caller.js';

/** Reads one report by folding its stream: always current. @throws RuleBroken as `readableReport` does. */
export const findReport = async (store: EventStore, id: string, caller: Caller): Promise<RegisteredReport> => readableReport((await load(store, report, id)).state, caller);

/**
 * The report, if the caller may know of it: the two units it is between, administrators and auditors.
 * @throws RuleBroken NO_SUCH_REPORT, REPORT_NOT_YOURS.
 */
export const readableReport = (state: Report, caller: Caller): RegisteredReport => {
  const known = registered(state);
  const isParty = caller.unitId !== null && ((has(caller, ROLE.client) && sameId(caller.unitId, known.consignUnitId)) || (has(caller, ROLE.lab) && sameId(caller.unitId, known.testUnitId)));
  if (!isParty && !has(caller, ROLE.admin, ROLE.auditor)) throw new RuleBroken(problem('REPORT_NOT_YOURS'));
  return known;
};
