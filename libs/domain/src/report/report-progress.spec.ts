import { expect, it } from '@jest/globals';
import type { ReportStatus } from '#events';
import { overallStatus, reportProgress, scheduleInWords } from './report-progress.js';

const reports = (...statuses: ReportStatus[]) => statuses.map((reportStatus) => ({ reportStatus }));

it('progress is told in words and percent, in three languages', () => {
  expect(scheduleInWords(reports())).toBe('待出报告');
  expect(scheduleInWords(reports(90))).toBe('已作废');
  expect(scheduleInWords(reports(20))).toBe('编制中 50%');
  expect(scheduleInWords(reports(40))).toBe('已发布');
  expect(scheduleInWords(reports(40, 10, 90, 40))).toBe('已发布 2、检测中 1');
  expect(scheduleInWords(reports(40, 10), 'en')).toBe('Published 1, Testing 1');
  expect(scheduleInWords(reports(50, 60), 'es')).toBe('Recogido 1, Enviado 1');
});

it('progress grows to 100 percent at the publication', () => {
  expect(([10, 20, 30, 40, 50, 60, 90] as const).map((status) => reportProgress(reports(status)))).toEqual([
    25, 50, 75, 100, 100, 100, 0,
  ]);
  expect(reportProgress([])).toBe(0);
  expect([overallStatus(reports(60, 30)), overallStatus(reports(90)), overallStatus([])]).toEqual([30, 0, 0]);
});
