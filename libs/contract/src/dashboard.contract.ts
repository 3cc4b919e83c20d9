import { z } from 'zod';
import { ConsignStatus, ConsignType } from '#events';
import { atLeast, operation } from './operation.js';

const count = z.number().int();
const statusCount = z.object({ consignStatus: ConsignStatus, consignType: ConsignType, count });

/** Time from a submission to the audit result (`audit`), or from that to the receipt of the samples (`receipt`). */
export const Turnaround = z.object({
  step: z.enum(['audit', 'receipt']),
  /** Consignments that took the step in the last 90 days. */
  count,
  /** Median and 90th percentile in hours; null if no consignment took the step. */
  medianHours: z.number().nullable(),
  ninetyPercentHours: z.number().nullable(),
});
export type Turnaround = z.infer<typeof Turnaround>;

/** Figures of one testing unit for the platform, over the last 30 days; `awaitingAudit` is the current number. */
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

/** Days and weeks are those of China, yyyy-MM-dd. A submission counts on the day of its latest time. */
export const Dashboard = z.object({
  /** UTC; when the figures were counted. */
  countedAt: z.string(),
  byStatus: z.array(statusCount),
  /** Submissions of twelve weeks, Monday to Sunday, the current week last. */
  weeks: z.array(
    z.object({ from: z.string(), to: z.string(), byType: z.array(z.object({ consignType: ConsignType, count })) }),
  ),
  /** Submissions of 30 days, today last. */
  days: z.array(z.object({ day: z.string(), count })),
  submitted: z.object({ thisMonth: count, lastMonthSoFar: count, last30Days: count, thirtyDaysBefore: count }),
  /** Audit results of the last 30 days, and how many of them passed a first submission. */
  audits: z.object({ audited: count, passedAtOnce: count }),
  turnaround: z.array(Turnaround),
  /** Time at the current status of consignments that need an action. `toHours` is null for no upper limit. */
  ageing: z.array(z.object({ fromHours: z.number(), toHours: z.number().nullable(), byStatus: z.array(statusCount) })),
  /** UTC; since when the oldest consignment awaits its audit. */
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
  /** For administrators: stopped views, failed jobs, and the number of self-registered units that wait to be opened. */
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

/** The specification leaves the contents open; this is the proposal (002 AAPI-024). */
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
