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
  const getCatalogue = (path) => request(url, token, `/api/pre/${path}`);
  const samples = samplesOf((await getCatalogue('category/sample')).data.sampleTree);
  const categories = [...new Set(samples.map(({ parentId }) => parentId))];
  const {
    data: [pack],
  } = await getCatalogue(`param-packs?sampleId=${samples[0].id}`);
  const sampleOf = (iteration) => samples[(iteration * 7) % samples.length].id;
  /** Requests by name. */
  const cases = {
    'the tree': (iteration) => getCatalogue(`sample/tree?id=${sampleOf(iteration)}`),
    'samples of a category': (iteration) =>
      getCatalogue(`category/sample/${categories[iteration % categories.length]}`),
    'search for samples': (iteration) => getCatalogue(`category/sample?sampleName=${iteration % 2 ? '水泥' : '钢'}`),
    'search by a parameter': (iteration) => getCatalogue(`category/list?paramName=${iteration % 2 ? '强度' : '密度'}`),
    'parameters of a sample': (iteration) => getCatalogue(`test/param?sampleId=${sampleOf(iteration)}`),
    'standards of its parameters': (iteration) => getCatalogue(`param/standard?sampleId=${sampleOf(iteration)}`),
    'packs of a sample': (iteration) => getCatalogue(`param-packs?sampleId=${sampleOf(iteration)}`),
    'a pack': () => getCatalogue(`param-pack/${pack.id}`),
    'a page of standards': (iteration) =>
      getCatalogue(`standard/list?skipCount=${(iteration % 10) * 10}&search=${iteration % 2 ? 'JTG' : ''}`),
    'a page of parameters': (iteration) => getCatalogue(`param/list?search=${iteration % 2 ? '强度' : '率'}`),
    'auxiliary information': (iteration) => getCatalogue(`other/info?sampleId=${sampleOf(iteration)}`),
    'receiving requirements': (iteration) => getCatalogue(`requirements?sampleId=${sampleOf(iteration)}`),
  };
  const id = await newConsignment(url, token);
  const readRow = () => request(url, token, `/bench/row/${id}`);
  const { baseline, rows } = await compareWithRowRead(cases, readRow, times);
  const slowest = Math.max(...rows.map(({ p99 }) => p99));
  return [
    baseline,
    ...rows,
    {
      label: `slowest p99, limit ${LIMIT_MS} ms`,
      figure: `${slowest.toFixed(1)} ms`,
      ratio: LIMIT_MS / slowest,
      target: 1,
    },
  ];
};

/** Creates the row to read: a consignment that is in the list. */
const newConsignment = async (url, token) => {
  const { result, position } = await request(
    url,
    token,
    '/api/services/app/BuConsignInfo/CreateRawMateriaConsingInfo?consignType=1',
    'POST',
  );
  await request(url, token, `/api/services/app/BuConsignInfo/GetRawMateriaConsignInfoList?atLeast=${position}`);
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

const request = async (url, token, path, method = 'GET') => {
  const response = await fetch(encodeURI(url + path), {
    method,
    headers: { authorization: `Bearer ${token}`, 'unit-code': UNIT_CODE },
  });
  const body = await response.json();
  if (!response.ok || body.success === false)
    throw new Error(`${path}: ${response.status} ${JSON.stringify(body).slice(0, 300)}`);
  return { ...body, position: response.headers.get('x-event-position') };
};
