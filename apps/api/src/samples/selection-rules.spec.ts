import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  createBuSampleParamInfo,
  getBuSampleInfo,
  getParamPack,
  getParamPacks,
  getTestParameters,
  saveBuSampleInfo,
  type SampleInput,
} from '#contract';
import { addCement, CEMENT, CONSISTENCY, DENSITY, createDraft, SURFACE } from '#harness/consignments/drafts';
import { newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;
/** TU001 works with recommended standards. */
let consignId: string;

beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
  ({ id: consignId } = await createDraft(client));
});
afterAll(() => service.close());

const body = (id: string, changes: Partial<SampleInput>): SampleInput => ({
  id,
  consignId,
  testUnitSampleId: CEMENT,
  testGroupCount: 1,
  testPointCount: 1,
  afterTestOperate: '检毕由检测机构处理',
  ...changes,
});
const save = async (changes: Partial<SampleInput>, id?: string) =>
  client.call(saveBuSampleInfo, { body: body(id ?? (await addCement(client, consignId)), changes) });
const refused = async (changes: Partial<SampleInput>) => {
  const { status, failure } = await save(changes);
  return [status, failure?.code, failure?.message];
};

describe('parameters of a sample', () => {
  it('SS-025 are rows with the names of the specification and a count of one, unless another valid count is requested', async () => {
    const id = await addCement(client, consignId, [DENSITY]);
    const {
      tuSampleParamIds: [row],
    } = await client.do(getBuSampleInfo, { query: { id } });
    expect(row).toEqual({
      tuTestParamId: DENSITY,
      tuTestParamCode: expect.any(String),
      tuTestParamName: '密度',
      tuTestParamDescription: expect.any(String),
      tuTestParamPrice: '90.00',
      testParamPriceType: 1,
      totalFee: '90.00',
      tuTestParamCount: 1,
      paramWorkDay: 2,
      sharedPriceQualifier: '',
      sharedPrice: null,
      testCount: 0.3,
      sharedTestCount: 12,
      sharedTestCountName: '水泥样',
      sharedTestCountUnit: 'kg',
      buSampleParamUseBaseStandard: [
        expect.objectContaining({ useType: '1' }),
        expect.objectContaining({ useType: '2' }),
      ],
    });
    for (const tuTestParamCount of [0, -1, 1.5, 1000])
      expect((await save({ tuSampleParamIds: [{ tuTestParamId: DENSITY, tuTestParamCount }] }, id)).status).toBe(400);
    const { result } = await save({ tuSampleParamIds: [{ tuTestParamId: DENSITY, tuTestParamCount: 3 }] }, id);
    expect(result.tuSampleParamIds).toMatchObject([{ tuTestParamCount: 3, totalFee: '270.00' }]);
  });

  it('are refused if they are repeated, unknown or not offered, and the sample does not change', async () => {
    const id = await addCement(client, consignId, [SURFACE]);
    const current = await client.do(getBuSampleInfo, { query: { id } });
    const offered = await client.do(getTestParameters, { query: { sampleId: CEMENT } });
    const unofferedId = offered.find((parameter) => !parameter.offered)?.id ?? '';
    const codes = [];
    for (const ids of [[DENSITY, DENSITY], [v4()], [unofferedId]])
      codes.push((await save({ tuSampleParamIds: ids.map((tuTestParamId) => ({ tuTestParamId })) }, id)).failure?.code);
    expect(codes).toEqual(['PARAMETER_TWICE', 'PARAMETER_UNKNOWN', 'PARAMETER_NOT_OFFERED']);
    expect(await client.do(getBuSampleInfo, { query: { id } })).toEqual(current);
  });
});

describe('standards of a sample', () => {
  const links = async (name: string) => {
    const parameter = (await client.do(getTestParameters, { query: { sampleId: CEMENT } })).find(
      (each) => each.id === DENSITY,
    );
    const match = parameter?.standards.find(({ publishCode }) => publishCode === name);
    return { baBaseStandardId: match?.standardId ?? '', limsUniqueKey: match?.uniqueKey ?? '' };
  };

  it('STD-013 are required only if the laboratory uses recommended standards', async () => {
    const basisOnly = [
      {
        tuTestParamId: DENSITY,
        buSampleParamUseBaseStandard: [{ ...(await links('GB/T 208-2014')), useType: '1' as const }],
      },
    ];
    expect(await refused({ tuSampleParamIds: basisOnly })).toEqual([
      409,
      'EVALUATION_STANDARD_MISSING',
      '检测参数[密度]未选择评定标准',
    ]);
    expect(await refused({ tuSampleParamIds: [{ tuTestParamId: DENSITY, buSampleParamUseBaseStandard: [] }] })).toEqual(
      [409, 'STANDARDS_MISSING', '检测参数[密度]未选择评定标准和检测依据'],
    );
    expect((await save({ tuSampleParamIds: basisOnly, isNeedConclusion: false })).status).toBe(200);

    const lab = await newLaboratory(service, { USING_RECOMMENDED_PARAMETER_STANDARD: '0' });
    const { id: otherConsignId } = await createDraft(client, { lab });
    const id = await addCement(client, otherConsignId);
    const { status, result } = await client.call(saveBuSampleInfo, {
      body: { ...body(id, { tuSampleParamIds: basisOnly }), consignId: otherConsignId },
    });
    expect([
      status,
      result.tuSampleParamIds[0]?.buSampleParamUseBaseStandard.map(({ baseStandardCode, useType }) => [
        baseStandardCode,
        useType,
      ]),
    ]).toEqual([200, [['GB/T 208-2014', '1']]]);
  });

  it('STD-017 are stored for the sample as a whole in simple input mode, and its parameters need none', async () => {
    const sampleStandards = [
      { ...(await links('GB/T 208-2014')), useType: '1' as const },
      { ...(await links('GB 175-2023')), useType: '2' as const },
    ];
    const { result } = await save({
      inputMethod: 0,
      tuSampleParamIds: [{ tuTestParamId: DENSITY, buSampleParamUseBaseStandard: [] }],
      buSampleUseBaseStandard: sampleStandards,
    });
    expect(result.buSampleUseBaseStandard.map(({ baseStandardCode, useType }) => [baseStandardCode, useType])).toEqual([
      ['GB/T 208-2014', '1'],
      ['GB 175-2023', '2'],
    ]);
    expect(result.tuSampleParamIds[0]?.buSampleParamUseBaseStandard).toEqual([]);
  });

  it('STD-011 STD-012 may be custom for evaluation but not as test basis, and unknown ones are refused', async () => {
    const basis = { ...(await links('GB/T 208-2014')), useType: '1' as const };
    const withCustom = (useType: '1' | '2' | '3') => ({
      tuSampleParamIds: [
        {
          tuTestParamId: DENSITY,
          buSampleParamUseBaseStandard: [
            basis,
            { baseStandardName: 'ACME-1', limsUniqueKey: 'customer_ACME-1', useType },
          ],
        },
      ],
    });
    const { result } = await save(withCustom('2'));
    expect(result.tuSampleParamIds[0]?.buSampleParamUseBaseStandard[1]).toMatchObject({
      baBaseStandardId: null,
      baseStandardName: 'ACME-1',
      baseStandardType: 2,
      useType: '2',
      limsUniqueKey: 'customer_ACME-1',
    });
    expect(
      [await refused(withCustom('1')), await refused(withCustom('3'))].map(([status, code]) => [status, code]),
    ).toEqual([
      [400, 'STANDARD_NOT_FOR_BASIS'],
      [400, 'STANDARD_NOT_FOR_BASIS'],
    ]);
    expect(
      (
        await refused({
          tuSampleParamIds: [
            { tuTestParamId: DENSITY, buSampleParamUseBaseStandard: [{ baBaseStandardId: v4(), useType: '1' }] },
          ],
        })
      )[1],
    ).toBe('STANDARD_UNKNOWN');
  });

  it('cannot be given twice for the same use of a parameter', async () => {
    const standard = await links('GB/T 208-2014');
    const custom = { baseStandardName: 'ACME-1', limsUniqueKey: 'customer_ACME-1', useType: '2' as const };
    const withStandards = (
      ...buSampleParamUseBaseStandard: NonNullable<
        NonNullable<SampleInput['tuSampleParamIds']>[number]['buSampleParamUseBaseStandard']
      >
    ) => ({
      tuSampleParamIds: [{ tuTestParamId: DENSITY, buSampleParamUseBaseStandard }],
    });
    const basis = { ...standard, useType: '1' as const };
    for (const twice of [
      [basis, basis],
      [basis, { ...basis, useType: '3' as const }],
      [basis, custom, custom],
    ])
      expect((await refused(withStandards(...twice))).slice(0, 2)).toEqual([400, 'STANDARD_TWICE']);
    expect((await refused({ ...withStandards(basis), buSampleUseBaseStandard: [basis, basis] }))[1]).toBe(
      'STANDARD_TWICE',
    );
    expect((await save(withStandards(basis, { ...basis, useType: '2' }, custom))).status).toBe(200);
  });
});

describe('a parameter pack', () => {
  it('PK-001 is stored with the sample and read again', async () => {
    const [first] = await client.do(getParamPacks, { query: { sampleId: CEMENT } });
    const pack = await client.do(getParamPack, { query: { id: first?.id ?? '' } });
    const choice = { packFlag: 1 as const, packId: pack.id, packJson: pack.packJson };
    const tuSampleParamIds = pack.entries.map(({ param }) => ({ tuTestParamId: param.id }));
    const id = await addCement(
      client,
      consignId,
      tuSampleParamIds.map(({ tuTestParamId }) => tuTestParamId),
      { buSampleParamPackInfo: choice },
    );
    const stored = await client.do(getBuSampleInfo, { query: { id } });
    expect(stored.buSampleParamPackInfo).toEqual({
      ...choice,
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    expect(stored.tuSampleParamIds.map(({ tuTestParamId }) => tuTestParamId)).toEqual(
      pack.entries.map(({ param }) => param.id),
    );

    const { result } = await save(
      { tuSampleParamIds, buSampleParamPackInfo: { packFlag: 0, packId: '', packJson: '' } },
      id,
    );
    expect(result.buSampleParamPackInfo).toEqual({ packFlag: 0, packId: '', packJson: '', id: '' });
  });

  it('is refused if the laboratory does not offer it for the sample, or if other parameters were chosen', async () => {
    const [first] = await client.do(getParamPacks, { query: { sampleId: CEMENT } });
    const pack = await client.do(getParamPack, { query: { id: first?.id ?? '' } });
    const outside = [DENSITY, SURFACE, CONSISTENCY].filter((id) => !pack.entries.some(({ param }) => param.id === id));
    const choice = (packId: string) => ({ packFlag: 1 as const, packId, packJson: '{}' });
    expect(
      (await refused({ tuSampleParamIds: [{ tuTestParamId: DENSITY }], buSampleParamPackInfo: choice(v4()) })).slice(
        0,
        2,
      ),
    ).toEqual([400, 'PACK_UNKNOWN']);
    expect(outside).not.toEqual([]);
    expect(
      (
        await refused({
          tuSampleParamIds: outside.map((tuTestParamId) => ({ tuTestParamId })),
          buSampleParamPackInfo: choice(pack.id),
        })
      ).slice(0, 2),
    ).toEqual([409, 'PACK_CHANGED']);
    const adding = await client.call(createBuSampleParamInfo, {
      body: {
        consignId,
        tuTestSampleDTO: { id: CEMENT, sampleName: '' },
        tuTestParamDtos: [{ tuTestParamId: DENSITY }],
        buSampleParamPackInfo: choice('nothing'),
      },
    });
    expect([adding.status, adding.failure?.code]).toEqual([400, 'PACK_UNKNOWN']);
  });
});
