import { describe, it } from '@jest/globals';
import { specificationOf } from '#harness/domain/specification';
import { reportConfig } from './report-config.js';

const given = specificationOf(reportConfig.decider);
const mailed = { type: 'ReportConfigSaved', data: { consignType: 1, getReportType: '3', reportCount: 2 } } as const;

describe('the report preference of a consigning unit', () => {
  it('is stored for each consignment type, and an unchanged save causes no event', () => {
    given()
      .when({ type: 'SaveReportConfig', consignType: 1, wish: { getReportType: '3', reportCount: 2 } })
      .then(mailed);
    given(mailed)
      .when({ type: 'SaveReportConfig', consignType: 1, wish: { getReportType: '3', reportCount: 2 } })
      .thenNothing();
    given(mailed)
      .when({ type: 'SaveReportConfig', consignType: 2, wish: { getReportType: '10', reportCount: 0 } })
      .thenState({ 1: { getReportType: '3', reportCount: 2 }, 2: { getReportType: '10', reportCount: 0 } });
  });

  it('requires at least one copy unless reports are electronic', () => {
    given()
      .when({ type: 'SaveReportConfig', consignType: 1, wish: { getReportType: '1', reportCount: 0 } })
      .thenRefused('REPORT_COUNT_MIN');
  });
});
