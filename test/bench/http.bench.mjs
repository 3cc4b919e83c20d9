// SaveConsignInfo and CommitConsignInfo over 32 connections. Each is compared with a no-op operation of the same server
// that parses and authenticates the same request. CommitConsignInfo is also compared with a bare route that does not
// read its input. The load comes from this process, and the server is a separate one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONSIGNMENTS, caller, loadDemoChoices, signIn, succeeded } from './caller.mjs';
import { serve } from './serve.mjs';

const CONNECTIONS = 32;

export default async ({ short }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const { url, stop } = await serve(folder);
  try {
    return await measure(url, short);
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (url, short) => {
  const call = caller(url, CONNECTIONS);
  const token = await signIn(call, 'client1');
  const drafts = await createDrafts(call, token, short ? 64 : 3200);
  // Each round has its own baseline, measured just before, because other load of the machine changes quickly.
  const rounds = short ? 1 : 5;
  const rates = { noOpSave: [], save: [], bare: [], noOpCommit: [], commit: [] };
  let turn = 0;
  /** The next draft with a new remark, so that each save stores an event. */
  const changedDraft = () => ({ ...drafts[turn % drafts.length], memo: `第 ${turn++} 次` });
  for (let round = 0; round < rounds; round++) {
    const count = short ? 300 : 2000;
    rates.noOpSave.push(await rate(count, () => call('POST', '/bench/SaveConsignInfo', token, changedDraft())));
    rates.save.push(
      await rate(count, () => call('POST', `${CONSIGNMENTS}SaveConsignInfo`, token, changedDraft()).then(succeeded)),
    );
  }
  const share = Math.floor(drafts.length / rounds);
  const submission = ({ id }) => `CommitConsignInfo?consignInfoIds=${id}&description=bench`;
  for (let round = 0; round < rounds; round++) {
    const part = drafts.slice(round * share, (round + 1) * share);
    const queue = [...part];
    const count = short ? part.length * 4 : 3000;
    let sent = 0;
    rates.bare.push(await rate(count, () => call('POST', '/bench/no-op', token, {})));
    rates.noOpCommit.push(
      await rate(count, () => call('POST', `/bench/${submission(part[sent++ % part.length])}`, token)),
    );
    rates.commit.push(
      await rate(part.length, () =>
        call('POST', `${CONSIGNMENTS}${submission(queue.pop())}`, token).then(({ result }) => {
          if (result !== true) throw new Error(`a commit was refused: ${result}`);
        }),
      ),
    );
  }
  const perSecond = (measured) => `${Math.round(median(measured))} / s`;
  return [
    {
      what: `no-op with the input of SaveConsignInfo, ${CONNECTIONS} connections`,
      figure: perSecond(rates.noOpSave),
    },
    {
      what: 'SaveConsignInfo, full body',
      figure: perSecond(rates.save),
      ratio: medianRatio(rates.save, rates.noOpSave),
      target: 0.1,
    },
    {
      what: `no-op with the input of CommitConsignInfo, ${CONNECTIONS} connections`,
      figure: perSecond(rates.noOpCommit),
    },
    {
      what: 'CommitConsignInfo',
      figure: perSecond(rates.commit),
      ratio: medianRatio(rates.commit, rates.noOpCommit),
      target: 0.25,
    },
    {
      what: 'bare route with authentication; CommitConsignInfo relative to it',
      figure: perSecond(rates.bare),
      ratio: medianRatio(rates.commit, rates.bare),
    },
  ];
};

/** Creates complete drafts with one sample each. */
const createDrafts = async (call, token, count) => {
  const { unit, project, leaf, chosen } = await loadDemoChoices(call, token);
  const drafts = [];
  const createDraft = async () => {
    const { result: created } = await call('POST', `${CONSIGNMENTS}CreateRawMateriaConsingInfo`, token).then(succeeded);
    await call(
      'PUT',
      `/api/v1/consignments/${created.id}/testing-unit`,
      token,
      { testUnitId: unit.id },
      { 'if-match': `"${created.revision}"` },
    );
    const { result: current } = await call('GET', `${CONSIGNMENTS}GetConsingInfo?id=${created.id}`, token).then(
      succeeded,
    );
    const { samples, buConsignInfoSign, testUnitConfig, ...form } = current;
    const body = {
      ...form,
      projectId: project.id,
      projectName: project.projectName,
      tuqualificationId: unit.tuQualification[0].id,
      linkPerson: '陈志远',
      linkPersonPhone: '13900001001',
      reportCount: 3,
      consginTestType: '委托检测',
      memo: '请尽快安排检测',
    };
    await call('POST', `${CONSIGNMENTS}SaveConsignInfo`, token, body).then(succeeded);
    await call('POST', '/api/services/app/BuSampleInfo/CreateBuSampleParamInfo', token, {
      consignId: created.id,
      tuTestSampleDTO: { id: leaf.id, sampleName: leaf.name },
      tuTestParamDtos: chosen,
    }).then(succeeded);
    drafts.push(body);
  };
  let remaining = count;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (remaining-- > 0) await createDraft();
    }),
  );
  return drafts;
};

/** Requests per second, measured with `count` requests over all connections. */
const rate = async (count, send) => {
  let remaining = count;
  const started = process.hrtime.bigint();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (remaining-- > 0) await send();
    }),
  );
  return count / (Number(process.hrtime.bigint() - started) / 1e9);
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const medianRatio = (rates, baselines) => median(rates.map((rate, round) => rate / baselines[round]));
