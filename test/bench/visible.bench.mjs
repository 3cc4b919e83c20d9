// From the acknowledgement of a command to the row in the list, over HTTP; and what a rebuild of that list costs
// commands meanwhile.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from './seed.mjs';
import { serve } from './serve.mjs';
import { at, milliseconds } from './timing.mjs';

const B = '/api/services/app/BuConsignInfo/';
const V = '/api/v1/operations/projections';
const P50_MS = 20;
const P99_MS = 150;
/** By how much a command's p95 may grow while a rebuild runs. */
const WORSE = 1.25;
/**
 * So many commands change one consignment. A command reads the history of what it changes: thousands of changes to a
 * single one would measure that.
 */
const CHANGES = 20;

export default async ({ short, servers }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // Enough for the rebuild to last while commands are measured; servers take longer for each.
  await seed(folder, servers ? 1000 : short ? 3000 : 60_000);
  const { url, stop } = await serve(folder);
  try {
    return await measure(url, short ? 60 : 400);
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (url, times) => {
  const client = await signIn(url, 'client1');
  const operator = await signIn(url, 'operator');
  const draft = await draftOf(url, client);
  const save = ({ id, filled }, memo) => ask(url, client, 'POST', `${B}SaveConsignInfo`, { ...filled, id, memo });
  /** What each of so many commands took, on a consignment of their own. */
  const timed = async () => {
    const own = await draft();
    const took = [];
    for (let n = 0; n < CHANGES; n++) took.push(await milliseconds(() => save(own, `第 ${n} 次`)));
    return took;
  };
  await timed();

  const seen = [];
  let changed = null;
  for (let n = 0; n < times; n++) {
    if (n % CHANGES === 0) changed = await draft();
    const { headers } = await save(changed, `第 ${n} 次`);
    const began = performance.now();
    const { body, headers: listed } = await ask(
      url,
      client,
      'GET',
      `${B}GetRawMateriaConsignInfoList?maxResultCount=1&atLeast=${headers.get('x-event-position')}`,
    );
    if (body.result.items[0]?.id !== changed.id || listed.get('x-stale')) throw new Error('the list did not follow');
    seen.push(performance.now() - began);
  }

  const undisturbed = async () => {
    const took = [];
    while (took.length < times) took.push(...(await timed()));
    return at(took, 0.95);
  };
  const before = await undisturbed();
  const rebuilt = await ask(url, operator, 'POST', `${V}/consignmentList/rebuild`, { reason: 'bench' });
  if (!rebuilt.ok) throw new Error(`the rebuild was refused: ${JSON.stringify(rebuilt.body)}`);
  const busy = [];
  let running = true;
  while (running && busy.length < times * 10) {
    busy.push(...(await timed()));
    running = await isRebuilding(url, operator);
  }
  if (running) await ask(url, operator, 'POST', `${V}/consignmentList/rebuild/cancel`, { reason: 'bench' });
  // A process gets faster for a while: the rebuild is held against the better one of before and after.
  const quiet = Math.min(before, await undisturbed());
  return [
    {
      what: 'a saved consignment in the list, p50',
      figure: `${at(seen, 0.5).toFixed(1)} ms`,
      ratio: P50_MS / at(seen, 0.5),
      target: 1,
    },
    {
      what: 'a saved consignment in the list, p99',
      figure: `${at(seen, 0.99).toFixed(1)} ms`,
      ratio: P99_MS / at(seen, 0.99),
      target: 1,
    },
    { what: 'SaveConsignInfo one at a time, p95', figure: `${quiet.toFixed(1)} ms` },
    {
      what: `the same while the list is rebuilt (${busy.length} commands)`,
      figure: `${at(busy, 0.95).toFixed(1)} ms`,
      ratio: (WORSE * quiet) / at(busy, 0.95),
      target: 1,
    },
  ];
};

const isRebuilding = async (url, operator) => {
  const { body } = await ask(url, operator, 'GET', V);
  return body.views.find(({ name }) => name === 'consignmentList').builds.some(({ role }) => role === 'rebuilding');
};

/** Answers how drafts are made that can be saved. */
const draftOf = async (url, client) => {
  const {
    body: {
      result: {
        items: [unit],
      },
    },
  } = await ask(url, client, 'GET', '/api/services/app/BaTestUnit/GetAllUnit?nameKey=浙东');
  const {
    body: {
      result: {
        items: [project],
      },
    },
  } = await ask(url, client, 'GET', '/api/services/app/BaProject/GetProjectList?getMyProject=true');
  return async () => {
    const created = await ask(url, client, 'POST', `${B}CreateRawMateriaConsingInfo`);
    const { id } = created.body.result;
    const { headers } = await ask(url, client, 'GET', `${B}GetConsingInfo?id=${id}`);
    await ask(
      url,
      client,
      'PUT',
      `/api/v1/consignments/${id}/testing-unit`,
      { testUnitId: unit.id },
      { 'if-match': headers.get('etag') },
    );
    const { samples, buConsignInfoSign, testUnitConfig, ...typed } = (
      await ask(url, client, 'GET', `${B}GetConsingInfo?id=${id}`)
    ).body.result;
    const filled = {
      ...typed,
      projectId: project.id,
      projectName: project.projectName,
      tuqualificationId: unit.tuQualification[0].id,
      linkPerson: '陈志远',
      linkPersonPhone: '13900001001',
      reportCount: 3,
      consginTestType: '委托检测',
    };
    return { id, filled };
  };
};

const signIn = async (url, userName) =>
  (
    await ask(url, null, 'POST', '/api/TokenAuth/Authenticate', {
      UserNameOrEmailAddress: userName,
      password: 'Consign-2026!',
    })
  ).body.result.accessToken;

const ask = async (url, token, method, path, body, more = {}) => {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...more,
  };
  const answer = await fetch(encodeURI(url + path), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  const read = await answer.json();
  if (!answer.ok || read.success === false)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read).slice(0, 300)}`);
  return { ok: answer.ok, body: read, headers: answer.headers };
};
