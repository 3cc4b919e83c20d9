import { describe, expect, it } from '@jest/globals';
import { historyTo, openState, people, sample } from '#harness/domain/consignment-story';
import {
  ACCEPTED_AT,
  CONSIGNMENT,
  mailed,
  statusChanged,
  pickedUp,
  published,
  registeredReport,
  reportFile,
  reportHistoryTo,
  uploaded,
  withdrawn,
} from '#harness/domain/report-story';
import { specificationOf } from '#harness/domain/specification';
import { report, reportApplication, type ReportCommand } from './report.js';

const given = specificationOf(report.decider);
const { lab, otherLab, client, admin } = people;
const received = openState(...historyTo[60]);
const [receivedSample] = received.samples;
const register = (changes: Partial<Extract<ReportCommand, { type: 'RegisterReport' }>> = {}): ReportCommand => ({
  type: 'RegisterReport',
  by: lab,
  consignmentId: CONSIGNMENT,
  consignment: received,
  acceptedAt: ACCEPTED_AT,
  sampleIds: [receivedSample?.id ?? ''],
  reportNumber: ' BG-001 ',
  ...changes,
});

describe('Registering a report', () => {
  it('records the consignment data at that time', () => given().when(register()).then(registeredReport()));

  it('records only the chosen samples', () => {
    const consignment = {
      ...received,
      samples: [...received.samples, sample({ id: 'a-2', testUnitSampleName: '钢筋' })],
    };
    given()
      .when(register({ consignment, sampleIds: ['a-2'] }))
      .then(registeredReport({ samples: [{ id: 'a-2', name: '钢筋' }] }));
  });

  it('is allowed only to the laboratory of the consignment', () => {
    given()
      .when(register({ by: client }))
      .thenRefused('REPORT_REGISTRATION_NOT_ALLOWED');
    given()
      .when(register({ by: admin }))
      .thenRefused('REPORT_REGISTRATION_NOT_ALLOWED');
    given()
      .when(register({ by: otherLab }))
      .thenRefused('NOT_YOURS');
  });

  it('is refused before the receipt of the samples', () => {
    for (const status of [10, 20, 30, 40, 50, 90] as const)
      given()
        .when(register({ consignment: openState(...historyTo[status]) }))
        .thenRefused('SAMPLES_NOT_RECEIVED');
    for (const status of [60, 70, 80] as const)
      given()
        .when(register({ consignment: openState(...historyTo[status]) }))
        .thenState({ reportStatus: 10 });
    given()
      .when(register({ consignment: openState(...historyTo[30]) }))
      .thenSays('待收样，收样后才能出具报告');
  });

  it('requires a number, and samples of this consignment', () => {
    given()
      .when(register({ reportNumber: ' ', sampleIds: [] }))
      .thenRefused('REPORT_NUMBER_REQUIRED', 'REPORT_SAMPLES_REQUIRED');
    given()
      .when(register({ reportNumber: 'B'.repeat(51) }))
      .thenRefused('TEXT_TOO_LONG');
    given()
      .when(register({ sampleIds: [receivedSample?.id ?? '', 'a-9'] }))
      .thenRefused('REPORT_SAMPLE_UNKNOWN');
    given(registeredReport()).when(register()).thenRefused('RECORD_EXISTS');
  });
});

describe('A report', () => {
  it('can be published only with a file, and only once', () => {
    given(registeredReport()).when({ type: 'PublishReport', by: lab }).thenRefused('REPORT_FILE_MISSING');
    given(registeredReport(), uploaded).when({ type: 'PublishReport', by: lab }).then(published);
    given(...reportHistoryTo[40])
      .when({ type: 'PublishReport', by: lab })
      .thenSays('已发布，不能发布报告');
  });

  it('can get another file until it is published', () => {
    const newer = { ...reportFile, hash: 'b'.repeat(64) };
    given(registeredReport()).when({ type: 'UploadReport', by: lab, file: reportFile }).then(uploaded);
    given(registeredReport(), uploaded).when({ type: 'UploadReport', by: lab, file: reportFile }).thenNothing();
    given(registeredReport(), uploaded).when({ type: 'UploadReport', by: lab, file: newer }).thenState({ file: newer });
    given(...reportHistoryTo[40])
      .when({ type: 'UploadReport', by: lab, file: newer })
      .thenSays('已发布，不能上传报告');
  });

  it('becomes mailed with a mail number only if it is published', () => {
    given(...reportHistoryTo[30])
      .when({ type: 'SetReportMailNumber', by: lab, mailNumber: 'SF-1' })
      .then(mailed('SF-1', 30));
    given(...reportHistoryTo[40])
      .when({ type: 'SetReportMailNumber', by: lab, mailNumber: ' SF-1 ' })
      .then(mailed('SF-1'));
    given(...reportHistoryTo[50])
      .when({ type: 'SetReportMailNumber', by: lab, mailNumber: 'SF-1' })
      .thenNothing();
    given(...reportHistoryTo[60])
      .when({ type: 'SetReportMailNumber', by: lab, mailNumber: 'SF-2' })
      .then(mailed('SF-2', 60));
    given(...reportHistoryTo[40])
      .when({ type: 'SetReportMailNumber', by: lab, mailNumber: ' ' })
      .thenRefused('MAIL_NUMBER_REQUIRED');
  });

  it('can be collected once, with a signature, after it was published or mailed', () => {
    const { signedAt, imageHash } = { signedAt: '2026-03-02T08:00:00.000Z', imageHash: 'd'.repeat(64) };
    const pickUp = { type: 'PickUpReport', by: lab, at: signedAt, imageHash, receiverName: ' 王强 ' } as const;
    given(...reportHistoryTo[40])
      .when(pickUp)
      .then(pickedUp);
    given(...reportHistoryTo[50])
      .when(pickUp)
      .thenState({ reportStatus: 60, pickedUp: { signedAt, imageHash } });
    given(...reportHistoryTo[40])
      .when({ ...pickUp, receiverName: ' ' })
      .thenRefused('PERSON_NAME_REQUIRED');
    given(...reportHistoryTo[40])
      .when({ ...pickUp, receiverName: '王'.repeat(51) })
      .thenRefused('TEXT_TOO_LONG');
    given(...reportHistoryTo[40], pickedUp)
      .when(pickUp)
      .thenSays('已领取，不能领取签名');
    given(...reportHistoryTo[30])
      .when(pickUp)
      .thenSays('已签发，不能领取签名');
    given(...reportHistoryTo[40])
      .when({ ...pickUp, by: client })
      .thenRefused('REPORT_ROLE_NOT_ALLOWED');
    given(...reportHistoryTo[40])
      .when({ ...pickUp, by: otherLab })
      .thenRefused('REPORT_NOT_YOURS');
  });

  it('is declared void with a reason, and records whether it was published before', () => {
    given(...reportHistoryTo[40])
      .when({ type: 'WithdrawReport', by: lab, reason: '' })
      .thenRefused('REASON_REQUIRED');
    given(...reportHistoryTo[40])
      .when({ type: 'WithdrawReport', by: lab, reason: ' 数据有误 ' })
      .then(withdrawn);
    given(...reportHistoryTo[40])
      .when({ type: 'WithdrawReport', by: lab, reason: '数据有误' })
      .thenState({ reportStatus: 90, wasPublished: true });
    given(...reportHistoryTo[10])
      .when({ type: 'WithdrawReport', by: lab, reason: '数据有误' })
      .thenState({ reportStatus: 90, wasPublished: false });
  });

  it('can be published and declared void by a change of status', () => {
    given(registeredReport())
      .when({ type: 'ChangeReportStatus', by: lab, reportStatus: 40, reason: '' })
      .thenRefused('REPORT_FILE_MISSING');
    given(...reportHistoryTo[20])
      .when({ type: 'ChangeReportStatus', by: lab, reportStatus: 40, reason: '' })
      .then(published);
    given(...reportHistoryTo[20])
      .when({ type: 'ChangeReportStatus', by: lab, reportStatus: 90, reason: '' })
      .thenState({ reportStatus: 90 });
    given(...reportHistoryTo[20])
      .when({ type: 'ChangeReportStatus', by: lab, reportStatus: 20, reason: '' })
      .thenNothing();
    given(...reportHistoryTo[40])
      .when({ type: 'ChangeReportStatus', by: lab, reportStatus: 20, reason: '' })
      .thenSays('已发布，不能改为编制中');
  });

  it('that does not exist can only be registered', () =>
    given().when({ type: 'PublishReport', by: lab }).thenRefused('NO_SUCH_REPORT'));

  it('has the status recorded in its history, not one of the current table', () =>
    given(registeredReport({ toStatus: 20 }))
      .when({ type: 'ChangeReportStatus', by: lab, reportStatus: 30, reason: '' })
      .then(statusChanged(30)));
});

describe('Applying for a report', () => {
  const applying = specificationOf(reportApplication.decider);
  const apply = (changes: object = {}, by = client as typeof client | typeof lab, status: 60 | 30 = 60) =>
    ({
      type: 'ApplyForReport',
      by,
      consignmentId: CONSIGNMENT,
      consignment: openState(...historyTo[status]),
      application: { reportId: null, reportCount: 2, remark: '请邮寄', ...changes },
    }) as const;
  const applied = (changes: object = {}) =>
    ({
      type: 'ReportApplied',
      data: { consignmentId: CONSIGNMENT, reportId: null, reportCount: 2, remark: '请邮寄', ...changes },
    }) as const;

  it('has no further effect if it is repeated unchanged', () => {
    applying().when(apply()).then(applied());
    applying(applied())
      .when(apply({ remark: ' 请邮寄 ' }))
      .thenNothing();
    applying(applied())
      .when(apply({ reportCount: 3 }))
      .then(applied({ reportCount: 3 }));
  });

  it('is allowed only to the client, after the receipt of the samples, and within limits', () => {
    applying().when(apply({}, lab)).thenRefused('REPORT_APPLICATION_NOT_ALLOWED');
    applying().when(apply({}, people.otherClient)).thenRefused('NOT_YOURS');
    applying()
      .when(apply({}, client, 30))
      .thenRefused('SAMPLES_NOT_RECEIVED');
    applying()
      .when(apply({ reportCount: 0 }))
      .thenSays('报告数量最小为1');
    applying()
      .when(apply({ reportCount: 100 }))
      .thenRefused('TOO_MANY_COPIES');
    applying()
      .when(apply({ remark: '字'.repeat(51) }))
      .thenRefused('REMARK_TOO_LONG');
    expect(reportApplication.category).toBe('reportApplication');
  });
});
