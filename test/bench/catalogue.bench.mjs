// Requests of the sample form over HTTP, one at a time, on the whole reference catalogue (165 samples, 983 parameters).
// Each request alternates with a read of one row by its primary key on the same server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from './serve.mjs';
import { compareWithRowRead } from './timing.mjs';

/** Limit for the 99th percentile, so that users notice no delay. */
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
  const getCatalogue = (path) => read(url, token, `/api/pre/${path}`);
  const samples = samplesOf((await getCatalogue('category/sample')).data.sampleTree);
  const categories = [...new Set(samples.map(({ parentId }) => parentId))];
  const {
    data: [pack],
  } = await getCatalogue(`param-packs?sampleId=${samples[0].id}`);
  const sampleOf = (turn) => samples[(turn * 7) % samples.length].id;
  /** Requests by name. */
  const cases = {
    'the tree': (turn) => getCatalogue(`sample/tree?id=${sampleOf(turn)}`),
    'samples of a category': (turn) => getCatalogue(`category/sample/${categories[turn % categories.length]}`),
    'search for samples': (turn) => getCatalogue(`category/sample?sampleName=${turn % 2 ? '水泥' : '钢'}`),
    'search by a parameter': (turn) => getCatalogue(`category/list?paramName=${turn % 2 ? '强度' : '密度'}`),
    'parameters of a sample': (turn) => getCatalogue(`test/param?sampleId=${sampleOf(turn)}`),
    'standards of its parameters': (turn) => getCatalogue(`param/standard?sampleId=${sampleOf(turn)}`),
    'packs of a sample': (turn) => getCatalogue(`param-packs?sampleId=${sampleOf(turn)}`),
    'a pack': () => getCatalogue(`param-pack/${pack.id}`),
    'a page of standards': (turn) =>
      getCatalogue(`standard/list?skipCount=${(turn % 10) * 10}&search=${turn % 2 ? 'JTG' : ''}`),
    'a page of parameters': (turn) => getCatalogue(`param/list?search=${turn % 2 ? '强度' : '率'}`),
    'auxiliary information': (turn) => getCatalogue(`other/info?sampleId=${sampleOf(turn)}`),
    'receiving requirements': (turn) => getCatalogue(`requirements?sampleId=${sampleOf(turn)}`),
  };
  const id = await newConsignment(url, token);
  const readRow = () => read(url, token, `/bench/row/${id}`);
  const { baseline, rows } = await compareWithRowRead(cases, readRow, times);
  const slowest = Math.max(...rows.map(({ p99 }) => p99));
  return [
    baseline,
    ...rows,
    {
      what: `slowest p99, limit ${LIMIT_MS} ms`,
      figure: `${slowest.toFixed(1)} ms`,
      ratio: LIMIT_MS / slowest,
      target: 1,
    },
  ];
};

/** Creates the row to read: a consignment that is in the list. */
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

const samplesOf = (nodes) => nodes.flatMap((node) => (node.category ? samplesOf(node.children) : [node]));

const signIn = async (url) => {
  const response = await fetch(`${url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserNameOrEmailAddress: 'client1', password: 'Consign-2026!' }),
  });
  return (await response.json()).result.accessToken;
};

const read = async (url, token, path, method = 'GET') => {
  const response = await fetch(encodeURI(url + path), {
    method,
    headers: { authorization: `Bearer ${token}`, 'unit-code': UNIT_CODE },
  });
  const body = await response.json();
  if (!response.ok || body.success === false)
    throw new Error(`${path}: ${response.status} ${JSON.stringify(body).slice(0, 300)}`);
  return { ...body, position: response.headers.get('x-event-position') };
};
