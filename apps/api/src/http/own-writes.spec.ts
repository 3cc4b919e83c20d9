import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import {
  authenticate,
  createRawMateriaConsingInfo,
  getProjectList,
  getRawMateriaConsignInfoList,
  getStatistic,
  insertProject,
  saveConsignInfo,
} from '#contract';
import { allProjections } from '#domain/views';
import { openEngines, type Engines } from '#engines';
import { createProjector } from '../../../projector/src/projector.js';
import { DEMO_PASSWORD, importDemo } from '../../../standalone/src/import/import-demo.js';
import { importReference } from '../../../standalone/src/import/import-reference.js';
import { createApi } from '../app.js';
import { filledHeader, PROJECT1, PROJECT2 } from '#harness/consignments/drafts';
import { Client } from '#harness/service/client';
import { waitForAllViews } from '#harness/service/imported-engines';

const MAIN = fileURLToPath(new URL('../../../../dist/apps/api/src/main.js', import.meta.url));
const ROUNDS = 15;
const logger = pino({ level: 'silent' });
const mongo = process.env['MONGO_URL'];
const environments = [
  ['the same embedded files', {}],
  ...(mongo === undefined
    ? []
    : [
        ['the same MongoDB', { MONGO_URL: mongo.replace(/\/?$/, `/own-writes-${process.pid}-${Date.now()}`) }] as const,
      ]),
] as const;

/** A client that knows the documented parameters alone: it never says what it has seen. */
const signedIn = async (url: string, userName: string) => {
  const nobody = new Client(url, null, { position: null });
  const { accessToken } = await nobody.do(authenticate, {
    body: { UserNameOrEmailAddress: userName, password: DEMO_PASSWORD },
  });
  return accessToken;
};
const knowingNothing = (url: string, token: string) => new Client(url, token, { position: null });

/** A draft that lists show: one that nobody has edited is in none. */
const savedDraft = async (client: Client, projectId = PROJECT1) => {
  const { id } = await client.do(createRawMateriaConsingInfo);
  await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId, id } });
  return { id };
};

describe.each(environments)('two processes of the api on %s', (_, servers) => {
  let folder: string;
  let engines: Engines;
  let projector: ReturnType<typeof createProjector>;
  let api: Awaited<ReturnType<typeof createApi>>;
  let secondApi: ChildProcess;
  let urls: { first: string; second: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-writes-'));
    const env = { DATA_DIR: folder, EVENTSTORE_URL: '', MONGO_URL: '', REDIS_URL: '', ...servers };
    engines = await openEngines(env);
    await importReference(engines, logger);
    await importDemo(engines, logger);
    projector = createProjector({ engines, projections: allProjections, logger });
    await waitForAllViews(engines);
    api = await createApi({ engines });
    await api.listen(0, '127.0.0.1');
    secondApi = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const secondUrl = await new Promise<string>((resolve, reject) => {
      createInterface({ input: secondApi.stdout! }).on('line', (line) => {
        const url = /"url":"([^"]+)"/.exec(line)?.[1];
        if (url) resolve(url);
      });
      secondApi.once('exit', (code) => reject(new Error(`the other process ended with ${code}`)));
    });
    urls = { first: await api.getUrl(), second: secondUrl };
    while ((await fetch(`${secondUrl}/readyz`)).status !== 200) await passes(50);
  });
  afterAll(async () => {
    const exited = once(secondApi, 'exit');
    secondApi.kill('SIGTERM');
    await exited;
    await api.close();
    await projector.stop();
    await engines.close();
    await rm(folder, { recursive: true });
  });

  it('show a user’s own write in the next list of the other process, 15 of 15 times', async () => {
    const token = await signedIn(urls.first, 'client1');
    const visibility = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [write, read] = round % 2 ? [urls.second, urls.first] : [urls.first, urls.second];
      const { id } = await savedDraft(knowingNothing(write, token));
      const { items } = await knowingNothing(read, token).do(getRawMateriaConsignInfoList);
      visibility.push(items.some((row) => row.id === id));
    }
    expect(visibility).toEqual(Array.from({ length: ROUNDS }, () => true));
  });

  it('do so in another session of the same user, in another list and in cached figures', async () => {
    const [token, another] = [await signedIn(urls.first, 'admin'), await signedIn(urls.second, 'admin')];
    for (let round = 0; round < 5; round++) {
      const projectName = `桥梁${folder.slice(-6)}-${round}`;
      await knowingNothing(urls.first, token).do(insertProject, { body: { projectName } });
      const { items } = await knowingNothing(urls.second, another).do(getProjectList, {
        query: { search: projectName },
      });
      expect(items.map((row) => row.projectName)).toEqual([projectName]);
    }
    const client = await signedIn(urls.second, 'client2');
    const drafts = async () => (await knowingNothing(urls.second, client).do(getStatistic)).byStatus;
    const currentDrafts = await drafts();
    await savedDraft(knowingNothing(urls.first, client), PROJECT2);
    expect(await drafts()).not.toEqual(currentDrafts);
  });

  it('respond after two seconds with stale data, marked as stale, while the views do not advance', async () => {
    const token = await signedIn(urls.first, 'client1');
    await projector.stop();
    const { id } = await savedDraft(knowingNothing(urls.first, token));
    const startedAt = performance.now();
    const { result, headers } = await knowingNothing(urls.second, token).call(getRawMateriaConsignInfoList);
    expect([result.items.some((row) => row.id === id), headers.get('x-stale')]).toEqual([false, 'true']);
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    // Whoever has written nothing since does not wait.
    const reader = knowingNothing(urls.second, await signedIn(urls.second, 'lab1'));
    expect((await reader.call(getRawMateriaConsignInfoList)).headers.get('x-stale')).toBeNull();
    projector = createProjector({ engines, projections: allProjections, logger });
    await waitForAllViews(engines);
    expect((await knowingNothing(urls.second, token).do(getRawMateriaConsignInfoList)).items[0]?.id).toBe(id);
  });
});
