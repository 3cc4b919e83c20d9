import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent, DraftSubject, RecordedEvent } from '#events';
import {
  added,
  attachment,
  billed,
  cancelled,
  CLIENT_UNIT,
  CODE,
  committed,
  completedByLab,
  confirmed,
  created,
  header,
  historyTo,
  LAB_UNIT,
  laterStage,
  passed,
  people,
  rejected,
  returned,
  sample,
  saved,
  signatures,
} from '#harness/domain/consignment-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { consignmentList } from './consignment-list.js';
import { attachmentIndex, sampleIndex } from './sample-and-attachment-index.js';

const id = '0b6f6d2e-0000-4000-8000-000000000001';
const history = (...events: ConsignmentEvent[]) => toRecordedEvents(`consignment-${id}`, events, people.client);
const rowAfter = (...events: ConsignmentEvent[]) => {
  const row = projectRows(consignmentList, history(...events)).get(id);
  if (!row) throw new Error('no row');
  return row;
};
const removed = (...sampleIds: string[]): ConsignmentEvent => ({ type: 'SampleRemoved', data: { sampleIds } });

const subjectNamed = (subject: DraftSubject, subjectId: string, name: string) => ({
  subject,
  stream: `draftNames-${subjectId}`,
  name,
});
type SubjectName = ReturnType<typeof subjectNamed>;
/** One log of a consignment and of what it names, in this order. */
const logOf = (...items: (ConsignmentEvent | SubjectName)[]): RecordedEvent[] => {
  let revision = -1;
  return items.map((item, at) => {
    const isSubjectName = 'subject' in item;
    const [event] = isSubjectName
      ? toRecordedEvents(item.stream, [
          { type: 'DraftsNamed', data: { subject: item.subject, name: item.name, consignmentIds: [id] } },
        ])
      : history(item);
    if (!isSubjectName) revision += 1;
    return { ...event!, position: String(at + 1).padStart(20, '0'), revision: isSubjectName ? at : revision };
  });
};

describe('the consignment list', () => {
  it('shows and finds a draft by the new names of its units and project, until a submission freezes them', () => {
    const [client, lab, bridge] = [
      subjectNamed('consigningUnit', CLIENT_UNIT, '甬江路桥'),
      subjectNamed('testingUnit', LAB_UNIT, '东海检测'),
      subjectNamed('project', 'p-1', '跨海大桥'),
    ];
    const namesAfter = (...items: (ConsignmentEvent | SubjectName)[]) => {
      const log = logOf(...items);
      expectIdempotentOnRedelivery(consignmentList, log);
      const row = projectRows(consignmentList, log).get(id)!;
      return [row.consignUnit, row.testUnitName, row.projectName, row.revision, consignmentList.view.search?.(row)];
    };
    const today = ['甬江路桥', '东海检测', '跨海大桥'];
    const currentNames = namesAfter(created(), saved());
    expect(namesAfter(created(), saved(), client, lab, bridge)).toEqual([
      ...today,
      1,
      expect.stringContaining('跨海大桥'),
    ]);
    expect(namesAfter(created(), saved(), subjectNamed('project', 'p-2', '别处'))).toEqual(currentNames);
    expect(namesAfter(created(), bridge, saved()).slice(0, 3)).toEqual(currentNames.slice(0, 3));
    const submitted = namesAfter(created(), added(sample()), saved(), committed);
    expect(namesAfter(created(), added(sample()), saved(), committed, client, lab, bridge)).toEqual(submitted);
  });

  it('shows a submitted consignment with all data that lists need', () =>
    expect(
      rowAfter(
        created(),
        added(sample({ id: 'a-1' })),
        added(sample({ id: 'a-2', testUnitSampleName: '钢筋' })),
        saved(),
        committed,
      ),
    ).toEqual({
      id,
      revision: 4,
      namedAt: String(5).padStart(20, '0'),
      consignCode: CODE,
      consignType: 1,
      consignStatus: 20,
      consignUnit: '宁波路桥',
      consignUnitId: CLIENT_UNIT,
      testUnitId: LAB_UNIT,
      testUnitName: '浙东交通工程检测中心',
      testContent: '水泥、钢筋',
      mailOrderNumber: 'SF1',
      sendSampleType: 2,
      projectId: 'p-1',
      projectName: '沿海高速公路',
      contractSectName: '',
      sendPerson: '陈工',
      sendPersonPhone: '010-12345',
      consignFormaNumber: '',
      commitConsignTime: '2026-03-01T08:04:00.000Z',
      auditedAt: null,
      confirmedAt: null,
      statusSince: '2026-03-01T08:04:00.000Z',
      rejections: 0,
      creationTime: '2026-03-01T08:00:00.000Z',
      position: expect.stringMatching(/^\d{20}$/),
      expectTestTime: null,
      sampleCount: 2,
      isConsignBillGened: false,
      billFile: '',
      billHash: null,
      rollbackCause: '',
      witnessSigningPending: false,
      witnessNotifiedAt: null,
      incompleteSamples: 0,
      actFee: null,
      creatorUserId: 'u-client',
      everSaved: true,
      touched: true,
      deleted: false,
      samples: [
        { id: 'a-1', name: '水泥', incomplete: false },
        { id: 'a-2', name: '钢筋', incomplete: false },
      ],
      signatures: [],
    }));

  it.each(Object.entries(historyTo))('shows status %s if the history ends there', (status, events) =>
    expect(rowAfter(...events).consignStatus).toBe(Number(status)),
  );

  it('marks a draft as saved only after its first save, but a copy at once', () => {
    const {
      createdBy: _by,
      createdAt: _at,
      ...start
    } = created().data as Extract<ConsignmentEvent, { type: 'ConsignmentCreated' }>['data'];
    expect(
      [
        rowAfter(created()),
        rowAfter(created(), saved()),
        rowAfter({ type: 'ConsignmentCopied', data: { ...start, copiedFrom: 'c-0' } }),
      ].map(({ everSaved }) => everSaved),
    ).toEqual([false, true, true]);
  });

  it('counts samples, and those that block the submission', () => {
    const empty = sample({ id: 'a-2', parameters: [] });
    expect(rowAfter(created(), added(sample()), added(empty))).toMatchObject({
      sampleCount: 2,
      incompleteSamples: 1,
      testContent: '水泥',
    });
    expect(
      rowAfter(created(), added(empty), { type: 'SampleSaved', data: { sample: completedByLab } }, removed('a-1')),
    ).toMatchObject({ sampleCount: 1, incompleteSamples: 1 });
    expect(rowAfter(created(), added(sample()), removed('a-1'))).toMatchObject({ sampleCount: 0, testContent: '' });
    expect(
      rowAfter(created(), added(sample()), {
        type: 'TestingUnitChanged',
        data: { header: header({ testUnitName: '另一检测机构' }) },
      }),
    ).toMatchObject({ sampleCount: 0, testUnitName: '另一检测机构' });
  });

  it('shows why a consignment came back, until it is submitted again', () => {
    expect(rowAfter(...historyTo[40]).rollbackCause).toBe('缺资料');
    expect(rowAfter(...historyTo[90]).rollbackCause).toBe('样品破损');
    expect(rowAfter(created(), saved(), committed, rejected, committed).rollbackCause).toBe('');
  });

  it('shows the lab consignment id, the bill and the actual fee', () => {
    expect(rowAfter(...historyTo[60], laterStage(80))).toMatchObject({
      consignFormaNumber: 'lims-1',
      isConsignBillGened: true,
      billFile: '/bill.pdf',
      billHash: null,
      actFee: '120.50',
    });
    expect(
      rowAfter(created(), committed, { type: 'AuditPassed', data: { toStatus: 30, remark: '', limsConsignId: id } })
        .consignFormaNumber,
    ).toBe('');
    expect(
      rowAfter(created(), committed, passed, confirmed, billed, { type: 'ActualFeeSet', data: { actFee: '88.00' } }),
    ).toMatchObject({ actFee: '88.00' });
  });

  const signs = (signatureId: string): ConsignmentEvent => ({
    type: 'ConsignmentSigned',
    data: { toStatus: 60, signatureId, signType: 2, signedAt: '2026-03-02T00:00:00.000Z', imageHash: null },
  });
  const notified = (notifiedAt: string, ...signatureIds: string[]): ConsignmentEvent => ({
    type: 'WitnessNotified',
    data: { signatureIds, notifiedAt },
  });
  const FIRST = '2026-03-02T00:00:00.000Z';
  const SECOND = '2026-03-03T00:00:00.000Z';

  it('shows whether a witness has not signed yet', () => {
    expect(rowAfter(created(), committed, signatures).witnessSigningPending).toBe(true);
    expect(rowAfter(created(), committed, signatures, signs('s-2'), signs('s-3')).witnessSigningPending).toBe(false);
  });

  it('shows since when every witness who has not signed yet has been notified', () => {
    const notifiedAt = (...events: ConsignmentEvent[]) =>
      rowAfter(created(), committed, signatures, ...events).witnessNotifiedAt;
    expect(notifiedAt()).toBeNull();
    expect(notifiedAt(notified(FIRST, 's-2'))).toBeNull();
    expect(notifiedAt(notified(FIRST, 's-2', 's-3'))).toBe(FIRST);
    expect(notifiedAt(notified(FIRST, 's-2', 's-3'), notified(SECOND, 's-3'))).toBe(FIRST);
    expect(notifiedAt(notified(FIRST, 's-2', 's-3'), notified(SECOND, 's-3'), signs('s-2'))).toBe(SECOND);
    expect(notifiedAt(notified(FIRST, 's-2', 's-3'), signs('s-2'), signs('s-3'))).toBeNull();
  });

  it('resets the notification when a resubmission asks another witness, and preserves existing signatures', () => {
    const entry = (id: string, signType: 1 | 2 | 3, signed: boolean) => ({
      id,
      signType,
      status: signed ? (1 as const) : (0 as const),
      senMsgStatus: 0 as const,
      signMsgTime: null,
    });
    const requestedAgain: ConsignmentEvent = {
      type: 'SignatureRequested',
      data: { entries: [entry('s-1', 1, true), entry('s-2', 2, false), entry('s-9', 3, false)] },
    };
    const row = rowAfter(
      created(),
      committed,
      signatures,
      notified(FIRST, 's-2', 's-3'),
      signs('s-2'),
      committed,
      requestedAgain,
    );
    expect(row.witnessNotifiedAt).toBeNull();
    expect(row.signatures.map(({ id, status, signMsgTime }) => [id, status, signMsgTime])).toEqual([
      ['s-1', 1, null],
      ['s-2', 1, FIRST],
      ['s-9', 0, null],
    ]);
  });

  it('shows when the latest submission was audited and received, and how often an audit rejected it', () => {
    const column = (name: string, ...events: ConsignmentEvent[]) =>
      consignmentList.view.columns[name]?.of(rowAfter(...events));
    const story = [created(), saved(), committed, rejected, committed, passed, confirmed];
    expect(rowAfter(...story)).toMatchObject({
      auditedAt: '2026-03-01T08:05:00.000Z',
      confirmedAt: '2026-03-01T08:06:00.000Z',
      rejections: 1,
    });
    expect(rowAfter(...story.slice(0, 5))).toMatchObject({ auditedAt: null, confirmedAt: null, rejections: 1 });
    expect([column('auditHours', ...story), column('receiptHours', ...story)]).toEqual([1 / 60, 1 / 60]);
    expect([column('auditHours', ...story.slice(0, 5)), column('receiptHours', ...story.slice(0, 6))]).toEqual([
      null,
      null,
    ]);
  });

  it('shows since when a consignment has its status', () => {
    expect(rowAfter(created(), saved(), saved()).statusSince).toBe('2026-03-01T08:00:00.000Z');
    expect(
      rowAfter(created(), saved(), committed, { type: 'MailNumberSet', data: { mailOrderNumber: 'SF2' } }).statusSince,
    ).toBe('2026-03-01T08:02:00.000Z');
  });

  it('assigns a submission to its day in China', () => {
    const commitDay = (time: string | null) =>
      consignmentList.view.columns['commitDay']?.of({ ...rowAfter(created()), commitConsignTime: time });
    expect(['2026-03-01T15:59:59.999Z', '2026-03-01T16:00:00.000Z', null].map(commitDay)).toEqual([
      '2026-03-01',
      '2026-03-02',
      null,
    ]);
  });

  it('contains a deleted consignment, which is marked as deleted', () =>
    expect(
      rowAfter(created(), saved(), committed, cancelled, { type: 'ConsignmentDeleted', data: { description: '' } }),
    ).toMatchObject({ deleted: true, consignStatus: 50 }));

  it('lists a draft to nobody before its first edit, and to nobody after it was dropped', () => {
    const listedTo = (...events: ConsignmentEvent[]) =>
      consignmentList.view.columns['listedTo']?.of(rowAfter(created(), ...events));
    const dropped: ConsignmentEvent = { type: 'UntouchedDraftDropped', data: { reason: '未编辑' } };
    expect([listedTo(), listedTo(added()), listedTo(added(), saved()), listedTo(dropped)]).toEqual([
      null,
      people.client.userId,
      CLIENT_UNIT,
      null,
    ]);
    expect(rowAfter(created(), dropped)).toMatchObject({ deleted: true, touched: false });
  });

  it('lists a consignment to its laboratory from the first submission until the deletion', () => {
    const submittedTo = (...events: ConsignmentEvent[]) =>
      consignmentList.view.columns['submittedTo']?.of(rowAfter(created(), saved(), ...events));
    const deleted: ConsignmentEvent = { type: 'ConsignmentDeleted', data: { description: '' } };
    const { testUnitId } = rowAfter(created(), saved(), committed);
    expect([submittedTo(), submittedTo(committed), submittedTo(committed, cancelled)]).toEqual([
      null,
      testUnitId,
      testUnitId,
    ]);
    const listedTo = consignmentList.view.columns['listedTo'];
    expect([
      submittedTo(committed, cancelled, deleted),
      listedTo?.of(rowAfter(created(), saved(), committed, cancelled, deleted)),
    ]).toEqual([null, null]);
  });

  it('is searched by number, project, samples, mail number and units, but not by persons', () => {
    const text = consignmentList.view.search?.(rowAfter(created(), added(), saved(), committed, passed)) ?? '';
    for (const part of [CODE, 'lims-1', '沿海高速', '水泥', 'SF1', '宁波路桥', '浙东交通'])
      expect(text).toContain(part);
    for (const part of ['陈工', '010-12345']) expect(text).not.toContain(part);
  });

  it('is unchanged by a redelivery of events, even of one old event alone', () => {
    const events = history(...historyTo[60]);
    for (const event of events)
      expect(projectRows(consignmentList, [...events, event])).toEqual(projectRows(consignmentList, events));
    expectIdempotentOnRedelivery(
      consignmentList,
      history(...historyTo[80], { type: 'MailNumberSet', data: { mailOrderNumber: 'SF2' } }, returned),
    );
  });
});

describe('the sample index', () => {
  it('leads from a sample to its consignment, also after the sample is removed', () => {
    const rows = projectRows(
      sampleIndex,
      history(
        created(),
        added(sample({ id: 'a-1' })),
        added(sample({ id: 'a-2' })),
        added(sample({ id: 'a-3' })),
        removed('a-1', 'a-3'),
      ),
    );
    expect([...rows.values()]).toEqual(['a-1', 'a-2', 'a-3'].map((each) => ({ id: each, consignmentId: id })));
  });

  it('is unchanged by a redelivery of events', () =>
    expectIdempotentOnRedelivery(
      sampleIndex,
      history(
        created(),
        added(sample({ id: 'a-1' })),
        added(sample({ id: 'a-2' })),
        { type: 'SampleSaved', data: { sample: sample({ id: 'a-2' }) } },
        removed('a-1'),
      ),
    ));
});

describe('the attachment index', () => {
  const attached = (fileId: string): ConsignmentEvent => ({
    type: 'AttachmentAdded',
    data: { attachment: attachment({ id: fileId }) },
  });
  const detached = (attachmentId: string): ConsignmentEvent => ({ type: 'AttachmentRemoved', data: { attachmentId } });

  it('leads from an attachment to its consignment, also after it is removed', () => {
    const rows = projectRows(attachmentIndex, history(created(), attached('f-1'), attached('f-2'), detached('f-1')));
    expect([...rows.values()]).toEqual(['f-1', 'f-2'].map((each) => ({ id: each, consignmentId: id })));
  });

  it('is unchanged by a redelivery of events', () =>
    expectIdempotentOnRedelivery(
      attachmentIndex,
      history(created(), attached('f-1'), attached('f-2'), detached('f-1')),
    ));
});
