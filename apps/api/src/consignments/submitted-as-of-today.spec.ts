import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  accessoryTypeCreate,
  baseStandardDelete,
  baseStandardInsert,
  commitConsignInfo,
  copyBuSampleInfo,
  copyConsignInfo,
  deleteAccessory,
  deleteBuSampleInfo,
  getAllowedActions,
  getBuSampleInfo,
  getBuSampleInfoListByConsignId,
  getRawMateriaConsignInfoList,
  insertProject,
  saveBuSampleInfo,
  saveConsignInfo,
  tuTestParamUpdate,
  updateProject,
  uploadAccessory,
  type SampleInput,
} from '#contract';
import { fileOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { handle, load } from '#domain/event-sourcing';
import { testingUnit, testingUnitProfileOf } from '#domain/units';
import type { TestingUnit, TestingUnitProfile } from '#events';
import { startService, type Service } from '#harness/service/service';
import { addCement, CEMENT, DENSITY, createDraft, filledHeader, PROJECT1, SURFACE } from '#harness/consignments/drafts';
import { readConsignment } from '#harness/consignments/stages';
import { type Laboratory, newLaboratory, systemContext } from '#harness/consignments/units';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = await service.as('client1');
});
afterAll(() => service.close());

/** A draft of a laboratory of its own with cement, and that laboratory's staff. */
const startDraft = async (parameters: string[]) => {
  const lab = await newLaboratory(service, {});
  const [staff, { id }] = [await service.as(lab.userName), await createDraft(client, { lab })];
  const sampleId = await addCement(client, id, parameters);
  const changes = async (testParamId: string, patch: { price: string } | { offered: boolean }) => {
    await staff.do(tuTestParamUpdate, { body: { testSampleId: CEMENT, testParamId, ...patch } });
    await service.catchUp();
  };
  return { id, sampleId, lab, staff, changes };
};
const changeUnit = async ({ testUnitId }: Laboratory, changes: (unit: TestingUnit) => Partial<TestingUnitProfile>) => {
  const { eventStore } = service.engines;
  const { state } = await load(eventStore, testingUnit, testUnitId);
  if (!state) throw new Error('the laboratory is gone');
  const unit = { ...testingUnitProfileOf(state), ...changes(state) };
  await handle(eventStore, testingUnit, testUnitId, { type: 'ChangeTestingUnit', unit }, systemContext());
};
const commit = (...ids: string[]) =>
  client.do(commitConsignInfo, { query: { consignInfoIds: ids.join(','), description: '' } });
const feesOf = async (consignId: string) =>
  Promise.all(
    (await client.do(getBuSampleInfoListByConsignId, { query: { consignId } })).map(
      async ({ id }) => (await client.do(getBuSampleInfo, { query: { id, consignId } })).testParamFee,
    ),
  );
/** Opened and saved as it is shown. */
const saveAgain = async (consignId: string, id: string, removedIds: string[] = []) => {
  const view = await client.do(getBuSampleInfo, { query: { id, consignId } });
  const body = {
    ...view,
    buSampleParamPackInfo: null,
    tuSampleParamIds: view.tuSampleParamIds.filter(({ tuTestParamId }) => !removedIds.includes(tuTestParamId)),
  } as SampleInput;
  return client.do(saveBuSampleInfo, { body });
};

it('PR-017 copies have the current prices, and an older draft must be saved at the new price before it can be submitted', async () => {
  const { id, sampleId, changes } = await startDraft([DENSITY, SURFACE]);
  expect(await feesOf(id)).toEqual(['190.00']);
  await changes(DENSITY, { price: '95' });
  await client.do(copyBuSampleInfo, { query: { id: sampleId, consignId: id } });
  expect(await feesOf(id)).toEqual(['190.00', '195.00']);
  const { id: copied } = await client.do(copyConsignInfo, { query: { id } });
  expect(await feesOf(copied)).toEqual(['195.00', '195.00']);

  expect(await commit(id)).toBe('检测单位已调整样品“普通硅酸盐水泥”的价格，请打开样品重新保存后再提交！');
  expect((await readConsignment(client, id)).consignStatus).toBe(10);
  expect((await saveAgain(id, sampleId)).testParamFee).toBe('195.00');
  expect(await commit(id)).toBe(true);
});

it('PR-017 a parameter that is no longer offered is named when a submission is refused, and a copy omits it with a message', async () => {
  const { id, sampleId, changes } = await startDraft([DENSITY, SURFACE]);
  await changes(SURFACE, { offered: false });
  const { id: copied, leftOut } = await client.do(copyConsignInfo, { query: { id } });
  const message = '样品“普通硅酸盐水泥”的参数[比表面积]检测单位已不再开展，请重新选择参数后再提交！';
  expect(leftOut).toEqual([message]);
  expect(await feesOf(copied)).toEqual(['90.00']);
  expect(await commit(id)).toBe(message);
  expect((await saveAgain(id, sampleId, [SURFACE])).testParamFee).toBe('90.00');
  expect(await commit(id)).toBe(true);
});

it('STD-005 a standard that was deleted from the catalogue is left out of a copy with a message; others are copied', async () => {
  const { id, sampleId } = await startDraft([DENSITY]);
  const admin = await service.as('admin');
  const [validStandard, deletedStandard] = await Promise.all(
    ['Q/ZJ 1-2026', 'Q/ZJ 2-2026'].map((printsManCode) =>
      admin.do(baseStandardInsert, { body: { printsManCode, baseStandardName: '内控标准', type: 2 } }),
    ),
  );
  await service.catchUp();
  const view = await client.do(getBuSampleInfo, { query: { id: sampleId, consignId: id } });
  const chosenStandards = [validStandard!, deletedStandard!].map((standard) => ({
    baBaseStandardId: standard.id,
    useType: '2' as const,
  }));
  const body = {
    ...view,
    buSampleParamPackInfo: null,
    isNeedConclusion: true,
    tuSampleParamIds: [{ tuTestParamId: DENSITY, buSampleParamUseBaseStandard: chosenStandards }],
    buSampleUseBaseStandard: chosenStandards.slice(1),
  } as SampleInput;
  await client.do(saveBuSampleInfo, { body });
  await admin.do(baseStandardDelete, { query: { id: deletedStandard!.id, reason: '废止' } });
  await service.catchUp();
  const { id: copied, leftOut } = await client.do(copyConsignInfo, { query: { id } });
  expect(leftOut).toEqual(['样品“普通硅酸盐水泥”的标准[Q/ZJ 2-2026]已不再提供，请重新选择标准后再提交！']);
  const [row] = await client.do(getBuSampleInfoListByConsignId, { query: { consignId: copied } });
  const copy = await client.do(getBuSampleInfo, { query: { id: row!.id, consignId: copied } });
  expect(
    copy.tuSampleParamIds[0]?.buSampleParamUseBaseStandard.map(({ baseStandardCode }) => baseStandardCode),
  ).toEqual(['Q/ZJ 1-2026']);
  expect(copy.buSampleUseBaseStandard).toEqual([]);
});

it('AT-003 a sample without its required file cannot be submitted if it was never saved, was copied, or its file was deleted', async () => {
  const { id, sampleId, staff } = await startDraft([DENSITY]);
  const name = `取样照片 ${v4().slice(0, 6)}`;
  const kind = await staff.do(accessoryTypeCreate, { body: { name, type: 0, isRequire: true } });
  await service.catchUp();
  const message = `样品“普通硅酸盐水泥”请上传附件：${name}`;
  expect(await commit(id)).toBe(message);

  const upload = (foreignKey: string) =>
    client.do(uploadAccessory, {
      body: {
        foreignKey,
        foreignTable: 'BU_ConsignInfo',
        accessoryType: id,
        accessoryTypeID: kind.id,
        isReplace: 'true',
      },
      file: { name: '照片.pdf', content: fileOf['.pdf'] },
    });
  const file = await upload(sampleId);
  await saveAgain(id, sampleId);
  const copy = await client.do(copyBuSampleInfo, { query: { id: sampleId, consignId: id } });
  expect(await commit(id)).toBe(message);
  await upload(copy);
  await client.do(deleteAccessory, { query: { id: file.id } });
  expect(await commit(id)).toBe(message);
  await upload(sampleId);
  expect(await commit(id)).toBe(true);
});

describe('the reasons against a submission in the allowed actions', () => {
  const announcedProblems = async (id: string, caller = client, language = 'zh') => {
    const { actions } = await caller.do(getAllowedActions, { query: { id }, headers: { 'accept-language': language } });
    const submit = actions.find(({ action }) => action === 'submit');
    return submit?.reason ? [submit.reason, ...(submit.further ?? [])] : [];
  };

  it('CL-022 have a code and name parameters and samples in the requested language, until the sample is saved again', async () => {
    const { id, sampleId, staff, changes } = await startDraft([DENSITY, SURFACE]);
    expect(await announcedProblems(id)).toEqual([]);
    await changes(DENSITY, { price: '95' });
    await changes(SURFACE, { offered: false });
    expect(await announcedProblems(id)).toEqual([
      {
        code: 'PARAMETERS_WITHDRAWN',
        message: '样品“普通硅酸盐水泥”的参数[比表面积]检测单位已不再开展，请重新选择参数后再提交！',
        params: { samples: '普通硅酸盐水泥', parameters: '比表面积' },
        sampleIds: [sampleId],
      },
      {
        code: 'PRICES_CHANGED',
        message: '检测单位已调整样品“普通硅酸盐水泥”的价格，请打开样品重新保存后再提交！',
        params: { samples: '普通硅酸盐水泥' },
        sampleIds: [sampleId],
      },
    ]);
    expect((await announcedProblems(id, client, 'en')).at(1)?.message).toMatch(
      /^The testing unit has changed prices of/,
    );
    expect(await commit(id)).toBe((await announcedProblems(id)).map(({ message }) => message).join('\n'));
    await saveAgain(id, sampleId, [SURFACE]);
    expect([await announcedProblems(id), await commit(id)]).toEqual([[], true]);
    expect((await announcedProblems(id)).map(({ code }) => code)).toEqual(['ALREADY_SUBMITTED']);
    expect((await announcedProblems(id, staff)).map(({ code }) => code)).toEqual(['ROLE_NOT_ALLOWED']);
  });

  it('include missing required files, and a problem of the form itself comes first', async () => {
    const { id, sampleId, staff } = await startDraft([DENSITY]);
    const name = `取样照片 ${v4().slice(0, 6)}`;
    await staff.do(accessoryTypeCreate, { body: { name, type: 0, isRequire: true } });
    await service.catchUp();
    expect(await announcedProblems(id)).toMatchObject([
      { code: 'SAMPLE_ATTACHMENTS_REQUIRED', params: { names: name }, sampleIds: [sampleId] },
    ]);
    const { id: lacking } = await client.do(copyConsignInfo, { query: { id } });
    await client.do(deleteBuSampleInfo, {
      query: {
        id: String((await client.do(getBuSampleInfoListByConsignId, { query: { consignId: lacking } }))[0]?.id),
        consignId: lacking,
      },
    });
    expect((await announcedProblems(lacking)).map(({ code }) => code)).toEqual(['NO_SAMPLES']);
  });

  it('CL-022 point to the form fields of a lost qualification and a closed address, until others are chosen', async () => {
    const { id, lab } = await startDraft([DENSITY]);
    await changeUnit(lab, (unit) => ({ qualifications: [], addresses: [], testUnitName: `${unit.testUnitName}新` }));
    const unit = `${lab.testUnitName}新`;
    expect(await announcedProblems(id, client, 'en')).toMatchObject([
      { code: 'ADDRESS_CLOSED', path: 'testUnitAddressId', params: { unit } },
      { code: 'QUALIFICATION_LOST', path: 'tuqualificationId', message: expect.stringContaining(unit) },
    ]);
    const message = await commit(id);
    expect(message).toBe((await announcedProblems(id)).map(({ message }) => message).join('\n'));
    expect(message).toContain('已不再具备资质');

    const copy = await client.do(copyConsignInfo, { query: { id } });
    expect(copy).toMatchObject({ testUnitAddressId: null, testUnitAddressDetail: '', tuqualificationId: null });
    expect(copy.leftOut).toEqual(String(message).split('\n'));

    const tuqualificationId = v4();
    const another = { id: tuqualificationId, name: '公路工程综合甲级', sysQualificationId: '', orderIndex: 1 };
    await changeUnit(lab, () => ({ qualifications: [another] }));
    await client.do(saveConsignInfo, {
      body: { ...filledHeader(lab), testUnitAddressId: null, tuqualificationId, projectId: PROJECT1, id },
    });
    expect([await announcedProblems(id), await commit(id)]).toEqual([[], true]);
  });

  it('CL-022 include a deactivated laboratory, which is left out of a copy', async () => {
    const { id, lab } = await startDraft([DENSITY]);
    const reason = '停业';
    await handle(
      service.engines.eventStore,
      testingUnit,
      lab.testUnitId,
      { type: 'DeactivateTestingUnit', reason },
      systemContext(),
    );
    expect((await announcedProblems(id)).map(({ code }) => code)).toEqual(['CHOSEN_UNIT_CLOSED']);
    expect(await commit(id)).toBe(`检测单位“${lab.testUnitName}”已停用，请重新选择检测单位后再提交！`);
    expect(await client.do(copyConsignInfo, { query: { id } })).toMatchObject({ testUnitId: null, testUnitName: '' });
  });
});

it('a draft shows the current names of its project and laboratory without a new revision, and a submission fixes them', async () => {
  const { id, lab } = await startDraft([DENSITY]);
  const admin = await service.as('admin');
  const { id: projectId } = await client.do(insertProject, { body: { projectName: '旧名大桥' } });
  const { revision } = await client.do(saveConsignInfo, { body: { ...filledHeader(lab), projectId, id } });
  const renamed = async (to: string) => {
    await admin.do(updateProject, { body: { id: projectId, projectName: `${to}大桥` } });
    await changeUnit(lab, () => ({ testUnitName: `${to}检测` }));
  };
  for (const to of ['中名', '新名']) {
    await renamed(to);
    const expected = { projectName: `${to}大桥`, testUnitName: `${to}检测`, revision };
    expect(await readConsignment(client, id)).toMatchObject(expected);
    const { items } = await client.do(getRawMateriaConsignInfoList, { query: { projectId } });
    expect(items).toMatchObject([{ id, ...expected }]);
  }
  expect(await commit(id)).toBe(true);
  await renamed('后名');
  await service.catchUp();
  expect(await readConsignment(client, id)).toMatchObject({ projectName: '新名大桥', testUnitName: '新名检测' });
  const { items } = await client.do(getRawMateriaConsignInfoList, { query: { keyword: '新名大桥' } });
  expect(items).toMatchObject([{ id, projectName: '新名大桥', testUnitName: '新名检测' }]);
});
