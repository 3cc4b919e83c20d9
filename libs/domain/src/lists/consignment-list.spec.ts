import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent } from '#events';
import { added, billed, cancelled, CLIENT_UNIT, CODE, committed, completedByLab, confirmed, created, header, historyTo, later, LAB_UNIT, passed, people, rejected, returned, sample, saved, signatures } from '../testing/consignment-story.js';
import { expectIndifferentToRedelivery, recorded, rowsAfter } from '../testing/recorded.js';
import { consignmentList } from './consignment-list.js';
import { sampleIndex } from './sample-index.js';

const id = '0b6f6d2e-0000-4000-8000-000000000001';
const history = (...events: ConsignmentEvent[]) => recorded(`consignment-${id}`, events, people.client);
const rowAfter = (...events: ConsignmentEvent[]) => {
  const row = rowsAfter(consignmentList, history(...events)).get(id);
  if (!row) throw new Error('no row');
  return row;
};
const removed = (...sampleIds: string[]): ConsignmentEvent => ({ type: 'SampleRemoved', data: { sampleIds } });

describe('consignment list', () => {
  it('shows a submitted consignment with all that lists need', () =>
    expect(rowAfter(created(), added(sample({ id: 'a-1' })), added(sample({ id: 'a-2', testUnitSampleName: '钢筋' })), saved(), committed)).toEqual({
      id, revision: 4, consignCode: CODE, consignType: 1, consignStatus: 20, consignUnit: '宁波路桥', consignUnitId: CLIENT_UNIT,
      testUnitId: LAB_UNIT, testUnitName: '浙东交通工程检测中心', testContent: '水泥、钢筋', mailOrderNumber: 'SF1',
      projectId: 'p-1', projectName: '沿海高速公路', contractSectName: '', sendPerson: '陈工', sendPersonPhone: '010-12345', consignFormaNumber: '',
      commitConsignTime: '2026-03-01T08:04:00.000Z', creationTime: '2026-03-01T08:00:00.000Z', sampleCount: 2, isConsignBillGened: false, rollbackCause: '',
      witnessSigningPending: false, witnessNotifiedAt: null, incompleteSamples: 0, actFee: null,
      creatorUserId: 'u-client', everSaved: true, deleted: false,
      samples: [{ id: 'a-1', name: '水泥', incomplete: false }, { id: 'a-2', name: '钢筋', incomplete: false }], signatures: [],
    }));

  it.each(Object.entries(historyTo))('stands at %s when its history ends there', (status, events) =>
    expect(rowAfter(...events).consignStatus).toBe(Number(status)));

  it('keeps a draft apart until its first save, but not a copy', () => {
    const { createdBy: _by, createdAt: _at, ...start } = created().data as Extract<ConsignmentEvent, { type: 'ConsignmentCreated' }>['data'];
    expect([rowAfter(created()), rowAfter(created(), saved()), rowAfter({ type: 'ConsignmentCopied', data: { ...start, copiedFrom: 'c-0' } })].map(({ everSaved }) => everSaved)).toEqual([false, true, true]);
  });

  it('counts samples, and those that block the submission', () => {
    const empty = sample({ id: 'a-2', parameters: [] });
    expect(rowAfter(created(), added(sample()), added(empty))).toMatchObject({ sampleCount: 2, incompleteSamples: 1, testContent: '水泥' });
    expect(rowAfter(created(), added(empty), { type: 'SampleSaved', data: { sample: completedByLab } }, removed('a-1'))).toMatchObject({ sampleCount: 1, incompleteSamples: 1 });
    expect(rowAfter(created(), added(sample()), removed('a-1'))).toMatchObject({ sampleCount: 0, testContent: '' });
    expect(rowAfter(created(), added(sample()), { type: 'TestingUnitChanged', data: { header: header({ testUnitName: '另一检测机构' }) } })).toMatchObject({ sampleCount: 0, testUnitName: '另一检测机构' });
  });

  it('tells why it came back, until it is submitted again', () => {
    expect(rowAfter(...historyTo[40]).rollbackCause).toBe('缺资料');
    expect(rowAfter(...historyTo[90]).rollbackCause).toBe('样品破损');
    expect(rowAfter(created(), saved(), committed, rejected, committed).rollbackCause).toBe('');
  });

  it('shows the laboratory system’s number, the bill and the actual fee', () => {
    expect(rowAfter(...historyTo[60], later(80))).toMatchObject({ consignFormaNumber: 'lims-1', isConsignBillGened: true, actFee: '120.50' });
    expect(rowAfter(created(), committed, { type: 'AuditPassed', data: { toStatus: 30, remark: '', limsConsignId: id } }).consignFormaNumber).toBe('');
    expect(rowAfter(created(), committed, passed, confirmed, billed, { type: 'ActualFeeSet', data: { actFee: '88.00' } })).toMatchObject({ actFee: '88.00' });
  });

  it('knows whether a witness has still to sign, and when witnesses were asked', () => {
    const notified: ConsignmentEvent = { type: 'WitnessNotified', data: { signatureIds: ['s-2'], notifiedAt: '2026-03-02T00:00:00.000Z' } };
    const signs = (signatureId: string): ConsignmentEvent => ({ type: 'ConsignmentSigned', data: { toStatus: 60, signatureId, signType: 2, signedAt: '2026-03-02T00:00:00.000Z', imageHash: null } });
    expect(rowAfter(created(), committed, signatures, notified)).toMatchObject({ witnessSigningPending: true, witnessNotifiedAt: '2026-03-02T00:00:00.000Z' });
    expect(rowAfter(created(), committed, signatures, signs('s-2'), signs('s-3')).witnessSigningPending).toBe(false);
  });

  it('keeps a deleted consignment for auditors', () =>
    expect(rowAfter(created(), saved(), committed, cancelled, { type: 'ConsignmentDeleted', data: { description: '' } })).toMatchObject({ deleted: true, consignStatus: 50 }));

  it('is found by number, project, content, mail number and units, but not by persons', () => {
    const text = consignmentList.view.search?.(rowAfter(created(), added(), saved(), committed, passed)) ?? '';
    for (const part of [CODE, 'lims-1', '沿海高速', '水泥', 'SF1', '宁波路桥', '浙东交通']) expect(text).toContain(part);
    for (const part of ['陈工', '010-12345']) expect(text).not.toContain(part);
  });

  it('is unchanged by redelivery, even of one old event alone', () => {
    const whole = history(...historyTo[60]);
    for (const event of whole) expect(rowsAfter(consignmentList, [...whole, event])).toEqual(rowsAfter(consignmentList, whole));
    expectIndifferentToRedelivery(consignmentList, history(...historyTo[80], { type: 'MailNumberSet', data: { mailOrderNumber: 'SF2' } }, returned));
  });
});

describe('sample index', () => {
  it('leads from a sample to its consignment until the sample is removed', () => {
    const rows = rowsAfter(sampleIndex, history(created(), added(sample({ id: 'a-1' })), added(sample({ id: 'a-2' })), added(sample({ id: 'a-3' })), removed('a-1', 'a-3')));
    expect([...rows.values()]).toEqual([{ id: 'a-2', consignmentId: id }]);
  });

  it('is unchanged by redelivery', () =>
    expectIndifferentToRedelivery(sampleIndex, history(created(), added(sample({ id: 'a-1' })), added(sample({ id: 'a-2' })), { type: 'SampleSaved', data: { sample: sample({ id: 'a-2' }) } }, removed('a-1'))));
});
