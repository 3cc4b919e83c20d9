import type { ReportScheduleItem, ScheduledReport } from '#contract';

const NAMES: Record<number, string> = {
  0: '待出报告',
  10: '检测中',
  20: '编制中',
  30: '已签发',
  40: '已发布',
  50: '已邮寄',
  60: '已领取',
  90: '已作废',
};

/** The enumeration ReportStatus as the server returns it. */
export const reportStatusNames = Object.entries(NAMES).map(([value, name]) => ({
  value: Number(value),
  name,
  text: name,
}));

export const scheduledReportWith = (some: Partial<ScheduledReport> = {}): ScheduledReport => ({
  reportId: crypto.randomUUID(),
  revision: 2,
  reportNumber: 'BG-1',
  reportStatus: 10,
  reportStatusStr: NAMES[some.reportStatus ?? 10] ?? '',
  mailNumber: '',
  testContent: '普通硅酸盐水泥',
  file: null,
  publishedAt: null,
  withdrawnBecause: '',
  ...some,
});

const itemWith = (some: Partial<ReportScheduleItem>): ReportScheduleItem => ({
  testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79',
  testUnitName: '浙东交通工程检测中心有限公司',
  mailNumber: '',
  consignCode: 'TU001-2026-00001',
  preStatus: '已收样',
  consignUnitName: '云岭交通建设集团第三工程公司',
  projectName: '云岭至安溪高速公路工程',
  testContent: '普通硅酸盐水泥',
  acceptTime: '2026-11-19T08:42:00.000Z',
  reportSchedule: NAMES[some.reportStatus ?? 0] ?? '',
  isSelected: false,
  consignFormaNumber: '',
  consignId: crypto.randomUUID(),
  consignType: 1,
  reportId: null,
  reportNumber: '',
  reportStatus: 0,
  reportStatusStr: NAMES[some.reportStatus ?? 0] ?? '',
  progress: 0,
  reports: [],
  applications: [],
  ...some,
});

/** A row of one report. */
export const reportRowWith = (
  report: Partial<ScheduledReport> = {},
  some: Partial<ReportScheduleItem> = {},
): ReportScheduleItem => {
  const only = scheduledReportWith(report);
  return itemWith({
    reportId: only.reportId,
    reportNumber: only.reportNumber,
    reportStatus: only.reportStatus,
    mailNumber: only.mailNumber,
    reports: [only],
    ...some,
  });
};

/** A row of one consignment with its reports. */
export const progressRowWith = (
  reports: readonly ScheduledReport[] = [],
  some: Partial<ReportScheduleItem> = {},
): ReportScheduleItem => itemWith({ reports: [...reports], ...some });
