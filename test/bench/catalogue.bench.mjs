// What the sample form asks while somebody chooses, over HTTP, one request at a time, on the whole reference catalogue
// (165 samples, 983 parameters), each beside a read of one row by its primary key on the same server, alternating with
// it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from './serve.mjs';
import { besideOneRow } from './timing.mjs';

/** What a person choosing notices least of, in milliseconds, at the 99th percentile. */
const LIMIT_MS = 20;
const UNIT_CODE = 'ZDJT';

export default async ({ short }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const { url, stop } = await serve(folder);
  try {
    return await measure(url, short ? 60 : 400);
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (url, times) => {
  const token = await signIn(url);
  const pre = (path) => read(url, token, `/api/pre/${path}`);
  const samples = leavesOf((await pre('category/sample')).data.sampleTree);
  const categories = [...new Set(samples.map(({ parentId }) => parentId))];
  const {
    data: [pack],
  } = await pre(`param-packs?sampleId=${samples[0].id}`);
  const sampleOf = (turn) => samples[(turn * 7) % samples.length].id;
  /** What is measured, and the request of a turn. */
  const cases = {
    'the tree': (turn) => pre(`sample/tree?id=${sampleOf(turn)}`),
    'samples of a category': (turn) => pre(`category/sample/${categories[turn % categories.length]}`),
    'search for samples': (turn) => pre(`category/sample?sampleName=${turn % 2 ? '水泥' : '钢'}`),
    'search by a parameter': (turn) => pre(`category/list?paramName=${turn % 2 ? '强度' : '密度'}`),
    'parameters of a sample': (turn) => pre(`test/param?sampleId=${sampleOf(turn)}`),
    'standards of its parameters': (turn) => pre(`param/standard?sampleId=${sampleOf(turn)}`),
    'packs of a sample': (turn) => pre(`param-packs?sampleId=${sampleOf(turn)}`),
    'a pack': () => pre(`param-pack/${pack.id}`),
    'a page of standards': (turn) => pre(`standard/list?skipCount=${(turn % 10) * 10}&search=${turn % 2 ? 'JTG' : ''}`),
    'a page of parameters': (turn) => pre(`param/list?search=${turn % 2 ? '强度' : '率'}`),
    'auxiliary information': (turn) => pre(`other/info?sampleId=${sampleOf(turn)}`),
    'receiving requirements': (turn) => pre(`requirements?sampleId=${sampleOf(turn)}`),
  };
  const id = await newConsignment(url, token);
  const one = () => read(url, token, `/bench/row/${id}`);
  const { baseline, rows } = await besideOneRow(cases, one, times);
  const slowest = Math.max(...rows.map(({ p99 }) => p99));
  return [
    baseline,
    ...rows,
    {
      what: `the slowest p99, of the ${LIMIT_MS} ms there are`,
      figure: `${slowest.toFixed(1)} ms`,
      ratio: LIMIT_MS / slowest,
      target: 1,
    },
  ];
};

/** A row to read: one consignment, which the list shows by now. */
const newConsignment = async (url, token) => {
  const { result, position } = await read(
    url,
    token,
    '/api/services/app/BuConsignInfo/CreateRawMateriaConsingInfo?consignType=1',
    'POST',
  );
  await read(url, token, `/api/services/app/BuConsignInfo/GetRawMateriaConsignInfoList?atLeast=${position}`);
  return result.id;
};

const leavesOf = (nodes) => nodes.flatMap((node) => (node.category ? leavesOf(node.children) : [node]));

const signIn = async (url) => {
  const answer = await fetch(`${url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserNameOrEmailAddress: 'client1', password: 'Consign-2026!' }),
  });
  return (await answer.json()).result.accessToken;
};

const read = async (url, token, path, method = 'GET') => {
  const answer = await fetch(encodeURI(url + path), {
    method,
    headers: { authorization: `Bearer ${token}`, 'unit-code': UNIT_CODE },
  });
  const body = await answer.json();
  if (!answer.ok || body.success === false)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(body).slice(0, 300)}`);
  return { ...body, position: answer.headers.get('x-event-position') };
};
