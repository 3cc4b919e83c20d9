import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authenticate,
  changePassword,
  genConsignPdf,
  getUserInfo,
  insertProject,
  getProjectList,
  listConsignments,
} from '#contract';
import { createDraft, createSubmittableDraft } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const HOUR_MS = 3_600_000;
let clock = Date.parse('2026-11-25T08:00:00.000Z');
let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date(clock) });
  client = await service.as('client1');
});
afterAll(() => service.close());

const signIn = (password = 'Consign-2026!') =>
  service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: 'client2', password } });
/** While the clock is eight hours ahead. */
const runAhead = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  clock += 8 * HOUR_MS;
  try {
    return await work();
  } finally {
    clock -= 8 * HOUR_MS;
  }
};

describe('a clock that was eight hours ahead and has been corrected', () => {
  it('leaves the newest entry at the top of its list', async () => {
    const earlier = await runAhead(async () => ({
      id: (await createDraft(client)).id,
      project: await client.do(insertProject, { body: { projectName: '先建的工程' } }),
    }));
    const later = { id: (await createDraft(client)).id };
    await client.do(insertProject, { body: { projectName: '后建的工程' } });
    const { items } = await client.do(listConsignments, { query: { maxResultCount: 2 } });
    expect(items.map(({ id }) => id)).toEqual([later.id, earlier.id]);
    const projects = await client.do(getProjectList, { query: { maxResultCount: 2, getMyProject: 'true' as never } });
    expect(projects.items.map(({ projectName }) => projectName)).toEqual(['后建的工程', '先建的工程']);
  });

  it('allows a document to be requested again at once', async () => {
    const { id } = await createSubmittableDraft(client);
    const ask = () => client.do(genConsignPdf, { query: { id } });
    await runAhead(ask);
    await ask();
    await ask();
    const { events } = await service.engines.eventStore.read(`document-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['PdfRequested', 'PdfRequested']);
  });

  it('locks no user out, and lets no session last longer than its rule', async () => {
    for (let attempt = 0; attempt < 7; attempt++) await runAhead(() => signIn('wrong-Secret-1'));
    const { accessToken } = (await runAhead(() => signIn())).result ?? {};
    expect((await signIn()).status).toBe(200);
    const earlySession = service.withToken(accessToken ?? '');
    expect((await earlySession.call(getUserInfo)).status).toBe(401);
    const password = 'Consign-2027!';
    const firstSession = service.withToken((await signIn()).result.accessToken);
    await runAhead(async () => {
      const changing = service.withToken((await signIn()).result.accessToken);
      await changing.do(changePassword, { body: { currentPassword: 'Consign-2026!', newPassword: password } });
    });
    expect((await firstSession.call(getUserInfo)).status).toBe(401);
    const newSession = service.withToken((await signIn(password)).result.accessToken);
    expect((await newSession.call(getUserInfo)).status).toBe(200);
  });
});
