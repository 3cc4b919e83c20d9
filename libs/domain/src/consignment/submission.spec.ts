import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent, SignatureEntry } from '#events';
import { messageOfProblem } from '../rules/messages.js';
import { newMaterialRow } from '../sample/raw-materials.js';
import {
  added,
  AT,
  CODE,
  committed,
  created,
  header,
  historyTo,
  openState,
  people,
  rejected,
  sample,
  saved,
  settings,
  signatureIds,
} from '#harness/domain/consignment-story';
import { specificationOf } from '#harness/domain/specification';
import { consignment } from './consignment.js';
import { submissionProblems, submitActionProblems } from './submission.js';

const given = specificationOf(consignment.decider);
const submit = {
  type: 'Submit',
  by: people.client,
  at: AT,
  description: '请尽快',
  consignCode: CODE,
  settings,
  signatureIds,
} as const;
const entry = (signType: SignatureEntry['signType'], changes: Partial<SignatureEntry> = {}): SignatureEntry => ({
  id: `s-${signType}`,
  signType,
  status: 0,
  senMsgStatus: 0,
  signMsgTime: null,
  ...changes,
});
const submitMessages = (...history: ConsignmentEvent[]) =>
  submitActionProblems(openState(...history), people.client).map((problem) => messageOfProblem(problem));

describe('Submitting', () => {
  it('leads to status 20 with the comment, the number and the requested signatures', () =>
    given(...historyTo[10])
      .when(submit)
      .then(
        {
          type: 'ConsignmentCommitted',
          data: { toStatus: 20, description: '请尽快', consignCode: CODE, committedAt: AT },
        },
        { type: 'SignatureRequested', data: { entries: [entry(1), entry(2), entry(3)] } },
      ));

  it('requests a signature of a witness side only if it is required, and none if the unit does not use signatures', () => {
    const singleWitnessHeader = header({ needConstructionWitnessPersonSign: false });
    given(created({ header: singleWitnessHeader }), added(), saved(singleWitnessHeader))
      .when(submit)
      .thenState({ signatures: [{ signType: 1 }, { signType: 3 }] });
    given(...historyTo[10])
      .when({ ...submit, settings: { ...settings, IsEnableConsignSign: false } })
      .thenState({ consignStatus: 20, signatures: [] });
  });

  it('requests a separate signature of every witness of a side, and drops the request of a removed witness', () => {
    const person = (name: string, phone: string) => ({ name, cardNo: '', phone });
    const two = header({ ownerWitnesses: [person('张三', '13800000011'), person('赵六', '13800000012')] });
    given(created({ header: two }), added(), saved(two))
      .when(submit)
      .thenState({ signatures: [entry(1), entry(2), { ...entry(2), id: 's-2-1' }, entry(3)] });
    const entries = [entry(1), entry(2), { ...entry(2), id: 's-2-1' }, entry(3)];
    given(created(), added(), saved(), committed, { type: 'SignatureRequested', data: { entries } }, rejected)
      .when(submit)
      .thenState({ signatures: [entry(1), entry(2), entry(3)] });
  });

  it('a second time preserves the number and the signature entries, and clears the reason', () => {
    const secondSubmit = {
      ...submit,
      consignCode: 'TU001-2026-00099',
      signatureIds: { ...signatureIds, consignor: 'n-1', owner: 'n-2', supervision: 'n-3' },
    };
    given(...historyTo[40])
      .when(secondSubmit)
      .thenState({
        consignStatus: 20,
        consignCode: CODE,
        rollbackCause: '',
        signatures: [{ id: 's-1', status: 1 }, { id: 's-2' }, { id: 's-3' }],
      });
  });

  it('a second time requests newly required signatures, and drops those no longer required unless they are signed', () => {
    const ownerWitnessHeader = header({ needWitnessPersonSign: false });
    const history = (owner: 0 | 1): ConsignmentEvent[] => [
      created(),
      added(),
      saved(),
      committed,
      { type: 'SignatureRequested', data: { entries: [entry(1), entry(3, { status: owner })] } },
      rejected,
      { type: 'ConsignmentSaved', data: { toStatus: 40, header: ownerWitnessHeader } },
    ];
    given(...history(0))
      .when(submit)
      .thenState({ signatures: [{ signType: 1 }, { signType: 2 }] });
    given(...history(1))
      .when(submit)
      .thenState({ signatures: [{ signType: 1 }, { signType: 3, status: 1 }, { signType: 2 }] });
  });

  it('reports what the testing unit has withdrawn by name, with the sample of the consignment that needs it', () => {
    const materialSample = {
      ...sample({ id: 'own', testUnitSampleId: '0190c3a2-0000-7000-8000-00000000aaaa', testUnitSampleName: '矿粉' }),
      id: 'own',
    };
    const [concrete, sand] = [
      sample({
        id: 'a',
        materialSamples: [materialSample],
        buSampleInfoRefSampleInfo: [{ ...newMaterialRow('row'), isTest: true, buSampleInfoId: 'own' }],
      }),
      sample({ id: 'b' }),
    ];
    const offered = [{ id: sand.testUnitSampleId, parameters: [] }];
    const draft = { samples: [concrete, sand], attachments: [], header: header({}), consignCode: '' };
    const problems = submissionProblems(draft, { kinds: [], currentSamples: offered });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'SAMPLES_WITHDRAWN', params: { samples: '矿粉' }, sampleIds: ['a'] }),
    );
    expect(submissionProblems(draft, { kinds: [], currentSamples: null })).toEqual([]);
  });

  it('requires a reserved number', () => {
    expect(() =>
      given(...historyTo[10])
        .when({ ...submit, consignCode: '' })
        .thenNothing(),
    ).toThrow('number');
  });

  it('accepts a comment of 50 characters, but not of 51', () => {
    given(...historyTo[10])
      .when({ ...submit, description: '好'.repeat(50) })
      .thenState({ consignStatus: 20 });
    given(...historyTo[10])
      .when({ ...submit, description: '好'.repeat(51) })
      .thenRefused('REMARK_TOO_LONG');
  });
});

describe('Submitting is refused', () => {
  it('VA-012 without samples, test items or a qualification, with exactly the specified messages', () => {
    expect(submitMessages(created(), saved())).toEqual(['请添加样品信息!']);
    expect(submitMessages(created({ consignType: 2 }), saved())).toEqual(['请添加检测项目!']);
    expect(submitMessages(created({ consignType: 3 }), saved())).toEqual(['请添加检测项目!']);
    expect(submitMessages(created(), added(), saved(header({ tuqualificationId: null })))).toEqual([
      '请选择资质类型！',
    ]);
  });

  it('VA-013 with the names of only those samples that lack parameters, raw materials or reports', () => {
    const material = { ...newMaterialRow('m-1'), sampleName: '砂', buSampleInfoId: 'own-1' };
    const incomplete = [
      added(sample({ id: 'a', testUnitSampleName: 'A', parameters: [] })),
      added(
        sample({
          id: 'b',
          testUnitSampleName: 'B',
          buSampleInfoRefSampleInfo: [{ ...material, buSampleInfoId: null }],
        }),
      ),
      added(sample({ id: 'c', testUnitSampleName: 'C', buSampleInfoRefSampleInfo: [{ ...material, isTest: false }] })),
      added(
        sample({
          id: 'd',
          testUnitSampleName: 'D',
          buSampleInfoRefSampleInfo: [material, { ...material, isTest: false, consignCode: 'W1' }],
          materialSamples: [sample({ id: 'own-1' })],
        }),
      ),
      added(sample({ id: 'e', testUnitSampleName: 'E', parameters: [] })),
      added(
        sample({
          id: 'f',
          testUnitSampleName: 'F',
          parameters: [],
          isTestUnitConfirmTestParam: true,
          testReason: '进场',
        }),
      ),
    ];
    expect(submitMessages(created(), ...incomplete, saved())).toEqual([
      '样品“A、E”的参数信息不完整，请完善后再提交！',
      '样品“B”的原材料信息不完整，请完善后再提交！',
      '样品“C”的报告文件不完整，请完善后再提交！',
    ]);
    given(created(), ...incomplete, saved())
      .when(submit)
      .thenRefused('PARAMETERS_INCOMPLETE', 'MATERIALS_INCOMPLETE', 'REPORTS_INCOMPLETE');
  });

  it('with the first problem of an invalid form, and for a form that was never saved', () => {
    expect(
      submitMessages(created({ header: header({ projectName: '', contact: { name: '', phone: '' } }) }), added()),
    ).toEqual(['请选择工程项目']);
    expect(submitMessages(created(), added())).toEqual(['请先保存委托再提交']);
  });

  it('CL-023 at statuses 20, 30, 60 and 80 as already submitted, and at status 50 until it is saved', () => {
    for (const status of [20, 30, 60, 80] as const)
      expect(submitMessages(...historyTo[status])).toEqual(['您请选择的委托中有已经提交的委托。']);
    expect(submitMessages(...historyTo[50])).toEqual(['请先保存委托再提交']);
  });
});
