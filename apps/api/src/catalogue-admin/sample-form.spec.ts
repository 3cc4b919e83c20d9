import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  getConcatRules,
  getMaterials,
  getOtherInfo,
  getSampleChanges,
  getSampleForm,
  getSampleRequirements,
  keepSampleForm,
  tuTestSampleGetAll,
  type SampleFormView,
} from '#contract';
import { CEMENT, DENSITY, SURFACE } from '#harness/consignments/drafts';
import { newLaboratory, type Laboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let lab: Laboratory;
let [staff, client]: Client[] = [];
let first: SampleFormView;
beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-03-02T01:00:00.000Z'), repeatsCommands: true });
  lab = await newLaboratory(service, {});
  [staff, client] = [await service.as(lab.userName), await service.as('client1')];
  first = await staff.do(getSampleForm, { query: { sampleId: CEMENT } });
});
afterAll(() => service.close());

const saveForm = (body: object, revision: number | null = null) =>
  staff!.call(keepSampleForm, {
    query: { sampleId: CEMENT },
    body,
    headers: revision === null ? {} : { 'if-match': `"${revision}"` },
  });
const put = async (body: object, revision: number | null = null): Promise<SampleFormView> => {
  const reply = await saveForm(body, revision);
  if (!reply.result) throw new Error(JSON.stringify(reply.failure));
  return reply.result;
};
/** What the form of a consignment to the unit is given. */
const readClientForm = async (testUnitId = lab.testUnitId) => {
  await service.catchUp();
  const query = { sampleId: CEMENT, testUnitId };
  const [info, [rule], materials] = await Promise.all([
    client!.do(getOtherInfo, { query: { ...query, paramIds: '' } }),
    client!.do(getConcatRules, { query }),
    client!.do(getMaterials, { query: { ...query, paramIds: '' } }),
  ]);
  return { info, rule, materials };
};

it('properties and specification of a sample follow the template until the unit changes them, for its own clients only', async () => {
  expect(first).toMatchObject({ revision: null, specification: '{品种} {强度等级}', example: 'P·O 42.5' });
  const [batch, ...rest] = first.properties;
  const properties = [
    { ...batch!, value: '200' },
    ...rest.map((each) => (each.name === '强度等级' ? { ...each, name: '等级' } : each)),
    { name: '出厂标识', type: 5 as const, choices: ['有', '无'], value: '有' },
  ];
  const updated = await put({ properties, specification: '{品种}-{等级}[-]' });
  expect(updated).toMatchObject({ revision: 0, specification: '{品种}-{等级}[-]', example: 'P·O-32.5' });
  expect(updated.properties.map(({ name }) => name)).toEqual([
    ...first.properties.map(({ name }) => (name === '强度等级' ? '等级' : name)),
    '出厂标识',
  ]);
  const { rule, info } = await readClientForm();
  expect(rule?.configData.map(({ displayName, value, infoType }) => (infoType === 1 ? displayName : value))).toEqual([
    '品种',
    '-',
    '等级',
    '-',
  ]);
  expect(JSON.stringify(info)).toContain('出厂标识');
  expect((await readClientForm((await newLaboratory(service, {})).testUnitId)).rule?.configData).toHaveLength(3);
  // Renamed without a word on the specification: it goes on under the new name.
  const renamed = await put(
    {
      properties: updated.properties.map(({ isJoined: _, ...each }) =>
        each.name === '等级' ? { ...each, name: '强度等级' } : each,
      ),
    },
    updated.revision,
  );
  expect(renamed.specification).toBe('{品种}-{强度等级}[-]');
  expect((await saveForm({ specification: '' }, updated.revision)).status).toBe(412);
});

it('raw materials are samples of the catalogue in the given order, and removing one requires a reason', async () => {
  const { items } = await staff!.do(tuTestSampleGetAll, { query: { search: '水', maxResultCount: 5 } });
  const [sampleA, sampleB] = items.filter(({ id }) => id !== CEMENT);
  const updated = await put({
    materials: [
      { id: sampleB?.id, role: '水', isDefault: true, recommendedDosage: 180, dosageUnit: 'kg/m³' },
      { id: sampleA?.id },
    ],
  });
  expect(updated.materials).toMatchObject([
    {
      id: sampleB?.id,
      label: sampleB?.sampleName,
      role: '水',
      isDefault: true,
      recommendedDosage: 180,
      unitRatio: null,
    },
    { id: sampleA?.id, isRequired: false },
  ]);
  expect((await readClientForm()).materials.map(({ id }) => id)).toEqual([sampleB?.id, sampleA?.id]);
  expect((await saveForm({ materials: [{ id: sampleB?.id }] })).failure).toMatchObject({ code: 'REASON_REQUIRED' });
  expect((await put({ materials: [{ id: sampleB?.id }], reason: '不再使用' })).materials).toHaveLength(1);
  const [last] = await staff!.do(getSampleChanges, { query: { sampleId: CEMENT } });
  expect(last).toMatchObject({
    reason: '不再使用',
    changes: expect.arrayContaining([
      {
        field: 'materials',
        about: sampleA?.sampleName,
        member: '',
        old: expect.stringContaining(sampleA?.sampleName ?? ''),
        new: '',
      },
    ]),
  });
});

it('requirements of certain parameters are stored besides general ones and shown only to clients who choose them', async () => {
  const current = await staff!.do(getSampleForm, { query: { sampleId: CEMENT } });
  const readRequirements = async (paramIds: string) =>
    JSON.stringify(
      await client!.do(getSampleRequirements, { query: { sampleId: CEMENT, paramIds, testUnitId: lab.testUnitId } }),
    );
  const allRequirements = await readRequirements('');
  const updated = await put(
    { requirements: [{ paramIds: [DENSITY], text: '<p onclick="x()">烘干</p>' }, ...current.requirements] },
    current.revision,
  );
  expect(updated.requirements).toEqual([
    { id: expect.any(String), paramIds: [DENSITY], text: '<p>烘干</p>' },
    ...current.requirements,
  ]);
  await service.catchUp();
  expect([
    (await readRequirements(DENSITY)).includes('烘干'),
    (await readRequirements(SURFACE)).includes('烘干'),
    await readRequirements(''),
  ]).toEqual([true, false, allRequirements]);
  expect((await saveForm({ requirements: current.requirements })).failure).toMatchObject({ code: 'REASON_REQUIRED' });
  expect(
    (await saveForm({ requirements: [{ paramIds: [v4()], text: '<p>甲</p>' }], reason: '试' })).failure,
  ).toMatchObject({ code: 'NO_SUCH_PARAMETER' });
  expect(
    (await saveForm({ requirements: [{ paramIds: [DENSITY], text: '<p></p>' }], reason: '试' })).failure,
  ).toMatchObject({ code: 'CATALOGUE_TEXT_REQUIRED' });
  expect((await put({ requirements: current.requirements, reason: '不再要求' })).requirements).toEqual(
    current.requirements,
  );
  const [last] = await staff!.do(getSampleChanges, { query: { sampleId: CEMENT } });
  expect(last).toMatchObject({
    reason: '不再要求',
    changes: expect.arrayContaining([
      { field: 'paramRequirements', about: '密度', member: '', old: '密度 烘干', new: '' },
    ]),
  });
});

it('invalid values are refused with a specific code, and nothing is changed', async () => {
  const current = await staff!.do(getSampleForm, { query: { sampleId: CEMENT } });
  const refused = async (body: object) => (await saveForm({ reason: '试', ...body })).failure?.code;
  expect(await refused({ specification: '{硬度}' })).toBe('PATTERN_PROPERTY_UNKNOWN');
  expect(await refused({ specification: '{品种' })).toBe('PATTERN_UNCLOSED');
  expect(await refused({ specification: '{品种}{品种}' })).toBe('PATTERN_PROPERTY_TWICE');
  expect(await refused({ properties: [{ name: '甲' }, { name: '甲' }], specification: '' })).toBe(
    'PROPERTY_NAME_TAKEN',
  );
  expect(await refused({ properties: [{ name: '甲', type: 5 }], specification: '' })).toBe('PROPERTY_NEEDS_CHOICES');
  expect(await refused({ properties: [{ name: '甲', type: 3, value: '很多' }], specification: '' })).toBe(
    'NOT_A_QUANTITY',
  );
  expect(await refused({ materials: [{ id: CEMENT }] })).toBe('MATERIAL_IS_ITSELF');
  expect(await refused({ materials: [{ id: v4() }] })).toBe('NO_SUCH_SAMPLE');
  expect((await saveForm({ properties: [{ name: '甲', type: 9 }] })).status).toBe(400);
  expect(await staff!.do(getSampleForm, { query: { sampleId: CEMENT } })).toEqual(current);
});

it('the form of another unit is refused, and the administrator receives the template', async () => {
  const otherLab = await newLaboratory(service, {});
  expect(
    (await staff!.call(getSampleForm, { query: { sampleId: CEMENT, testUnitId: otherLab.testUnitId } })).status,
  ).toBe(403);
  expect((await saveForm({ testUnitId: otherLab.testUnitId, specification: '{品种}' })).status).toBe(403);
  const admin = await service.as('admin');
  expect(await admin.do(getSampleForm, { query: { sampleId: CEMENT } })).toMatchObject({
    specification: '{品种} {强度等级}',
    properties: first.properties,
    revision: expect.any(Number),
  });
  expect((await admin.call(getSampleForm, { query: { sampleId: v4() } })).status).toBe(404);
});
