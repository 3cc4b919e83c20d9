import type { Dashboard } from '#contract';
import { ConsignStatus, ConsignType } from '#events';

const day = (n: number): string => new Date(Date.UTC(2026, 10, n)).toISOString().slice(0, 10);

/** Number of consignments by status and kind; zero except for `counts`, e.g. `{ '20/1': 3 }`. */
export const statusCounts = (counts: Record<string, number> = {}): Dashboard['byStatus'] =>
  [...ConsignStatus.values].flatMap((consignStatus) =>
    [...ConsignType.values].map((consignType) => ({
      consignStatus,
      consignType,
      count: counts[`${consignStatus}/${consignType}`] ?? 0,
    })),
  );

/**
 * The figures of a unit on Saturday, 21 November 2026; those of one without any consignments unless `some` says more.
 */
export const dashboardWith = (some: Partial<Dashboard> = {}): Dashboard => ({
  countedAt: '2026-11-21T02:00:00.000Z',
  byStatus: statusCounts(),
  weeks: Array.from({ length: 12 }, (_, ago) => ({
    from: day(16 - 7 * (11 - ago)),
    to: day(22 - 7 * (11 - ago)),
    byType: [...ConsignType.values].map((consignType) => ({ consignType, count: 0 })),
  })),
  days: Array.from({ length: 30 }, (_, ago) => ({ day: day(21 - (29 - ago)), count: 0 })),
  submitted: { thisMonth: 0, lastMonthSoFar: 0, last30Days: 0, thirtyDaysBefore: 0 },
  audits: { audited: 0, passedAtOnce: 0 },
  turnaround: [
    { step: 'audit', count: 0, medianHours: null, ninetyPercentHours: null },
    { step: 'receipt', count: 0, medianHours: null, ninetyPercentHours: null },
  ],
  ageing: [
    [0, 24],
    [24, 72],
    [72, 168],
    [168, null],
  ].map(([fromHours, toHours]) => ({ fromHours: fromHours ?? 0, toHours: toHours ?? null, byStatus: [] })),
  oldestAwaitingAudit: null,
  receivedToday: 0,
  platform: null,
  attention: null,
  ...some,
});
