import { describe, expect, it } from '@jest/globals';
import { type ConsignmentEvent, consignmentEvents, type ConsignmentHeader, type Sample } from '#events';
import {
  added,
  attachment,
  cancelled,
  committed,
  created,
  header,
  laterStage,
  openState,
  parameter,
  passed,
  rejected,
  sample,
  saved,
  signatures,
  stateOf,
} from '#harness/domain/consignment-story';
import { toRecordedEvents } from '#harness/domain/recorded';
import { HISTORY_LABELS, historyLabelIn, historyValueIn } from './history-fields.js';
import {
  findAnsweredRejection,
  eventFacts,
  firstSubmission,
  type HistoryChange,
  historyDifference,
  isAboutWitnesses,
  toRevisions,
  removeHiddenAmounts,
} from './history.js';
import type { Consignment } from './state.js';

const story: ConsignmentEvent[] = [
  created(),
  added(),
  saved(),
  committed,
  signatures,
  rejected,
  { type: 'SampleSaved', data: { sample: sample({ testGroupCount: 2 }) } },
  committed,
  passed,
];
const moments = toRevisions(toRecordedEvents('consignment-1', story));

describe('the history of a consignment', () => {
  it('has at each revision the state of all events up to it', () => {
    moments.forEach(({ recorded: { revision }, before, after }) => {
      expect(after).toEqual(stateOf(...story.slice(0, revision + 1)));
      expect(before).toEqual(revision === 0 ? null : moments[revision - 1]?.after);
    });
  });

  it('starts for a laboratory at the first submission', () => {
    expect(firstSubmission(moments)).toBe(3);
    expect(firstSubmission(moments.slice(0, 3))).toBeNull();
  });

  it('relates an edit to the rejection or correction that it responds to, until the next submission', () => {
    expect(moments.map((moment) => findAnsweredRejection(moments, moment)?.recorded.revision ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      5,
      5,
      null,
    ]);
    const corrected = toRevisions(
      toRecordedEvents('consignment-2', [
        ...story,
        laterStage(70),
        { type: 'MailNumberSet', data: { mailOrderNumber: 'SF1' } },
        saved(),
      ]),
    );
    expect(
      corrected.slice(9).map((moment) => findAnsweredRejection(corrected, moment)?.recorded.revision ?? null),
    ).toEqual([null, null, 9]);
  });

  it('classifies a save as a change of witnesses if it changed nothing else', () => {
    const [, first, second] = toRevisions(
      toRecordedEvents('consignment-3', [
        created(),
        saved(header({ ownerWitnesses: [] })),
        saved(header({ memo: '急' })),
      ]),
    );
    const about = (moment: typeof first) =>
      moment?.before && isAboutWitnesses(moment, historyDifference(moment.before, moment.after));
    expect([about(first), about(second)]).toEqual([true, false]);
  });

  it('names the samples of a removal that contains only their ids', () => {
    const [, , removed] = toRevisions(
      toRecordedEvents('consignment-4', [
        created(),
        added(sample()),
        { type: 'SampleRemoved', data: { sampleIds: ['a-1'] } },
      ]),
    );
    expect(removed?.before && eventFacts(removed.event, removed.before)).toMatchObject({ about: ['水泥'], count: 1 });
  });
});

describe('texts of the history', () => {
  const value = (kind: Parameters<typeof historyValueIn>[0], text: string, language: 'zh' | 'en' | 'es' = 'zh') =>
    historyValueIn(kind, text, language, (status) => `<${status}>`);

  it('format values with their units and names', () => {
    expect([
      value('groups', '2'),
      value('yuan', '1320'),
      value('yuan', '1234567.5'),
      value('sending', '2'),
      value('reportWay', '10'),
      value('yesNo', 'true'),
      value('status', '40'),
      value('localTime', '2026-12-01T09:00:00'),
    ]).toEqual(['2 组', '1,320.00 元', '1,234,567.50 元', '邮寄', '电子报告', '是', '<40>', '2026-12-01 09:00']);
    expect([value('groups', '2', 'en'), value('signed', '1', 'es'), value('yuan', ''), value('mailPay', '7')]).toEqual([
      '2',
      'firmado',
      '',
      '7',
    ]);
  });

  it('exist for every label, and facts exist for every event', () => {
    for (const label of HISTORY_LABELS)
      for (const language of ['zh', 'en', 'es'] as const) expect(historyLabelIn(label, language)).toMatch(/./);
    for (const type of Object.keys(consignmentEvents))
      expect(eventFacts({ type, data: undefined })).toMatchObject({ type, about: [] });
  });
});

type ExistingState = Exclude<Consignment, { phase: 'absent' }>;
const brief = (changes: readonly HistoryChange[]) =>
  changes.map(({ label, about, how, old, new: now }) => [label, about, how, old, now]);
const briefDifference = (before: ExistingState, after: ExistingState) => brief(historyDifference(before, after));
const withSample = (changes: Partial<Sample> = {}) => openState(created(), added(sample(changes)));
const withHeader = (changes: Partial<ConsignmentHeader>) => openState(created(), saved(header(changes)));

describe('the difference between two states', () => {
  it('is empty between equal states, also between copies', () => {
    const state = openState(created(), added(), saved(), committed, signatures);
    expect(historyDifference(state, structuredClone(state))).toEqual([]);
  });

  it('names each changed field of the form', () => {
    const before = withHeader({});
    const everything: Partial<ConsignmentHeader> = {
      testUnitName: '另一家',
      testUnitAddressDetail: '新址',
      consignUnitAddress: '总部',
      projectName: '二期',
      contractSectName: 'TJ-9',
      tuqualificationName: '乙级',
      consginTestType: '抽检',
      constructionUnit: '某某路桥',
      expectTestTime: '2026-12-01T09:00:00',
      contact: { name: '王五', phone: '13900000009' },
      sendSampleType: 1,
      mailOrderNumber: 'SF9',
      mailPayType: 1,
      getReportType: '10',
      reportCount: 9,
      memo: '急',
      needWitnessUnit: false,
      constructionJzunit: '指挥部',
      jzunit: '监理办',
      needConstructionWitnessPersonSign: false,
      needWitnessPersonSign: false,
    };
    for (const [name, value] of Object.entries(everything)) {
      const changes = briefDifference(before, withHeader({ [name]: value }));
      expect([name, changes.length]).toEqual([name, name === 'contact' ? 2 : 1]);
    }
    const compared = new Set([...Object.keys(everything), 'ownerWitnesses', 'supervisionWitnesses', 'extraFields']);
    const ids = ['testUnitId', 'testUnitAddressId', 'projectId', 'tuqualificationId', 'consginTestTypeId'];
    expect(
      Object.keys(header())
        .filter((name) => !compared.has(name))
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  it('has null for a field that was or became empty', () => {
    expect(briefDifference(withHeader({ memo: '' }), withHeader({ memo: '急' }))).toEqual([
      ['memo', '', 'changed', null, '急'],
    ]);
    expect(briefDifference(withHeader({ memo: '急' }), withHeader({ memo: '' }))).toEqual([
      ['memo', '', 'changed', '急', null],
    ]);
  });

  it('matches samples by id, not by position', () => {
    const [first, second] = [sample({ id: 'a' }), sample({ id: 'b', testUnitSampleName: '砂' })];
    const before = openState(created(), added(first), added(second));
    const after = openState(
      created(),
      added({ ...second, testGroupCount: 2 }),
      added(sample({ id: 'c', testUnitSampleName: '碎石' })),
    );
    const changes = historyDifference(before, after);
    expect(brief(changes)).toEqual([
      ['testGroupCount', '', 'changed', '1', '2'],
      ['sample', '', 'added', null, '碎石　抗压强度'],
      ['sample', '', 'removed', '水泥　抗压强度', null],
    ]);
    expect(changes.map(({ of }) => of.part === 'sample' && [of.place, of.name])).toEqual([
      [1, '砂'],
      [2, '碎石'],
      [1, '水泥'],
    ]);
  });

  it('matches parameters by id and contains their changed values and costs', () => {
    const otherParameter = { ...parameter, tuTestParamId: 'x-2', tuTestParamName: '密度' };
    const after = withSample({
      parameters: [otherParameter, { ...parameter, tuTestParamCount: 2, totalFee: '200.00' }],
      testParamFee: '300.00',
    });
    expect(briefDifference(withSample(), after)).toEqual([
      ['parameter', '', 'added', null, '密度'],
      ['parameterCount', '抗压强度', 'changed', '1', '2'],
      ['parameterFee', '抗压强度', 'changed', '100.00', '200.00'],
      ['testParamFee', '', 'changed', '100.00', '300.00'],
      ['estimatedFee', '', 'changed', '100.00', '300.00'],
    ]);
  });

  it('omits the amounts that a testing unit hides', () => {
    const changes = historyDifference(
      withSample(),
      withSample({
        parameters: [{ ...parameter, tuTestParamPrice: '120', totalFee: '120.00' }],
        testParamFee: '120.00',
      }),
    );
    const visibleLabels = (visibleAmounts: { prices: boolean; estimate: boolean }) =>
      removeHiddenAmounts(changes, visibleAmounts).map(({ label }) => label);
    expect(visibleLabels({ prices: true, estimate: true })).toEqual([
      'parameterPrice',
      'parameterFee',
      'testParamFee',
      'estimatedFee',
    ]);
    expect(visibleLabels({ prices: false, estimate: true })).toEqual(['testParamFee', 'estimatedFee']);
    expect(visibleLabels({ prices: true, estimate: false })).toEqual(['parameterPrice']);
    expect(visibleLabels({ prices: false, estimate: false })).toEqual([]);
  });

  it('still contains a change of a person if both values are masked alike', () => {
    const [before, after] = [
      withHeader({}),
      withHeader({
        contact: { name: '陈一', phone: '13800000009' },
        ownerWitnesses: [{ name: '张七', cardNo: '1', phone: '13800000001' }],
      }),
    ];
    const masked = historyDifference(before, after, { name: () => '*', phone: () => '#' });
    expect(brief(masked)).toEqual([
      ['linkPerson', '', 'changed', '*', '*'],
      ['linkPersonPhone', '', 'changed', '#', '#'],
      ['ownerWitness', '', 'changed', '*　*　#', '*　*　#'],
    ]);
    expect(JSON.stringify(masked)).not.toContain('138');
  });

  it('matches a witness by the digits of the phone: a new spelling is no change, and a new name is a change of the same person', () => {
    const witness = (phone: string, name = '张七') =>
      withHeader({
        ownerWitnesses: [
          { name, cardNo: '1', phone },
          { name: '李八', cardNo: '2', phone: '' },
        ],
      });
    const withWitness = witness('13800000001');
    for (const phone of ['138 0000 0001', '+86 138-0000-0001', '１３８００００００01', '\u202d13800000001\u202c'])
      expect(historyDifference(withWitness, witness(phone))).toEqual([]);
    expect(brief(historyDifference(withWitness, witness('138-0000-0001', '张柒')))).toEqual([
      ['ownerWitness', '', 'changed', '张七　1　13800000001', '张柒　1　138-0000-0001'],
    ]);
    expect(historyDifference(withWitness, witness('13800000002')).map(({ how }) => how)).toEqual(['removed', 'added']);
  });

  it('matches extra fields and properties by their definition, and ignores empty ones that appear or disappear', () => {
    const field = (id: string, value: string) => ({
      id: `id-${id}-${value}`,
      sourcePropertyId: id,
      columnIndex: 1,
      columnName: '1桥名',
      columnValue: '',
      visible: true,
      columnType: 'input',
      customizeType: 1,
      value,
    });
    expect(
      briefDifference(
        withHeader({ extraFields: [field('p', ''), field('q', '甲')] }),
        withHeader({ extraFields: [field('q', '乙'), field('r', '')] }),
      ),
    ).toEqual([['extraField', '桥名', 'changed', '甲', '乙']]);
    const property = (value: string) => ({
      testSamplePropertyId: null,
      testSamplePropertyDisplayName: '批号',
      testSamplePropertySystemName: 'piHao',
      testSamplePropertyType: 1,
      value,
      orderNum: 1,
      isJoinSpecification: false,
      unit: '',
    });
    expect(
      briefDifference(withSample({ properties: [property('')] }), withSample({ properties: [property('A7')] })),
    ).toEqual([['property', '批号', 'changed', null, 'A7']]);
  });

  it('contains a new status, number or reason, and the deletion', () => {
    const draft = [created(), added(), saved()];
    expect(briefDifference(openState(...draft), openState(...draft, committed))).toEqual([
      ['consignStatus', '', 'changed', '10', '20'],
      ['consignCode', '', 'changed', null, 'TU001-2026-00001'],
    ]);
    expect(briefDifference(openState(...draft, committed), openState(...draft, committed, rejected))).toEqual([
      ['consignStatus', '', 'changed', '20', '40'],
      ['rollbackCause', '', 'changed', null, '缺资料'],
    ]);
    const deleted = stateOf(...draft, cancelled, { type: 'ConsignmentDeleted', data: { description: '' } });
    expect(deleted.phase === 'deleted' && briefDifference(openState(...draft, cancelled), deleted)).toEqual([
      ['deleted', '', 'changed', 'false', 'true'],
    ]);
  });

  it('contains added files and signatures', () => {
    const draft = [created(), added(), saved()];
    expect(
      briefDifference(
        openState(...draft),
        openState(...draft, { type: 'AttachmentAdded', data: { attachment: attachment() } }),
      ),
    ).toEqual([['attachment', '', 'added', null, '取样照片.jpg']]);
    const requested = openState(...draft, committed, signatures);
    const signed = openState(...draft, committed, signatures, {
      type: 'ConsignmentSigned',
      data: { toStatus: 20, signatureId: 's-2', signType: 2, signedAt: '2026-03-02T08:00:00.000Z', imageHash: null },
    });
    expect(briefDifference(requested, signed)).toEqual([['signature', '2', 'changed', '0', '1']]);
  });
});
