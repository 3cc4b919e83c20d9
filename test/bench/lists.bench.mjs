// Every list over HTTP, one request at a time, for each role: its orders, with and without status, days and keyword, at
// a million consignments (fill.mjs), of which the client and the laboratory that ask have a fifth each. Each call is
// beside a read of one row by its primary key on the same server, and every fifth comes after somebody else's write, so
// that totals are counted anew. `--data=FOLDER` keeps what was filled for the next run.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngines } from '../../dist/libs/engines/src/index.js';
import { B, caller, signIn, succeeded } from './caller.mjs';
import { fill } from './fill.mjs';
import { serve } from './serve.mjs';
import { besideOneRow } from './timing.mjs';

const LIMIT_MS = 50;
const WRITE_EACH = 5;
const ROLES = ['client', 'lab', 'admin', 'auditor'];
const ORDERS = ['creationTime', 'commitConsignTime', 'consignCode'];
const DAYS = ['2022-03-01', '2022-03-31'];
const FILTERS = {
  'without a filter': '',
  'of one status': '&consignStatuses=20',
  'of a month': `&commitFrom=${DAYS[0]}&commitTo=${DAYS[1]}`,
  'of a status and a month': `&consignStatuses=20&commitFrom=${DAYS[0]}&commitTo=${DAYS[1]}`,
};
const REPORT_FILTERS = {
  'without a filter': '',
  'of one status': '&reportStatus=30',
  'of a month': `&from=${DAYS[0]}&to=${DAYS[1]}`,
};
const S = '/api/services/app/BuReport/';

export default async ({ short }) => {
  const named = process.argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length);
  const folder = named ?? mkdtempSync(join(tmpdir(), 'bench-'));
  const count = short ? 5000 : 1_000_000;
  await filled(folder, count, short ? 1000 : 50_000);
  const { url, stop } = await serve(folder);
  try {
    return await measure(url, short ? 20 : 100);
  } finally {
    stop();
    if (!named) rmSync(folder, { recursive: true, force: true });
  }
};

/** Fills a folder that has not been filled before; the demo data come first, from a start of the service. */
const filled = async (folder, many, some) => {
  const mark = join(folder, 'filled');
  if (existsSync(mark)) return;
  (await serve(folder, ['--consignments'])).stop();
  const engines = await openEngines({ ...process.env, DATA_DIR: folder });
  const counts = {
    consignmentList: many,
    consignmentProgress: many,
    reportList: many,
    projects: some,
    users: some,
    consigningUnits: some,
  };
  await fill(engines, counts, (line) => process.stdout.write(`    ${line}\n`));
  await engines.close();
  writeFileSync(mark, '');
};

const measure = async (url, times) => {
  const call = caller(url, 4);
  const tokens = {};
  for (const [role, user] of Object.entries({
    client: 'client1',
    lab: 'lab1',
    admin: 'admin',
    auditor: 'auditor',
    other: 'client2',
  }))
    tokens[role] = await signIn(call, user);
  const { result: draft } = await call('POST', `${B}CreateRawMateriaConsingInfo`, tokens.other).then(succeeded);
  const { samples, buConsignInfoSign, testUnitConfig, ...typed } = draft;
  let writes = 0;
  const write = () =>
    call('POST', `${B}SaveConsignInfo`, tokens.other, { ...typed, memo: `${writes++}` }).then(succeeded);
  const get = (path, role) => call('GET', path, tokens[role]);
  const list = (role, query) => (turn) =>
    get(`${B}GetRawMateriaConsignInfoList?maxResultCount=12&skipCount=${(turn % 5) * 12}${query}`, role);
  const named = (entries) => Object.fromEntries(entries);
  const each = (ofRole) => Object.assign({}, ...ROLES.map((role) => ofRole(role)));
  const cases = {
    ...each((role) =>
      named(
        ORDERS.flatMap((order) =>
          Object.entries(FILTERS).map(([filtered, query]) => [
            `consignments, ${role}, by ${order}, ${filtered}`,
            list(role, `&sort=${order}${query}`),
          ]),
        ),
      ),
    ),
    ...each((role) => ({
      [`consignments, ${role}, keyword of two characters`]: (turn) =>
        list(role, `&keyword=${turn % 2 ? '高速' : '水厂'}`)(turn),
      [`consignments, ${role}, keyword that few have`]: (turn) => list(role, `&keyword=${1000 + turn * 7}号`)(0),
      [`consignments of all kinds, ${role}`]: (turn) =>
        get(`/api/v1/consignments?maxResultCount=12&skipCount=${(turn % 5) * 12}`, role),
      [`counts of the status tabs, ${role}`]: () => get('/api/v1/consignments/counts?consignType=1', role),
    })),
    ...each((role) =>
      named(
        ['GetReportConsignScheduleNew', 'GetReportScheduleNew'].flatMap((name) =>
          Object.entries(REPORT_FILTERS).map(([filtered, query]) => [
            `${name}, ${role}, ${filtered}`,
            (turn) => get(`${S}${name}?maxResultCount=12&skipCount=${(turn % 5) * 12}${query}`, role),
          ]),
        ),
      ),
    ),
    ...each((role) =>
      named(
        ['GetReportConsignScheduleCountingNew', 'GetReportScheduleCountingNew'].map((name) => [
          `${name}, ${role}`,
          () => get(`${S}${name}`, role),
        ]),
      ),
    ),
    'projects, client': () =>
      get('/api/services/app/BaProject/GetProjectList?getMyProject=true&maxResultCount=12', 'client'),
    'projects, all of the platform': () => get('/api/services/app/BaProject/GetProjectList?maxResultCount=12', 'admin'),
    'users, all of the platform': () => get('/api/services/app/User/GetAll?maxResultCount=12', 'admin'),
    'users, active': () => get('/api/services/app/User/GetAll?maxResultCount=12&isActive=true', 'admin'),
  };
  const {
    result: {
      items: [known],
    },
  } = await list('client', '')(0);
  const one = async (turn) => {
    if (turn % WRITE_EACH === 0) await write();
  };
  const { baseline, rows } = await besideOneRow(cases, () => get(`/bench/row/${known.id}`, 'client'), times, one);
  const slowest = rows.toSorted((a, b) => b.p99 - a.p99);
  return [
    baseline,
    ...slowest.map((row) => ({ ...row, ratio: LIMIT_MS / row.p99, target: 1 })),
    {
      what: `of ${rows.length} lists within ${LIMIT_MS} ms`,
      figure: String(rows.filter(({ p99 }) => p99 < LIMIT_MS).length),
    },
  ];
};
