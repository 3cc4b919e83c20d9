// All lists over HTTP, one request at a time, for each role, order and filter, with a million consignments (fill.mjs),
// of which the client and the laboratory have a fifth each. Each request alternates with a read of one row by its
// primary key on the same server. Every fifth one follows a write of another user, so that totals are counted again.
// `--data=FOLDER` keeps the filled views for the next run.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngines } from '../../dist/libs/engines/src/index.js';
import { CONSIGNMENTS, caller, signIn, requireSuccess } from './caller.mjs';
import { fill } from './fill.mjs';
import { serve } from './serve.mjs';
import { compareWithRowRead } from './timing.mjs';

const LIMIT_MS = 50;
const WRITE_INTERVAL = 5;
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
const REPORTS = '/api/services/app/BuReport/';

export default async ({ short }) => {
  const dataFolder = process.argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length);
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'bench-'));
  const count = short ? 5000 : 1_000_000;
  await fillOnce(folder, count, short ? 1000 : 50_000);
  const { url, stop } = await serve(folder);
  try {
    return await measure(url, short ? 20 : 100);
  } finally {
    stop();
    if (!dataFolder) rmSync(folder, { recursive: true, force: true });
  }
};

/** Fills a folder once. A start of the service creates the demo data before. */
const fillOnce = async (folder, large, small) => {
  const mark = join(folder, 'filled');
  if (existsSync(mark)) return;
  (await serve(folder, ['--consignments'])).stop();
  const engines = await openEngines({ ...process.env, DATA_DIR: folder });
  const counts = {
    consignmentList: large,
    consignmentProgress: large,
    reportList: large,
    projects: small,
    users: small,
    consigningUnits: small,
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
    otherClient: 'client2',
  }))
    tokens[role] = await signIn(call, user);
  const { result: draft } = await call('POST', `${CONSIGNMENTS}CreateRawMateriaConsingInfo`, tokens.otherClient).then(
    requireSuccess,
  );
  const { samples, buConsignInfoSign, testUnitConfig, ...form } = draft;
  let writes = 0;
  const write = () =>
    call('POST', `${CONSIGNMENTS}SaveConsignInfo`, tokens.otherClient, { ...form, memo: `${writes++}` }).then(
      requireSuccess,
    );
  const get = (path, role) => call('GET', path, tokens[role]);
  const list = (role, query) => (iteration) =>
    get(
      `${CONSIGNMENTS}GetRawMateriaConsignInfoList?maxResultCount=12&skipCount=${(iteration % 5) * 12}${query}`,
      role,
    );
  const fromEntries = (entries) => Object.fromEntries(entries);
  const forEachRole = (casesOf) => Object.assign({}, ...ROLES.map((role) => casesOf(role)));
  const cases = {
    ...forEachRole((role) =>
      fromEntries(
        ORDERS.flatMap((order) =>
          Object.entries(FILTERS).map(([filterName, query]) => [
            `consignments, ${role}, by ${order}, ${filterName}`,
            list(role, `&sort=${order}${query}`),
          ]),
        ),
      ),
    ),
    ...forEachRole((role) => ({
      [`consignments, ${role}, keyword of two characters`]: (iteration) =>
        list(role, `&keyword=${iteration % 2 ? '高速' : '水厂'}`)(iteration),
      [`consignments, ${role}, rare keyword`]: (iteration) => list(role, `&keyword=${1000 + iteration * 7}号`)(0),
      [`consignments of all kinds, ${role}`]: (iteration) =>
        get(`/api/v1/consignments?maxResultCount=12&skipCount=${(iteration % 5) * 12}`, role),
      [`counts of the status tabs, ${role}`]: () => get('/api/v1/consignments/counts?consignType=1', role),
    })),
    ...forEachRole((role) =>
      fromEntries(
        ['GetReportConsignScheduleNew', 'GetReportScheduleNew'].flatMap((name) =>
          Object.entries(REPORT_FILTERS).map(([filterName, query]) => [
            `${name}, ${role}, ${filterName}`,
            (iteration) => get(`${REPORTS}${name}?maxResultCount=12&skipCount=${(iteration % 5) * 12}${query}`, role),
          ]),
        ),
      ),
    ),
    ...forEachRole((role) =>
      fromEntries(
        ['GetReportConsignScheduleCountingNew', 'GetReportScheduleCountingNew'].map((name) => [
          `${name}, ${role}`,
          () => get(`${REPORTS}${name}`, role),
        ]),
      ),
    ),
    'projects, client': () =>
      get('/api/services/app/BaProject/GetProjectList?getMyProject=true&maxResultCount=12', 'client'),
    'projects, whole platform': () => get('/api/services/app/BaProject/GetProjectList?maxResultCount=12', 'admin'),
    'users, whole platform': () => get('/api/services/app/User/GetAll?maxResultCount=12', 'admin'),
    'users, active': () => get('/api/services/app/User/GetAll?maxResultCount=12&isActive=true', 'admin'),
  };
  const {
    result: {
      items: [consignment],
    },
  } = await list('client', '')(0);
  const writeSometimes = async (iteration) => {
    if (iteration % WRITE_INTERVAL === 0) await write();
  };
  const { baseline, rows } = await compareWithRowRead(
    cases,
    () => get(`/bench/row/${consignment.id}`, 'client'),
    times,
    writeSometimes,
  );
  const slowestFirst = rows.toSorted((a, b) => b.p99 - a.p99);
  return [
    baseline,
    ...slowestFirst.map((row) => ({ ...row, ratio: LIMIT_MS / row.p99, target: 1 })),
    {
      label: `lists with a p99 below ${LIMIT_MS} ms, of ${rows.length}`,
      figure: String(rows.filter(({ p99 }) => p99 < LIMIT_MS).length),
    },
  ];
};
