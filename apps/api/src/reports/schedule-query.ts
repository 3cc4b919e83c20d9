import { ROLE } from '#events';
import type { getReportScheduleNew } from '#contract';
import { problem, RuleBroken } from '#domain/rules';
import { endOfDayInChina, startOfDayInChina } from '#domain/time';
import type { Condition } from '#engines';
import { hasRole, isLab, type Caller } from '../auth/caller.js';
import type { InputOf } from '../http/operation-handlers.js';

export type ScheduleFilters = Pick<InputOf<typeof getReportScheduleNew>, 'from' | 'to'> &
  Partial<Pick<InputOf<typeof getReportScheduleNew>, 'reportStatus'>>;

/** Conditions of a progress list or its counts: caller, time of acceptance and status. */
export const scheduleConditions = (caller: Caller, { from, to, reportStatus = [] }: ScheduleFilters): Condition[] => [
  ...callerConditions(caller),
  ...(reportStatus.length === 0 ? [] : [{ column: 'reportStatus', in: [...reportStatus] }]),
  ...(from === undefined && to === undefined
    ? []
    : [
        {
          column: 'acceptedAt',
          ...(from === undefined ? {} : { from: startOfDayInChina(from) }),
          ...(to === undefined ? {} : { to: endOfDayInChina(to) }),
        },
      ]),
];

/** A client sees rows of its own consignments, a laboratory those that it tests, administrators and auditors all. */
export const callerConditions = (caller: Caller): Condition[] => {
  if (hasRole(caller, ROLE.admin, ROLE.auditor)) return [];
  if (caller.unitId === null) throw new RuleBroken(problem('NO_UNIT'));
  return [{ column: isLab(caller) ? 'testUnitId' : 'consignUnitId', eq: caller.unitId }];
};
