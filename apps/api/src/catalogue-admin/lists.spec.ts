import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addSampleLevel,
  addTestUnit,
  getDetectionTypes,
  getDictionary,
  getPreQualificationList,
  getQualificationList,
  getRecordChanges,
  getReferenceListChanges,
  getSampleLevels,
  getSampleTree,
  saveReferenceList,
  listReferenceLists,
  sysTestSampleCreate,
  sysTestSampleGet,
  testUnitGet,
  updateSampleLevel,
  updateTestUnit,
  type ReferenceListView,
  type TreeNode,
} from '#contract';
import { LIST_NAMES } from '#domain/reference';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;
let client: Client;
beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [admin, client] = [await service.as('admin'), await service.as('client1')];
});
afterAll(() => service.close());

const currentList = async (name: string): Promise<ReferenceListView> => {
  const match = (await admin.do(listReferenceLists)).find((list) => list.name === name);
  if (!match) throw new Error(name);
  return match;
};
type EntryInput = {
  id?: string;
  name: string;
  code?: string;
  memo?: string;
  isOff?: boolean;
  bigCategoryIds?: string[];
};
const saveList = (name: string, entries: EntryInput[], revision: number | null, headers: Record<string, string> = {}) =>
  admin.call(saveReferenceList, {
    query: { list: name },
    body: { entries },
    headers: { ...(revision === null ? {} : { 'if-match': `"${revision}"` }), ...headers },
  });
const codeOf = async (request: ReturnType<typeof saveList>) => {
  const { status, failure } = await request;
  return [status, failure?.code];
};

describe('lists of the platform', () => {
  it('CAT-007 can be extended, renamed, reordered and switched off; forms offer the active entries in that order', async () => {
    const { entries, revision } = await currentList('mailCompanies');
    const [first, second, ...rest] = entries;
    if (!first || !second) throw new Error('the reference data has no mail companies');
    const changedEntries = [
      { ...second, name: '邮政速递', memo: '含同城' },
      ...rest,
      { name: '极兔速递' },
      { ...first, isOff: true },
    ];
    const { status, result } = await saveList('mailCompanies', changedEntries, revision);
    expect(status).toBe(200);
    expect(result.entries.at(-2)).toEqual({
      id: expect.any(String),
      code: '极兔速递',
      name: '极兔速递',
      memo: '',
      isOff: false,
      bigCategoryIds: [],
    });
    await service.catchUp();
    const offered = await client.do(getDictionary, { query: { typeCode: 'mailCompanies' } });
    expect(offered.map(({ typename }) => typename)).toEqual(['邮政速递', ...rest.map(({ name }) => name), '极兔速递']);
    expect(offered[0]?.id).toBe(second.id);
    expect(await currentList('mailCompanies')).toEqual(result);

    const [change] = await admin.do(getReferenceListChanges, { query: { list: 'mailCompanies' } });
    expect(change).toMatchObject({ action: 'DictionaryListed', by: expect.stringMatching(/./) });
    expect(change?.changes).toEqual(
      expect.arrayContaining([
        { field: 'entries', about: '邮政速递', member: 'name', old: second.name, new: '邮政速递' },
        { field: 'entries', about: first.name, member: 'isOff', old: 'false', new: 'true' },
        expect.objectContaining({ field: 'order' }),
      ]),
    );
  });

  it('are changed once by a repeated request, and only on the revision that was read', async () => {
    const { entries, revision } = await currentList('testReasons');
    const key = { 'idempotency-key': v4() };
    const changedEntries = [...entries, { name: '委托复检' }];
    const [first, repeated] = [
      await saveList('testReasons', changedEntries, revision, key),
      await saveList('testReasons', changedEntries, revision, key),
    ];
    expect([repeated.result, repeated.position]).toEqual([first.result, first.position]);
    expect(await codeOf(saveList('testReasons', [...entries, { name: '晚了' }], revision))).toEqual([
      412,
      'STALE_REVISION',
    ]);
    expect((await saveList('testReasons', changedEntries, null)).status).toBe(428);
    expect((await currentList('testReasons')).entries.filter(({ name }) => name === '委托复检')).toHaveLength(1);
  });

  it('cannot lose entries or have no active entry, and cannot be changed if the program itself uses them', async () => {
    const { entries, revision } = await currentList('detectionTypes');
    expect(await codeOf(saveList('detectionTypes', entries.slice(1), revision))).toEqual([400, 'LIST_ENTRY_MISSING']);
    expect(
      await codeOf(
        saveList(
          'detectionTypes',
          entries.map((entry) => ({ ...entry, isOff: true })),
          revision,
        ),
      ),
    ).toEqual([400, 'LIST_ALL_OFF']);
    expect(await codeOf(saveList('detectionTypes', [...entries, { name: '仲裁检测', code: '四' }], revision))).toEqual([
      400,
      'LIST_CODE_NO_NUMBER',
    ]);
    expect(await codeOf(saveList('detectionTypes', [...entries, { id: v4(), name: '外来' }], revision))).toEqual([
      400,
      'NO_SUCH_LIST_ENTRY',
    ]);
    expect(
      (await saveList('detectionTypes', [...entries, { name: '仲裁检测' }], revision)).result.entries.at(-1),
    ).toMatchObject({ code: '4' });
    await service.catchUp();
    expect(
      (await client.do(getDetectionTypes, { query: { organizationCode: 'ZDJT' } })).map(({ typename }) => typename),
    ).toEqual(['委托检测', '抽样检测', '监督抽检', '仲裁检测']);
    const statuses = await currentList('ConsignStatus');
    expect([statuses.isFixed, statuses.entries.length]).toEqual([true, 9]);
    expect(await codeOf(saveList('ConsignStatus', statuses.entries, statuses.revision))).toEqual([
      409,
      'LIST_IS_FIXED',
    ]);
    expect(await codeOf(saveList('nothing', [], 0))).toEqual([404, 'NO_SUCH_LIST']);
    expect((await admin.do(listReferenceLists)).map(({ name }) => name)).toEqual(LIST_NAMES.map(({ name }) => name));
  });

  it('can be read and changed only by an administrator', async () => {
    expect((await client.call(listReferenceLists)).status).toBe(403);
    expect(
      (
        await (
          await service.as('lab1')
        ).call(saveReferenceList, { query: { list: 'mailCompanies' }, body: { entries: [] } })
      ).status,
    ).toBe(403);
  });
});

describe('qualifications of the platform', () => {
  it('must name big categories; one that is switched off stays with its units but cannot be given to others', async () => {
    const { entries, revision } = await currentList('qualifications');
    const [first, second] = entries;
    const big = (await admin.do(getSampleLevels)).find(({ parentId }) => parentId === null);
    if (!first || !second || !big) throw new Error('the reference data has neither');
    expect(await codeOf(saveList('qualifications', [...entries, { name: '市政工程' }], revision))).toEqual([
      400,
      'QUALIFICATION_WITHOUT_CATEGORIES',
    ]);
    expect(
      await codeOf(saveList('qualifications', [...entries, { name: '市政工程', bigCategoryIds: [v4()] }], revision)),
    ).toEqual([400, 'BIG_CATEGORY_UNKNOWN']);
    const { id } = await admin.do(addTestUnit, {
      body: {
        unitNo: `Q-${v4().slice(0, 8)}`,
        testUnitName: `资质检测 ${v4().slice(0, 8)}`,
        tuQualification: [{ sysQualificationId: first.id }],
      },
    });

    const { result } = await saveList(
      'qualifications',
      [
        ...entries.map((entry) => (entry.id === first.id ? { ...entry, isOff: true } : entry)),
        { name: '市政工程', bigCategoryIds: [big.sampleLevelId] },
      ],
      revision,
    );
    const added = result.entries.at(-1);
    expect(added).toMatchObject({ name: '市政工程', code: '', bigCategoryIds: [big.sampleLevelId] });
    await service.catchUp();
    const names = (await admin.do(getQualificationList)).map(({ name }) => name);
    expect([names.includes(first.name), names.at(-1)]).toEqual([false, '市政工程']);
    expect((await client.do(getPreQualificationList)).map(({ name }) => name)).toEqual(names);

    await admin.do(updateTestUnit, {
      body: { id, tuQualification: [{ sysQualificationId: first.id }, { sysQualificationId: added?.id ?? '' }] },
    });
    expect((await admin.do(testUnitGet, { query: { id } })).tuQualification.map(({ name }) => name)).toEqual([
      first.name,
      '市政工程',
    ]);
    expect(
      (
        await admin.call(addTestUnit, {
          body: {
            unitNo: `Q-${v4().slice(0, 8)}`,
            testUnitName: '另一家',
            tuQualification: [{ sysQualificationId: first.id }],
          },
        })
      ).failure?.code,
    ).toBe('QUALIFICATION_NOT_LISTED');
  });
});

describe('levels of the sample tree', () => {
  it('CAT-006 can be renamed, reordered and moved, and samples below them have the new path at once', async () => {
    const name = `胶凝 ${v4().slice(0, 6)}`;
    const big = await admin.do(addSampleLevel, { body: { name } });
    const [levelA, levelB] = [
      await admin.do(addSampleLevel, { body: { name: '甲', parentId: big.sampleLevelId } }),
      await admin.do(addSampleLevel, { body: { name: '乙', parentId: big.sampleLevelId } }),
    ];
    const sample = await admin.do(sysTestSampleCreate, {
      body: { sampleName: '新料', sampleCode: `L-${v4().slice(0, 6)}`, parentId: levelB.sampleLevelId },
    });
    const update = (id: string, body: object) => admin.call(updateSampleLevel, { body: { id, ...body } });
    expect((await update(levelB.sampleLevelId, { name: '丙', orderNum: 0 })).result).toEqual({
      ...levelB,
      name: '丙',
      displayName: `${name} → 丙`,
      levelCode: levelA.levelCode,
      orderNum: 0,
    });
    expect((await update(levelA.sampleLevelId, { parentId: levelB.sampleLevelId })).result).toMatchObject({
      parentId: levelB.sampleLevelId,
      displayName: `${name} → 丙 → 甲`,
    });
    expect(
      (await admin.do(getSampleLevels))
        .filter(({ displayName }) => displayName.startsWith(name))
        .map(({ displayName }) => displayName),
    ).toEqual([name, `${name} → 丙`, `${name} → 丙 → 甲`]);

    expect((await admin.do(sysTestSampleGet, { query: { id: sample.id } })).sampleNameLink).toBe(`${name} → 丙 → 新料`);
    await service.catchUp();
    const linkOf = (nodes: readonly TreeNode[]): string | undefined =>
      nodes.map((node) => (node.id === sample.id ? node.sampleNameLink : linkOf(node.children))).find(Boolean);
    expect(linkOf((await client.do(getSampleTree, { query: { type: 0, id: sample.id } })).sampleTree)).toBe(
      `${name} → 丙 → 新料`,
    );
    const history = await admin.do(getRecordChanges, { query: { kind: 'category', id: levelB.sampleLevelId } });
    expect(history[0]?.changes).toEqual([
      { field: 'levelName', about: '', member: '', old: '乙', new: '丙' },
      { field: 'orderNum', about: '', member: '', old: '2', new: '0' },
    ]);
    expect(
      (await client.call(getRecordChanges, { query: { kind: 'category', id: levelB.sampleLevelId } })).status,
    ).toBe(403);
  });

  it('must stay in their big category and outside their own branch, and have unique names', async () => {
    const name = `岩料 ${v4().slice(0, 6)}`;
    const big = await admin.do(addSampleLevel, { body: { name } });
    const [levelA, levelB] = [
      await admin.do(addSampleLevel, { body: { name: '甲', parentId: big.sampleLevelId } }),
      await admin.do(addSampleLevel, { body: { name: '乙', parentId: big.sampleLevelId } }),
    ];
    const otherLevel = (await admin.do(getSampleLevels)).find(
      ({ sysTestItemId }) => sysTestItemId !== big.sampleLevelId,
    );
    const refused = async (id: string, body: object) => {
      const { status, failure } = await admin.call(updateSampleLevel, { body: { id, ...body } });
      return [status, failure?.code];
    };
    expect(await refused(levelA.sampleLevelId, { name: '乙' })).toEqual([409, 'CATEGORY_NAME_TAKEN']);
    expect(await refused(levelA.sampleLevelId, { name: ' ' })).toEqual([400, 'CATALOGUE_TEXT_REQUIRED']);
    expect(await refused(levelA.sampleLevelId, { parentId: otherLevel?.sampleLevelId })).toEqual([
      409,
      'CATEGORY_CANNOT_MOVE',
    ]);
    expect(await refused(big.sampleLevelId, { parentId: levelB.sampleLevelId })).toEqual([409, 'CATEGORY_CANNOT_MOVE']);
    expect(await refused(v4(), { name: '丙' })).toEqual([404, 'NO_SUCH_CATEGORY']);
    expect(
      (await admin.call(addSampleLevel, { body: { name: '甲', parentId: big.sampleLevelId } })).failure?.code,
    ).toBe('CATEGORY_NAME_TAKEN');
    expect((await client.call(updateSampleLevel, { body: { id: levelA.sampleLevelId, name: '丁' } })).status).toBe(403);
  });
});
