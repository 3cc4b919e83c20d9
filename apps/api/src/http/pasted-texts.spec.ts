import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  commitConsignInfo,
  createUser,
  getAllUnit,
  getConsingInfo,
  getProjectList,
  getRawMateriaConsignInfoList,
  insertProject,
  noPassAuditConsignInfo,
  registerReport,
  saveConsignInfo,
  uploadFile,
} from '#contract';
import { createDraft, filledHeader, PROJECT1, createSubmittableDraft } from '#harness/consignments/drafts';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB1 } from '#harness/consignments/units';
import { pdfWithText } from '#harness/reports/reports';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService();
  [client, lab] = [await service.as('client1'), await service.as('lab1')];
});
afterAll(() => service.close());

const NOBODY_SEES = ['\u200b', '\u2060', '\u3164', '\u2800', '\u200b \u00ad\t'];

describe('a text of invisible characters', () => {
  it('counts as blank for a contact, a reason, a person’s name and a project name', async () => {
    const { id: draftId } = await createDraft(client);
    for (const linkPerson of NOBODY_SEES) {
      const body = { ...filledHeader(LAB1), projectId: PROJECT1, id: draftId, linkPerson };
      expect((await client.call(saveConsignInfo, { body })).failure?.code).toBe('CONTACT_REQUIRED');
    }
    const { id } = await createConsignmentAt(service, 20);
    const rejected = await lab.call(noPassAuditConsignInfo, { query: { ids: id, remark: '\u200b' } });
    expect(rejected.failure?.code).toBe('REASON_REQUIRED');
    const nameless = { projectName: '\u3164' };
    expect((await client.call(insertProject, { body: nameless as never })).status).toBe(400);
    const body = {
      userName: 'unseen.name',
      password: 'Harbour-2028!',
      confirmPassword: 'Harbour-2028!',
      mobile: '13911112222',
    };
    expect((await client.call(createUser, { body: { ...body, name: '\u2800' } })).failure?.code).toBe(
      'PERSON_NAME_REQUIRED',
    );
  });

  it('does not make a report number different, nor do full-width characters, spaces or other dashes', async () => {
    const { id: consignId } = await createConsignmentAt(service, 60);
    await lab.do(registerReport, { body: { consignId, reportNumber: 'BG-2026 77' } });
    for (const reportNumber of ['BG-2026 77\u200b', 'ＢＧ－2026　77', 'BG\u20132026  77', '\u202dBG-2026 77\u202c'])
      expect((await lab.call(registerReport, { body: { consignId, reportNumber } })).failure?.code).toBe(
        'REPORT_NUMBER_TAKEN',
      );
  });

  it('is removed from a file name; an overlong name is refused with the limit', async () => {
    const content = pdfWithText('x');
    const upload = (name: string) => lab.call(uploadFile, { file: { name, content } });
    expect((await upload(' 检测\u200b报告\u202e.pdf ')).result?.name).toBe('检测报告.pdf');
    const long = (await upload(`${'长'.repeat(200)}.pdf`)).failure;
    expect([long?.code, long?.message]).toEqual(['FILE_NAME_TOO_LONG', expect.stringContaining('200')]);
    const failure = (await upload('a<b.pdf')).failure;
    expect([failure?.code, failure?.message]).toEqual(['FILE_NAME_INVALID', expect.stringContaining('a<b.pdf')]);
  });
});

describe('a pasted value', () => {
  it('is stored as half-width digits without surrounding characters if it is a phone or certificate number', async () => {
    const { id } = await createDraft(client);
    const witness = { needWitnessUnit: true, needConstructionWitnessPersonSign: true };
    const saved = await client.do(saveConsignInfo, {
      body: {
        ...filledHeader(LAB1),
        projectId: PROJECT1,
        ...witness,
        id,
        linkPersonPhone: '\u202d０５７１－８８８８ ００００\u202c',
        constructionJzperson: '王一|李二|赵三',
        constructionJzphone: '\u202d13900000011\u202c|139 0000 0012|+86 139-0000-0013',
        constructionJzcardNo: '１２３４５６|| 12 34',
      },
    });
    expect(saved).toMatchObject({
      linkPersonPhone: '0571-8888 0000',
      constructionJzphone: '13900000011|13900000012|13900000013',
      constructionJzcardNo: '123456||1234',
    });
  });

  it('is refused with a tab inside a single-line text, and trimmed at its ends; a remark may have several lines', async () => {
    const { id } = await createDraft(client);
    const refused = await client.call(saveConsignInfo, { body: { ...filledHeader(LAB1), id, linkPerson: '王\t工' } });
    expect(refused.rawBody).toMatchObject({ error: { validationErrors: [{ members: ['linkPerson'] }] } });
    const saved = await client.do(saveConsignInfo, {
      body: { ...filledHeader(LAB1), projectId: PROJECT1, id, linkPerson: '\t王工\r\n', memo: '第一行\n第二行' },
    });
    expect([saved.linkPerson, saved.memo]).toEqual(['王工', '第一行\n第二行']);
  });
});

describe('a search', () => {
  it('finds a consignment by any spelling of its contact and code', async () => {
    const { id } = await createSubmittableDraft(client, { changes: { linkPerson: '买买提·吐尔逊' } });
    await client.do(commitConsignInfo, { query: { consignInfoIds: id } });
    const { consignCode } = await client.do(getConsingInfo, { query: { id } });
    const findIds = async (query: { keyword?: string; linkPerson?: string }) =>
      (await client.do(getRawMateriaConsignInfoList, { query: { ...query, maxResultCount: 100 } })).items.map(
        (row) => row.id,
      );
    for (const linkPerson of ['买买提·吐尔逊', '买买提•吐尔逊', '买买提・吐', '\u200b吐尔逊'])
      expect(await findIds({ linkPerson })).toEqual([id]);
    for (const keyword of [
      consignCode,
      consignCode.replaceAll('-', '\u2010'),
      consignCode.replaceAll('-', '–'),
      `\u202d${consignCode}\u202c`,
      consignCode.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    ])
      expect(await findIds({ keyword })).toEqual([id]);
  });

  it('finds projects and units even if it contains invisible characters', async () => {
    const [project] = (await client.do(getProjectList, { query: { getMyProject: 'true' } })).items;
    const half = project?.projectName.slice(0, 4) ?? '';
    const projects = await client.do(getProjectList, { query: { search: `${half}\u200b`, getMyProject: 'true' } });
    expect(projects.items.map(({ id }) => id)).toContain(project?.id);
    const [unit] = (await client.do(getAllUnit, { query: {} })).items;
    const units = await client.do(getAllUnit, { query: { nameKey: `\u200b${unit?.testUnitName.slice(0, 4)}` } });
    expect(units.items.map(({ id }) => id)).toContain(unit?.id);
  });
});
