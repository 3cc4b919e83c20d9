import { z } from 'zod';
import { ConsignStatus, ConsignType } from '#events';
import { atLeast, operation } from './operation.js';

const count = z.number().int();
const ofStatus = z.object({ consignStatus: ConsignStatus, consignType: ConsignType, count });

/** Where time goes: from a submission to its verdict, from the verdict to the receipt of the samples. */
export const Turnaround = z.object({
  step: z.enum(['audit', 'receipt']),
  /** Consignments that took the step in the last 90 days. */
  count,
  /** Half of them took at most this many hours, nine of ten at most that many; null where nobody took it. */
  medianHours: z.number().nullable(),
  ninetyPercentHours: z.number().nullable(),
});
export type Turnaround = z.infer<typeof Turnaround>;

/** One testing unit as the platform sees it, over the last 30 days; `awaitingAudit` now. */
export const LaboratoryFigures = z.object({
  testUnitId: z.string(),
  testUnitName: z.string(),
  submitted: count,
  awaitingAudit: count,
  audited: count,
  passedAtOnce: count,
  medianAuditHours: z.number().nullable(),
});
export type LaboratoryFigures = z.infer<typeof LaboratoryFigures>;

/** Days and weeks are those of China, yyyy-MM-dd. A submission counts to the day of its latest time. */
export const Dashboard = z.object({
  /** UTC; when the figures were counted. */
  countedAt: z.string(),
  byStatus: z.array(ofStatus),
  /** Submissions of twelve weeks, Monday to Sunday, the running one last. */
  weeks: z.array(
    z.object({ from: z.string(), to: z.string(), byType: z.array(z.object({ consignType: ConsignType, count })) }),
  ),
  /** Submissions of 30 days, today last. */
  days: z.array(z.object({ day: z.string(), count })),
  submitted: z.object({ thisMonth: count, lastMonthSoFar: count, last30Days: count, thirtyDaysBefore: count }),
  /** Verdicts of the last 30 days, and those among them that passed a first submission. */
  audits: z.object({ audited: count, passedAtOnce: count }),
  turnaround: z.array(Turnaround),
  /** How long what somebody has to act on has stood at its status. `toHours` null: no end. */
  ageing: z.array(z.object({ fromHours: z.number(), toHours: z.number().nullable(), byStatus: z.array(ofStatus) })),
  /** UTC; since when the oldest one awaits its audit. */
  oldestAwaitingAudit: z.string().nullable(),
  receivedToday: count,
  /** For administrators and auditors. `active`: with a submission in the last 30 days. */
  platform: z
    .object({
      consigningUnits: z.object({ active: count, all: count }),
      testingUnits: z.object({ active: count, all: count }),
      laboratories: z.array(LaboratoryFigures),
    })
    .nullable(),
  /** For administrators: what does not run, and how many units that registered themselves wait to be opened. */
  attention: z
    .object({
      stoppedViews: z.array(z.object({ name: z.string(), since: z.string() })),
      failedJobs: count,
      waitingUnits: z.object({ consigning: count, testing: count }),
    })
    .nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

const D = '/api/services/app/Dashboard/';
const dashboardQuery = z.object({ ...atLeast, consignType: z.coerce.number().pipe(ConsignType).optional() });

/** What the specification leaves open, proposed as this (002 AAPI-024). */
export const getStatistic = operation({
  name: 'GetStatistic',
  method: 'GET',
  path: `${D}GetStatistic`,
  summary:
    'Figures of the caller’s unit, or of all: where consignments stand, how many come, how long they take and wait',
  source: 'AAPI-024, SH-016',
  query: dashboardQuery,
  result: Dashboard,
});
export const getStatisticMobile = operation({
  name: 'GetStatistic_Mobile',
  method: 'GET',
  path: `${D}GetStatistic_Mobile`,
  summary: 'Where the consignments of the caller’s unit stand, or all: as much as a phone shows',
  source: 'AAPI-024',
  query: dashboardQuery,
  result: Dashboard.pick({ countedAt: true, byStatus: true }),
});
