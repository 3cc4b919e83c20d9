import type { ReportStatus } from '#events';

/** Everything a testing unit may want to do with a report, in the order menus show it. */
export const REPORT_ACTIONS = ['upload', 'changeStatus', 'publish', 'setMailNumber', 'pickUp', 'withdraw'] as const;
export type ReportActionName = (typeof REPORT_ACTIONS)[number];

/** Where an action leads: a status, nowhere, or to the status the command names. */
export type ReportTarget = ReportStatus | 'stays' | 'chosen';

const from = (statuses: readonly ReportStatus[], target: ReportTarget): Partial<Record<ReportStatus, ReportTarget>> =>
  Object.fromEntries(statuses.map((status) => [status, target]));

/**
 * What may be done with a report in which status, and where it leads: decide, the offered actions and the console read this one table.
 * A published report is not changed any more, only sent, handed over or declared void; setting its mail number is sending it.
 */
export const reportTransitions: Readonly<Record<ReportActionName, Partial<Record<ReportStatus, ReportTarget>>>> = {
  upload: from([10, 20, 30], 'stays'),
  changeStatus: from([10, 20, 30, 40, 50], 'chosen'),
  publish: from([10, 20, 30], 40),
  setMailNumber: { ...from([10, 20, 30, 50, 60], 'stays'), 40: 50 },
  /** Signed for by whoever fetches it; what was only marked as collected cannot be signed for afterwards. */
  pickUp: from([40, 50], 60),
  withdraw: from([10, 20, 30, 40, 50, 60], 90),
};

/** The statuses that may be named by hand: work goes to and fro until publication, and only on after it. */
const steps: Readonly<Record<ReportStatus, readonly ReportStatus[]>> = {
  10: [20, 30],
  20: [10, 30],
  30: [10, 20],
  40: [50, 60],
  50: [60],
  60: [],
  90: [],
};

export const reportTargetOf = (action: ReportActionName, status: ReportStatus): ReportTarget | null =>
  reportTransitions[action][status] ?? null;
export const nextReportStatuses = (status: ReportStatus): readonly ReportStatus[] => steps[status];

/** The client sees the file of a report from its publication until it is declared void. */
export const isPublished = (status: ReportStatus): boolean => status === 40 || status === 50 || status === 60;
