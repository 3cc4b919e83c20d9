import {
  ROLE,
  reportApplicationEvents,
  type Actor,
  type ReportApplication,
  type ReportApplicationEvent,
} from '#events';
import { remarkProblem } from '../consignment/remark.js';
import type { OpenConsignment } from '../consignment/state.js';
import type { Aggregate } from '../handle.js';
import { typedCountProblem, readCount, type TypedCount } from '../numbers/typed-number.js';
import { problem, refuseIf, type Problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { isReceived } from './report-subject.js';

/** Copies a client may ask for at once. */
export const MOST_REPORT_COPIES = 99;

export type ReportApplicationCommand = {
  type: 'ApplyForReport';
  by: Actor;
  consignmentId: string;
  consignment: OpenConsignment;
  application: ReportApplication;
};

/** All applications for a consignment's reports, oldest first. */
export type ReportApplications = readonly ReportApplication[];

const isSame = (one: ReportApplication, other: ReportApplication): boolean =>
  one.reportId === other.reportId && one.reportCount === other.reportCount && one.remark === other.remark;

/** What is wrong with the number of copies asked for, as it was typed. */
export const copiesProblem = (typed: TypedCount): Problem | null => {
  const copies = readCount(typed) ?? 0;
  if (!Number.isInteger(copies)) return typedCountProblem(typed, { min: 1, max: MOST_REPORT_COPIES }, 'reportCount');
  if (copies < 1) return problem('REPORT_COUNT_MIN', {}, 'reportCount');
  return copies > MOST_REPORT_COPIES ? problem('TOO_MANY_COPIES', { max: MOST_REPORT_COPIES }, 'reportCount') : null;
};

/**
 * reportApplication-<consignment id>: what its client asks the laboratory for. An identical application is there already and changes nothing (AAPI-021).
 * @throws RuleBroken REPORT_APPLICATION_NOT_ALLOWED, NOT_YOURS, SAMPLES_NOT_RECEIVED, REPORT_COUNT_MIN, TOO_MANY_COPIES, REMARK_TOO_LONG.
 */
export const reportApplication: Aggregate<
  typeof reportApplicationEvents,
  ReportApplicationCommand,
  ReportApplications
> = {
  category: 'reportApplication',
  events: reportApplicationEvents,
  decider: {
    initialState: [],
    decide({ by, consignmentId, consignment, application: given }, earlier): ReportApplicationEvent[] {
      refuseIf(by.role === ROLE.client ? null : problem('REPORT_APPLICATION_NOT_ALLOWED'));
      refuseIf(sameId(by.unitId, consignment.consignUnitId) ? null : problem('NOT_YOURS'));
      refuseIf(
        isReceived(consignment.consignStatus)
          ? null
          : problem('SAMPLES_NOT_RECEIVED', { status: consignment.consignStatus }),
      );
      refuseIf(copiesProblem(given.reportCount) ?? remarkProblem(given.remark));
      const application = { ...given, remark: given.remark.trim() };
      return earlier.some((known) => isSame(known, application))
        ? []
        : [{ type: 'ReportApplied', data: { consignmentId, ...application } }];
    },
    evolve: (earlier, { data: { consignmentId: _, ...application } }) => [...earlier, application],
  },
};
