import { expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  deleteFileByPath,
  getSampleChanges,
  getSampleExample,
  getSampleForm,
  getSampleRequirements,
  keepSampleForm,
  tuTestSampleCreate,
  tuTestSampleGet,
  tuTestSampleResetTemplate,
  tuTestSampleUpdate,
  uploadImg,
  type SampleFormView,
} from '#contract';
import { CEMENT, DENSITY } from '#harness/consignments/drafts';
import { newLaboratory } from '#harness/consignments/units';
import { pngOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startWithOwnLaboratory, type LaboratoryFixtures } from '#harness/catalogue-admin/own-laboratory';

let { service, lab, staff, client } = {} as LaboratoryFixtures;
startWithOwnLaboratory((story) => ({ service, lab, staff, client } = story));

const uploaded = async (width: number) =>
  (
    await staff.call(uploadImg, {
      body: { directory: 'RichTextImages' },
      file: { name: `${width}.png`, content: pngOf(width, 8) },
    })
  ).result ?? '';
const form = () => staff.do(getSampleForm, { query: { sampleId: CEMENT } });
const saveForm = (body: object) => staff.call(keepSampleForm, { query: { sampleId: CEMENT }, body });
const put = async (body: object): Promise<SampleFormView> => {
  const { result, failure } = await saveForm(body);
  if (!result) throw new Error(JSON.stringify(failure));
  return result;
};
const deleted = async (path: string) =>
  (await staff.call(deleteFileByPath, { query: { path } })).failure?.code ?? 'deleted';
const newest = async () => (await staff.do(getSampleChanges, { query: { sampleId: CEMENT } }))[0];
const nowhere = () => `/RichTextImages/${v4()}.png`;

it('a requirement shows uploaded pictures in their order, and a picture cannot be deleted while a requirement shows it', async () => {
  const [pictureA, pictureB] = [await uploaded(9), await uploaded(10)];
  const { requirements } = await form();
  const text = `<p>烘干</p><img src="${pictureA}" alt="标签"><img src="https://evil.example${pictureB}" alt="外"><img src="${pictureB}" alt="桶">`;
  const updated = await put({ requirements: [...requirements, { paramIds: [DENSITY], text }] });
  expect(updated.requirements.at(-1)?.text).toBe(
    `<p>烘干</p><img src="${pictureA}" alt="标签" /><img src="${pictureB}" alt="桶" />`,
  );
  await service.catchUp();
  expect(
    (
      await client.do(getSampleRequirements, {
        query: { sampleId: CEMENT, paramIds: DENSITY, testUnitId: lab.testUnitId },
      })
    ).at(-1)?.defaultSampleDescription,
  ).toContain(pictureA);
  expect(await deleted(pictureA)).toBe('IMAGE_IN_USE');
  const changed = await put({
    requirements: updated.requirements.map((each) => ({
      ...each,
      text: each.text.replace(text, '').replace(`<img src="${pictureA}" alt="标签" />`, ''),
    })),
  });
  expect(changed.requirements.at(-1)?.text).toBe(`<p>烘干</p><img src="${pictureB}" alt="桶" />`);
  expect((await newest())?.changes).toEqual([
    {
      field: 'paramRequirements',
      about: '密度',
      member: 'requirementPictures',
      old: `标签 #${pictureA.slice(16, 24)}、桶 #${pictureB.slice(16, 24)}`,
      new: `桶 #${pictureB.slice(16, 24)}`,
    },
  ]);
  expect(await Promise.all([deleted(pictureA), deleted(pictureB)])).toEqual(['deleted', 'IMAGE_IN_USE']);
  expect(
    (
      await saveForm({
        requirements: [...changed.requirements, { paramIds: [DENSITY], text: `<img src="${pictureA}">` }],
      })
    ).failure,
  ).toMatchObject({ code: 'PICTURE_UNKNOWN' });
  expect(
    (
      await staff.call(tuTestSampleUpdate, {
        body: { id: CEMENT, defaultSampleDescription: `<p>一</p><img src="${nowhere()}">` },
      })
    ).failure,
  ).toMatchObject({ code: 'PICTURE_UNKNOWN' });
});

it('examples for the unit’s clients can be added, renamed, reordered and removed with a reason, and a reset removes them', async () => {
  const [storedExample] = (await form()).examples;
  const [pictureA, pictureB] = [await uploaded(11), await uploaded(12)];
  expect(storedExample?.image).toMatch(/^data:image\//);
  await put({ examples: [{ name: '正面', image: pictureA }, storedExample, { name: '背面', image: pictureB }] });
  const listExamples = async () => {
    await service.catchUp();
    return client.do(getSampleExample, { query: { sampleId: CEMENT, testUnitId: lab.testUnitId } });
  };
  expect(await listExamples()).toEqual([
    { name: '正面', url: pictureA },
    { name: storedExample?.name, url: storedExample?.image },
    { name: '背面', url: pictureB },
  ]);
  await put({ examples: [storedExample, { name: '背面', image: pictureB }, { name: '封面', image: pictureA }] });
  expect((await newest())?.changes).toEqual(
    expect.arrayContaining([
      { field: 'examples', about: '封面', member: 'name', old: '正面', new: '封面' },
      { field: 'examples', about: '封面', member: 'num', old: '1', new: '3' },
    ]),
  );
  expect((await saveForm({ examples: [storedExample] })).failure).toMatchObject({ code: 'REASON_REQUIRED' });
  expect(
    (await put({ examples: [storedExample, { name: '背面', image: pictureB }], reason: '已过时' })).examples,
  ).toHaveLength(2);
  expect(await Promise.all([deleted(pictureA), deleted(pictureB)])).toEqual(['deleted', 'IMAGE_IN_USE']);
  await staff.do(tuTestSampleResetTemplate, { body: { id: CEMENT, reason: '恢复' } });
  expect(await listExamples()).toEqual([{ name: storedExample?.name, url: storedExample?.image }]);
  expect(await deleted(pictureB)).toBe('deleted');
});

it('an example must be an uploaded picture with a name, and may occur only once', async () => {
  const picture = await uploaded(13);
  const currentExamples = (await form()).examples;
  const refused = async (...examples: object[]) =>
    (await saveForm({ examples: [...currentExamples, ...examples] })).failure?.code;
  expect(await refused({ name: '甲', image: 'data:image/png;base64,AAAA' })).toBe('PICTURE_UNKNOWN');
  expect(await refused({ name: '甲', image: `https://evil.example${picture}` })).toBe('PICTURE_UNKNOWN');
  expect(await refused({ name: '甲', image: nowhere() })).toBe('PICTURE_UNKNOWN');
  expect(await refused({ name: ' ', image: picture })).toBe('CATALOGUE_TEXT_REQUIRED');
  expect(await refused({ name: '甲', image: picture }, { name: '乙', image: picture })).toBe('EXAMPLE_TWICE');
  expect((await form()).examples).toEqual(currentExamples);
});

it('a picture is accepted only by its full address and only from the laboratory itself or the platform', async () => {
  const path = await uploaded(14);
  const upload = async (maker: Client) =>
    (
      await maker.call(uploadImg, {
        body: { directory: 'RichTextImages' },
        file: { name: 'a.png', content: pngOf(15, 8) },
      })
    ).result ?? '';
  const [foreign, platform] = [
    await upload(await service.as((await newLaboratory(service, {})).userName)),
    await upload(await service.as('admin')),
  ];
  const saveError = async (address: string) =>
    (
      await staff.call(tuTestSampleUpdate, {
        body: { id: CEMENT, defaultSampleDescription: `<p>一</p><img src="${address}">` },
      })
    ).failure?.code ?? 'kept';
  expect([
    await saveError(path.replace('.png', '.jpg')),
    await saveError(foreign),
    await saveError(platform),
    await saveError(path),
  ]).toEqual(['PICTURE_UNKNOWN', 'PICTURE_UNKNOWN', 'kept', 'kept']);
});

it('repeating the request that added a sample returns the sample, even if its picture was deleted since', async () => {
  const path = await uploaded(16);
  const { parentId } = await staff.do(tuTestSampleGet, { query: { id: CEMENT } });
  const body = {
    sampleName: '样品',
    sampleCode: `P-${v4().slice(0, 8)}`,
    parentId,
    defaultSampleDescription: `<p>一</p><img src="${path}">`,
  };
  const headers = { 'idempotency-key': v4() };
  const { id } = await staff.do(tuTestSampleCreate, { body, headers });
  await staff.do(tuTestSampleUpdate, { body: { id, defaultSampleDescription: '<p>一</p>' } });
  await service.catchUp();
  expect(await deleted(path)).toBe('deleted');
  expect(await staff.call(tuTestSampleCreate, { body, headers })).toMatchObject({ status: 200, result: { id } });
});
