// SaveConsignInfo and CommitConsignInfo over 32 connections. Each is compared with a no-op operation of the same server
// that parses and authenticates the same request. CommitConsignInfo is also compared with a bare route that does not
// read its input. The load comes from this process, and the server is a separate one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONSIGNMENTS, caller, loadDemoChoices, signIn, requireSuccess } from './caller.mjs';
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
  const rates = { noOpSave: [], save: [], bareRoute: [], noOpCommit: [], commit: [] };
  let draftIndex = 0;
  /** The next draft with a new remark, so that each save stores an event. */
  const changedDraft = () => ({ ...drafts[draftIndex % drafts.length], memo: `第 ${draftIndex++} 次` });
  for (let round = 0; round < rounds; round++) {
    const count = short ? 300 : 2000;
    rates.noOpSave.push(await rate(count, () => call('POST', '/bench/SaveConsignInfo', token, changedDraft())));
    rates.save.push(
      await rate(count, () =>
        call('POST', `${CONSIGNMENTS}SaveConsignInfo`, token, changedDraft()).then(requireSuccess),
      ),
    );
  }
  const share = Math.floor(drafts.length / rounds);
  const submission = ({ id }) => `CommitConsignInfo?consignInfoIds=${id}&description=bench`;
  for (let round = 0; round < rounds; round++) {
    const roundDrafts = drafts.slice(round * share, (round + 1) * share);
    const queue = [...roundDrafts];
    const count = short ? roundDrafts.length * 4 : 3000;
    let requestCount = 0;
    rates.bareRoute.push(await rate(count, () => call('POST', '/bench/no-op', token, {})));
    rates.noOpCommit.push(
      await rate(count, () =>
        call('POST', `/bench/${submission(roundDrafts[requestCount++ % roundDrafts.length])}`, token),
      ),
    );
    rates.commit.push(
      await rate(roundDrafts.length, () =>
        call('POST', `${CONSIGNMENTS}${submission(queue.pop())}`, token).then(({ result }) => {
          if (result !== true) throw new Error(`a commit was refused: ${result}`);
        }),
      ),
    );
  }
  const perSecond = (values) => `${Math.round(median(values))} / s`;
  return [
    {
      label: `no-op with the input of SaveConsignInfo, ${CONNECTIONS} connections`,
      figure: perSecond(rates.noOpSave),
    },
    {
      label: 'SaveConsignInfo, full body',
      figure: perSecond(rates.save),
      ratio: medianRatio(rates.save, rates.noOpSave),
      target: 0.1,
    },
    {
      label: `no-op with the input of CommitConsignInfo, ${CONNECTIONS} connections`,
      figure: perSecond(rates.noOpCommit),
    },
    {
      label: 'CommitConsignInfo',
      figure: perSecond(rates.commit),
      ratio: medianRatio(rates.commit, rates.noOpCommit),
      target: 0.25,
    },
    {
      label: 'bare route with authentication; CommitConsignInfo relative to it',
      figure: perSecond(rates.bareRoute),
      ratio: medianRatio(rates.commit, rates.bareRoute),
    },
  ];
};

/** Creates complete drafts with one sample each. */
const createDrafts = async (call, token, count) => {
  const { unit, project, leaf, parameterChoices } = await loadDemoChoices(call, token);
  const drafts = [];
  const createDraft = async () => {
    const { result: draft } = await call('POST', `${CONSIGNMENTS}CreateRawMateriaConsingInfo`, token).then(
      requireSuccess,
    );
    await call(
      'PUT',
      `/api/v1/consignments/${draft.id}/testing-unit`,
      token,
      { testUnitId: unit.id },
      { 'if-match': `"${draft.revision}"` },
    );
    const { result: consignment } = await call('GET', `${CONSIGNMENTS}GetConsingInfo?id=${draft.id}`, token).then(
      requireSuccess,
    );
    const { samples, buConsignInfoSign, testUnitConfig, ...form } = consignment;
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
    await call('POST', `${CONSIGNMENTS}SaveConsignInfo`, token, body).then(requireSuccess);
    await call('POST', '/api/services/app/BuSampleInfo/CreateBuSampleParamInfo', token, {
      consignId: draft.id,
      tuTestSampleDTO: { id: leaf.id, sampleName: leaf.name },
      tuTestParamDtos: parameterChoices,
    }).then(requireSuccess);
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
  const startedAt = process.hrtime.bigint();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (remaining-- > 0) await send();
    }),
  );
  return count / (Number(process.hrtime.bigint() - startedAt) / 1e9);
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const medianRatio = (rates, baselines) => median(rates.map((rate, round) => rate / baselines[round]));
