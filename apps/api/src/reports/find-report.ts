import { ROLE, type EventStore, REPORT_STATUS } from '#events';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { requireRegistered, report, type RegisteredReport, type Report } from '#domain/report';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { hasRole, isClient, isLab, type Caller } from '../auth/caller.js';

/** Whether a caller sees reports as a client: not as a laboratory, an administrator or an auditor. */
export const isClientView = (caller: Caller): boolean => !isLab(caller) && !hasRole(caller, ROLE.admin, ROLE.auditor);

/** Reads one report by folding its stream, so it is always current. @throws RuleBroken as `requireReadableReport` */
export const findReport = async (store: EventStore, id: string, caller: Caller): Promise<RegisteredReport> =>
  requireReadableReport(store, (await load(store, report, id)).state, caller);

/**
 * Returns the report if the caller may read it: its laboratory, its consigning unit, administrators and auditors.
 * @throws RuleBroken REPORT_NOT_YOURS; NO_SUCH_REPORT also if its consignment is deleted, except for auditors
 * (ADR-027), and for a client if it is void and was never published.
 */
export const requireReadableReport = async (
  store: EventStore,
  state: Report,
  caller: Caller,
): Promise<RegisteredReport> => {
  const registeredReport = requireRegistered(state);
  const isParty =
    caller.unitId !== null &&
    ((isClient(caller) && sameId(caller.unitId, registeredReport.consignUnitId)) ||
      (isLab(caller) && sameId(caller.unitId, registeredReport.testUnitId)));
  if (!isParty && !hasRole(caller, ROLE.admin, ROLE.auditor)) throw new RuleBroken(problem('REPORT_NOT_YOURS'));
  const isWithheld =
    registeredReport.reportStatus === REPORT_STATUS.void && !registeredReport.wasPublished && isClientView(caller);
  if (
    isWithheld ||
    (!hasRole(caller, ROLE.auditor) &&
      (await load(store, consignment, registeredReport.consignmentId)).state.phase === 'deleted')
  )
    throw new RuleBroken(problem('NO_SUCH_REPORT'));
  return registeredReport;
};
