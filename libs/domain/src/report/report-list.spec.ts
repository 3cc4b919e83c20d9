import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent, RecordedEvent, ReportEvent, ReportStatus } from '#events';
import {
  added,
  cancelled,
  CLIENT_UNIT,
  CODE,
  committed,
  confirmed,
  created,
  header,
  historyTo,
  LAB_UNIT,
  laterStage,
  passed,
  sample,
  saved,
} from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import {
  CONSIGNMENT,
  mailed,
  statusChanged,
  pickedUp,
  published,
  registeredReport,
  REPORT,
  reportFile,
  reportHistoryTo,
  uploaded,
  withdrawn,
} from '#harness/domain/report-story';
import { consignmentProgress, type ConsignmentProgressRow, LIST_VISIBILITY } from './consignment-progress.js';
import { isHiddenFromClient, overallStatus, reportList, reportProgress, reportProgressText } from './report-list.js';

const OTHER = REPORT.replace(/1$/, '2');

const reportRow = (...events: ReportEvent[]) =>
  projectRows(reportList, toRecordedEvents(`report-${REPORT}`, events)).get(REPORT);

describe('the report list', () => {
  it('contains all data of a report that lists need', () =>
    expect(reportRow(registeredReport(), uploaded, published, mailed('SF-1'))).toEqual({
      id: REPORT,
      revision: 3,
      consignmentId: CONSIGNMENT,
      consignType: 1,
      consignCode: CODE,
      consignFormaNumber: 'lims-1',
      consignUnitId: CLIENT_UNIT,
      consignUnitName: '宁波路桥',
      testUnitId: LAB_UNIT,
      testUnitName: '浙东交通工程检测中心',
      projectName: '沿海高速公路',
      samples: [{ id: 'a-1', name: '水泥' }],
      acceptedAt: '2026-03-01T08:06:00.000Z',
      reportNumber: 'BG-001',
      reportStatus: 50,
      mailNumber: 'SF-1',
      file: reportFile,
      registeredAt: '2026-03-01T08:00:00.000Z',
      position: expect.stringMatching(/^\d{20}$/),
      publishedAt: '2026-03-01T08:02:00.000Z',
      withdrawnBecause: '',
    }));

  it.each(Object.entries(reportHistoryTo))('shows status %s if the history ends there', (status, events) =>
    expect(reportRow(...events)?.reportStatus).toBe(Number(status)),
  );

  it('shows why a report is void', () => expect(reportRow(...reportHistoryTo[90])?.withdrawnBecause).toBe('数据有误'));

  it('hides a report from the client if it became void before its publication', () => {
    const rows = [
      reportRow(registeredReport(), uploaded, withdrawn),
      reportRow(registeredReport(), uploaded, published, withdrawn),
      reportRow(registeredReport(), uploaded),
    ];
    expect(rows.map((row) => row && isHiddenFromClient(row))).toEqual([true, false, false]);
  });

  it('finds a report by its number, consignment, project, samples, mail number and units', () => {
    const row = reportRow(registeredReport(), uploaded, published, mailed('SF-1'));
    const text = row ? reportList.view.search?.(row) : '';
    for (const part of ['BG-001', CODE, 'lims-1', '沿海高速', '水泥', 'SF-1', '宁波路桥', '浙东交通'])
      expect(text).toContain(part);
  });

  it('is unchanged by a redelivery of events', () =>
    expectIdempotentOnRedelivery(
      reportList,
      toRecordedEvents(`report-${REPORT}`, [...reportHistoryTo[50], pickedUp, withdrawn]),
    ));

  it('shows a report as collected after it was signed for', () =>
    expect(reportRow(...reportHistoryTo[40], pickedUp)).toMatchObject({
      reportStatus: 60,
      publishedAt: '2026-03-01T08:02:00.000Z',
    }));
});

/** Streams as the log would hold them: one after the other, with positions of their own. */
const log = (...streams: RecordedEvent[][]): RecordedEvent[] =>
  streams.flat().map((event, index) => ({ ...event, position: String(index + 1).padStart(20, '0') }));
const consignmentEvents = (...events: ConsignmentEvent[]) => toRecordedEvents(`consignment-${CONSIGNMENT}`, events);
const reportEvents = (id: string, ...events: ReportEvent[]) => toRecordedEvents(`report-${id}`, events);
const applied = toRecordedEvents(`reportApplication-${CONSIGNMENT}`, [
  { type: 'ReportApplied', data: { consignmentId: CONSIGNMENT, reportId: null, reportCount: 2, remark: '请邮寄' } },
]);

const progressRow = (...streams: RecordedEvent[][]): ConsignmentProgressRow => {
  const row = projectRows(consignmentProgress, log(...streams)).get(CONSIGNMENT);
  if (!row) throw new Error('no row');
  return row;
};
const column = (name: string, row: ConsignmentProgressRow) => consignmentProgress.view.columns[name]?.of(row);

describe('progress of a consignment', () => {
  it('contains the consignment, its reports and the applications for reports', () => {
    const row = progressRow(
      consignmentEvents(...historyTo[60]),
      reportEvents(REPORT, registeredReport(), uploaded, published),
      reportEvents(OTHER, registeredReport({ reportNumber: 'BG-002' })),
      applied,
    );
    expect(row).toMatchObject({
      id: CONSIGNMENT,
      consignCode: CODE,
      consignFormaNumber: 'lims-1',
      consignType: 1,
      consignStatus: 60,
      consignUnitId: CLIENT_UNIT,
      consignUnitName: '宁波路桥',
      testUnitId: LAB_UNIT,
      testUnitName: '浙东交通工程检测中心',
      projectName: '沿海高速公路',
      samples: [{ id: 'a-1', name: '水泥' }],
      acceptedAt: '2026-03-01T08:06:00.000Z',
      deleted: false,
      applications: [{ reportId: null, reportCount: 2, remark: '请邮寄', at: '2026-03-01T08:00:00.000Z' }],
    });
    expect(
      row.reports.map(({ id, reportNumber, reportStatus, file }) => ({ id, reportNumber, reportStatus, file })),
    ).toEqual([
      { id: REPORT, reportNumber: 'BG-001', reportStatus: 40, file: reportFile },
      { id: OTHER, reportNumber: 'BG-002', reportStatus: 10, file: null },
    ]);
  });

  it.each(Object.entries(historyTo))('follows the consignment to status %s', (status, events) =>
    expect(progressRow(consignmentEvents(...events)).consignStatus).toBe(Number(status)),
  );

  it('is listed from the receipt of the samples on, and always once there are reports', () => {
    const listed = Object.entries(historyTo).map(([status, events]) => [
      Number(status),
      column('listed', progressRow(consignmentEvents(...events))),
    ]);
    expect(Object.fromEntries(listed)).toEqual({ 10: 0, 20: 0, 30: 0, 40: 0, 50: 0, 60: 1, 70: 1, 80: 1, 90: 0 });
    expect(column('listed', progressRow(consignmentEvents(...historyTo[80], cancelled)))).toBe(0);
    expect(
      column('listed', progressRow(consignmentEvents(...historyTo[60]), reportEvents(REPORT, registeredReport()))),
    ).toBe(1);
    const withdrawnLater = log(consignmentEvents(...historyTo[80]), reportEvents(REPORT, registeredReport()), [
      { ...(toRecordedEvents(`consignment-${CONSIGNMENT}`, [cancelled])[0] as RecordedEvent), revision: 9 },
    ]);
    const row = projectRows(consignmentProgress, withdrawnLater).get(CONSIGNMENT);
    expect(row && [row.consignStatus, column('listed', row)]).toEqual([50, 1]);
  });

  it('has a search text only once it is listed', () => {
    const searchText = (...streams: RecordedEvent[][]) => consignmentProgress.view.search?.(progressRow(...streams));
    expect([searchText(consignmentEvents(...historyTo[20])), searchText(consignmentEvents(...historyTo[40]))]).toEqual([
      '',
      '',
    ]);
    expect(searchText(consignmentEvents(...historyTo[60]))?.split('\n')).toEqual([
      CODE,
      'lims-1',
      '沿海高速公路',
      '水泥',
      '宁波路桥',
      '浙东交通工程检测中心',
    ]);
    expect(
      searchText(consignmentEvents(...historyTo[20]), reportEvents(REPORT, registeredReport()))?.split('\n'),
    ).toContain('BG-001');
  });

  it('is visible only to auditors after the deletion, and only if there are reports', () => {
    const columnAfter = (...reports: RecordedEvent[][]) =>
      column(
        'listed',
        progressRow(consignmentEvents(...historyTo[80]), ...reports, [
          {
            ...(toRecordedEvents(`consignment-${CONSIGNMENT}`, [
              { type: 'ConsignmentDeleted', data: { description: '' } },
            ])[0] as RecordedEvent),
            revision: 9,
          },
        ]),
      );
    expect([columnAfter(), columnAfter(reportEvents(REPORT, registeredReport()))]).toEqual([
      LIST_VISIBILITY.notYet,
      LIST_VISIBILITY.forAuditors,
    ]);
  });

  it('has the status of the least advanced report, ignoring void ones', () => {
    const status = (...reports: ReportEvent[][]) =>
      column(
        'reportStatus',
        progressRow(
          consignmentEvents(...historyTo[60]),
          ...reports.map((events, index) => reportEvents(REPORT.replace(/1$/, String(index)), ...events)),
        ),
      );
    expect(status()).toBe(0);
    expect(status(reportHistoryTo[40])).toBe(40);
    expect(status(reportHistoryTo[60], reportHistoryTo[20])).toBe(20);
    expect(status(reportHistoryTo[90], reportHistoryTo[50])).toBe(50);
    expect(status(reportHistoryTo[90])).toBe(0);
  });

  it('waits for a new receipt of the samples after another submission', () => {
    expect(progressRow(consignmentEvents(...historyTo[70], committed)).acceptedAt).toBeNull();
    expect(progressRow(consignmentEvents(...historyTo[70], committed, passed, confirmed)).acceptedAt).not.toBeNull();
  });

  it('follows the samples and names of the consignment', () => {
    const row = progressRow(
      consignmentEvents(
        created(),
        added(sample()),
        added(sample({ id: 'a-2', testUnitSampleName: '钢筋' })),
        { type: 'SampleRemoved', data: { sampleIds: ['a-1'] } },
        saved(header({ projectName: '跨海大桥' })),
      ),
    );
    expect([row.samples, row.projectName]).toEqual([[{ id: 'a-2', name: '钢筋' }], '跨海大桥']);
    expect(
      progressRow(
        consignmentEvents(created(), added(), {
          type: 'TestingUnitChanged',
          data: { header: header({ testUnitName: '另一检测机构' }) },
        }),
      ),
    ).toMatchObject({ samples: [], testUnitName: '另一检测机构' });
  });

  it('contains neither name nor phone number of a person', () =>
    expect(JSON.stringify(progressRow(consignmentEvents(...historyTo[60]), applied))).not.toMatch(
      /陈工|010-12345|张三|13800000001/,
    ));

  it('is unchanged by a redelivery of events', () =>
    expectIdempotentOnRedelivery(
      consignmentProgress,
      log(
        consignmentEvents(...historyTo[60], laterStage(80)),
        reportEvents(REPORT, registeredReport(), uploaded, statusChanged(20)),
        applied,
        reportEvents(OTHER, ...reportHistoryTo[90]),
      ),
    ));
});

const reports = (...statuses: ReportStatus[]) => statuses.map((reportStatus) => ({ reportStatus }));

it('report progress is written in words and percent, in three languages', () => {
  expect(reportProgressText(reports())).toBe('待出报告');
  expect(reportProgressText(reports(90))).toBe('已作废');
  expect(reportProgressText(reports(20))).toBe('编制中 50%');
  expect(reportProgressText(reports(40))).toBe('已发布');
  expect(reportProgressText(reports(40, 10, 90, 40))).toBe('已发布 2、检测中 1');
  expect(reportProgressText(reports(40, 10), 'en')).toBe('Published 1, Testing 1');
  expect(reportProgressText(reports(50, 60), 'es')).toBe('Recogido 1, Enviado 1');
});

it('report progress grows to 100 percent at the publication', () => {
  expect(([10, 20, 30, 40, 50, 60, 90] as const).map((status) => reportProgress(reports(status)))).toEqual([
    25, 50, 75, 100, 100, 100, 0,
  ]);
  expect(reportProgress([])).toBe(0);
  expect([overallStatus(reports(60, 30)), overallStatus(reports(90)), overallStatus([])]).toEqual([30, 0, 0]);
});
