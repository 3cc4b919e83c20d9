// The list call over HTTP, one request at a time, at many consignments of one client and one testing unit (the worst case), each
// beside a read of one row by its primary key on the same server, alternating with it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from './seed.mjs';
import { serve } from './serve.mjs';
import { besideOneRow } from './timing.mjs';

const ORDERS = ['creationTime', 'commitConsignTime', 'consignCode'];
const FILTERS = {
  'without a filter': '',
  'of one status': '&consignStatuses=20',
  'of some days': '&commitFrom=2026-01-01&commitTo=2026-01-03',
  'of a status and some days': '&consignStatuses=20&commitFrom=2026-01-01&commitTo=2026-01-03',
};
const B = '/api/services/app/BuConsignInfo/';

export default async ({ short }) => {
  const count = short ? 5000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  await seed(folder, count);
  const { url, stop } = await serve(folder);
  try {
    return await measure(url, count, short ? 60 : 300);
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (url, count, times) => {
  const [client, lab, admin] = [await signIn(url, 'client1'), await signIn(url, 'lab1'), await signIn(url, 'admin')];
  const {
    result: {
      items: [known],
    },
  } = await read(url, client, `${B}GetRawMateriaConsignInfoList?maxResultCount=1`);
  const one = () => read(url, client, `/bench/row/${known.id}`);
  const list = (token, query) => (turn) =>
    read(url, token, `${B}GetRawMateriaConsignInfoList?maxResultCount=12&${query(turn)}`);
  const deepest = Math.max(0, count - 1000);
  /** What is measured, and the request of a turn. */
  const cases = {
    'the newest 12 of a client': list(client, (turn) => `skipCount=${(turn % 20) * 12}`),
    'those of one status tab': list(client, (turn) => `consignStatuses=20&skipCount=${(turn % 20) * 12}`),
    'keyword of two Chinese characters': list(client, (turn) => `keyword=${turn % 2 ? '高速' : '号高'}`),
    'a keyword that few have': list(
      client,
      (turn) => `keyword=${String(1 + ((turn * 7919) % count)).padStart(6, '0')}`,
    ),
    'contact filter': list(client, (turn) => `linkPerson=${turn % 2 ? '志' : '陈志远'}`),
    [`a deep page, from ${deepest} on`]: list(client, (turn) => `skipCount=${deepest + turn}`),
    'what waits for a testing unit, oldest first': list(
      lab,
      () => 'consignStatuses=20,30&sort=commitConsignTime&order=asc',
    ),
    'all kinds of a testing unit': (turn) =>
      read(url, lab, `/api/v1/consignments?maxResultCount=12&sort=commitConsignTime&skipCount=${(turn % 20) * 12}`),
    'counts of the status tabs': () => read(url, client, '/api/v1/consignments/counts?consignType=1'),
    ...Object.fromEntries(
      Object.entries({ client, lab, admin }).flatMap(([who, token]) =>
        ORDERS.flatMap((order) =>
          Object.entries(FILTERS).map(([filtered, query]) => [
            `${who}, by ${order}, ${filtered}`,
            list(token, (turn) => `sort=${order}&skipCount=${(turn % 5) * 12}${query}`),
          ]),
        ),
      ),
    ),
  };
  const { baseline, rows } = await besideOneRow(cases, one, times);
  return [baseline, ...rows.map((row) => ({ ...row, what: `${count}: ${row.what}` }))];
};

const signIn = async (url, userName) => {
  const answer = await fetch(`${url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserNameOrEmailAddress: userName, password: 'Consign-2026!' }),
  });
  return (await answer.json()).result.accessToken;
};

const read = async (url, token, path) => {
  const answer = await fetch(encodeURI(url + path), { headers: { authorization: `Bearer ${token}` } });
  const body = await answer.json();
  if (!answer.ok || body.success === false)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
};
