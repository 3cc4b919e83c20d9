// SaveConsignInfo and CommitConsignInfo over 32 connections, each against an operation of the same server that parses
// and authenticates the same request and does nothing, and a submission also against a bare route that does not even
// read what it is sent. The load comes from this process, the server is another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { B, caller, choices, signIn, succeeded } from './caller.mjs';
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
  const drafts = await prepared(call, token, short ? 64 : 3200);
  // Each round is compared with its own baseline, taken just before: what else the machine does changes from second to
  // second.
  const rounds = short ? 1 : 5;
  const rates = { nothing: [], save: [], bare: [], nothingToCommit: [], commit: [] };
  let turn = 0;
  /** The next draft with another remark, so that every save stores something. */
  const changed = () => ({ ...drafts[turn % drafts.length], memo: `第 ${turn++} 次` });
  for (let round = 0; round < rounds; round++) {
    const each = short ? 300 : 2000;
    rates.nothing.push(await rate(each, () => call('POST', '/bench/SaveConsignInfo', token, changed())));
    rates.save.push(await rate(each, () => call('POST', `${B}SaveConsignInfo`, token, changed()).then(succeeded)));
  }
  const share = Math.floor(drafts.length / rounds);
  const submission = ({ id }) => `CommitConsignInfo?consignInfoIds=${id}&description=bench`;
  for (let round = 0; round < rounds; round++) {
    const part = drafts.slice(round * share, (round + 1) * share);
    const queue = [...part];
    const each = short ? part.length * 4 : 3000;
    let asked = 0;
    rates.bare.push(await rate(each, () => call('POST', '/bench/nothing', token, {})));
    rates.nothingToCommit.push(
      await rate(each, () => call('POST', `/bench/${submission(part[asked++ % part.length])}`, token)),
    );
    rates.commit.push(
      await rate(part.length, () =>
        call('POST', `${B}${submission(queue.pop())}`, token).then(({ result }) => {
          if (result !== true) throw new Error(`a commit was refused: ${result}`);
        }),
      ),
    );
  }
  const perSecond = (measured) => `${Math.round(median(measured))} / s`;
  return [
    {
      what: `parse and authenticate what SaveConsignInfo is sent, ${CONNECTIONS} connections`,
      figure: perSecond(rates.nothing),
    },
    {
      what: 'SaveConsignInfo, full body',
      figure: perSecond(rates.save),
      ratio: medianRatio(rates.save, rates.nothing),
      target: 0.1,
    },
    {
      what: `parse and authenticate what CommitConsignInfo is sent, ${CONNECTIONS} connections`,
      figure: perSecond(rates.nothingToCommit),
    },
    {
      what: 'CommitConsignInfo',
      figure: perSecond(rates.commit),
      ratio: medianRatio(rates.commit, rates.nothingToCommit),
      target: 0.25,
    },
    {
      what: 'authenticate only, on a bare route; CommitConsignInfo against it',
      figure: perSecond(rates.bare),
      ratio: medianRatio(rates.commit, rates.bare),
    },
  ];
};

/** Complete drafts with one sample each, ready to be submitted. */
const prepared = async (call, token, count) => {
  const { unit, project, leaf, chosen } = await choices(call, token);
  const drafts = [];
  const one = async () => {
    const { result: created } = await call('POST', `${B}CreateRawMateriaConsingInfo`, token).then(succeeded);
    await call(
      'PUT',
      `/api/v1/consignments/${created.id}/testing-unit`,
      token,
      { testUnitId: unit.id },
      { 'if-match': `"${created.revision}"` },
    );
    const { result: current } = await call('GET', `${B}GetConsingInfo?id=${created.id}`, token).then(succeeded);
    const { samples, buConsignInfoSign, testUnitConfig, ...typed } = current;
    const body = {
      ...typed,
      projectId: project.id,
      projectName: project.projectName,
      tuqualificationId: unit.tuQualification[0].id,
      linkPerson: '陈志远',
      linkPersonPhone: '13900001001',
      reportCount: 3,
      consginTestType: '委托检测',
      memo: '请尽快安排检测',
    };
    await call('POST', `${B}SaveConsignInfo`, token, body).then(succeeded);
    await call('POST', '/api/services/app/BuSampleInfo/CreateBuSampleParamInfo', token, {
      consignId: created.id,
      tuTestSampleDTO: { id: leaf.id, sampleName: leaf.name },
      tuTestParamDtos: chosen,
    }).then(succeeded);
    drafts.push(body);
  };
  let left = count;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) await one();
    }),
  );
  return drafts;
};

/** Requests a second, `count` of them over all connections. */
const rate = async (count, send) => {
  let left = count;
  const started = process.hrtime.bigint();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await send();
    }),
  );
  return count / (Number(process.hrtime.bigint() - started) / 1e9);
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const medianRatio = (rates, baselines) => median(rates.map((rate, round) => rate / baselines[round]));
