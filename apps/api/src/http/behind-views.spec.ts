import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addConsginUnit,
  addSampleLevel,
  baseStandardDelete,
  baseStandardInsert,
  createRole,
  deleteProject,
  deleteRole,
  insertProject,
  sysTestSampleCreate,
  sysTestSampleUpdate,
} from '#contract';
import { openEmbeddedEngines } from '#engines';
import { createApi } from '../app.js';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.close());

const randomWord = () => v4().slice(0, 8);
const standard = () => ({ baseStandardName: `规程 ${randomWord()}`, printsManCode: `JTG ${randomWord()}-2026` });
const reason = '重复登记';

describe('a decision that depends on a view', () => {
  it('is refused while the view lags behind the log, and is made once it has caught up', async () => {
    const { id: standardId } = await admin.do(baseStandardInsert, { body: standard() });
    const { id: projectId } = await admin.do(insertProject, { body: { projectName: randomWord() } });
    const role = randomWord();
    const { id: idOfRole } = await admin.do(createRole, {
      body: { name: role, displayName: role, permissions: ['Jobs.Read'] },
    });
    const [from, to] = [
      await admin.do(addSampleLevel, { body: { name: randomWord() } }),
      await admin.do(addSampleLevel, { body: { name: randomWord() } }),
    ];
    const { id: sampleId } = await admin.do(sysTestSampleCreate, {
      body: { sampleName: randomWord(), sampleCode: randomWord(), parentId: from.sampleLevelId },
    });
    const [added, unit] = [standard(), { unitNo: `C-${randomWord()}`, name: `单位${randomWord()}` }];
    const decisions = {
      'a standard is added': () => admin.call(baseStandardInsert, { body: added }),
      'a standard goes': () => admin.call(baseStandardDelete, { query: { id: standardId, reason } }),
      'a project goes': () => admin.call(deleteProject, { query: { id: projectId, reason } }),
      'a role goes': () => admin.call(deleteRole, { query: { id: idOfRole, reason } }),
      'a sample comes under another level': () =>
        admin.call(sysTestSampleUpdate, { body: { id: sampleId, parentId: to.sampleLevelId } }),
      'a unit takes a number': () => admin.call(addConsginUnit, { body: unit }),
    };
    const all = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(decisions).map(async ([name, decide]) => [
            name,
            await decide().then(({ status, failure }) => failure?.code ?? status),
          ]),
        ),
      );
    const behind = jest.spyOn(service.engines.views, 'waitFor').mockResolvedValue(false);
    expect(await all()).toEqual(Object.fromEntries(Object.keys(decisions).map((name) => [name, 'UNAVAILABLE'])));
    behind.mockRestore();
    expect(await all()).toEqual(Object.fromEntries(Object.keys(decisions).map((name) => [name, 200])));
  });
});

it('a request must arrive within ten minutes, even if data keeps coming', async () => {
  const engines = await openEmbeddedEngines(':memory:');
  const api = await createApi({ engines });
  expect(api.getHttpServer()).toMatchObject({ requestTimeout: 600_000 });
  await api.close();
  await engines.close();
});
