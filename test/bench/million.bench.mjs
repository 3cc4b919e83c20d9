// Lists with a million consignments, read and filled through the port of the views. Each query alternates with a read
// of one row by its primary key. There are 200 consigning units of different size and 20 testing units.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consignmentList } from '../../dist/libs/domain/src/views/index.js';
import { openEmbeddedEngines } from '../../dist/libs/engines/src/index.js';
import { seed } from './seed.mjs';
import { elapsedMs, quantile } from './timing.mjs';

const BATCH = 5_000;
const STATUSES = [10, 20, 30, 40, 50, 60, 60, 60, 60, 60, 60, 60, 60, 60, 70, 80, 90];
const PROJECTS = ['甬台温高速公路', '龙游至丽水铁路', '瓯江北口大桥', '临港产业园二期', '城北水厂扩建', '浙江某某大厦'];
const guid = (text) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const position = (number) => String(number).padStart(20, '0');

export default async ({ short }) => {
  const count = short ? 20_000 : 1_000_000;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const template = await projectedRow(join(folder, 'template'));
    const engines = await openEmbeddedEngines(join(folder, 'data'));
    const startedAt = performance.now();
    await fill(engines.views, template, count);
    const seconds = (performance.now() - startedAt) / 1000;
    const rows = await measure(engines.views, count, short ? 50 : 200);
    await engines.close();
    return [
      {
        label: `${count} rows inserted and indexed`,
        figure: `${seconds.toFixed(0)} s, ${Math.round(count / seconds)} / s`,
      },
      ...rows,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A row as the projection produces it. */
const projectedRow = async (folder) => {
  await seed(folder, 1);
  const engines = await openEmbeddedEngines(folder);
  const events = await engines.eventStore.readAll(position(0), 100_000, consignmentList.types);
  const committed = events.find(({ type }) => type === 'ConsignmentCommitted');
  const row = events
    .filter(({ stream }) => stream === committed.stream)
    .reduce((currentRow, event) => consignmentList.project(currentRow, event, consignmentList.idsOf(event)[0]), null);
  await engines.close();
  return row;
};

const fill = async (views, template, count) => {
  const build = await views.createBuild(consignmentList, 'b1');
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => ({
      id: guid(`row ${from + n}`),
      row: rowOf(template, from + n),
      position: position(from + n + 1),
    }));
    await views.write(build, rows, { logId: 'bench', position: position(from + rows.length) });
  }
  await views.activate(build);
};

/** Every fifth consignment belongs to the largest unit, the rest to 200 others. */
const rowOf = (template, n) => {
  const at = new Date(Date.UTC(2022, 0, 1) + n * 120_000).toISOString();
  const client = n % 5 === 0 ? 0 : 1 + (n % 200);
  const status = STATUSES[(n * 7) % STATUSES.length];
  return {
    ...template,
    id: guid(`row ${n}`),
    consignStatus: status,
    consignUnitId: guid(`client ${client}`),
    testUnitId: guid(`lab ${n % 20}`),
    projectName: `${PROJECTS[n % PROJECTS.length]}第${n % 97}合同段`,
    consignCode: status === 10 ? null : `TU0${10 + (n % 20)}-2026-${String(n).padStart(7, '0')}`,
    creationTime: at,
    position: position(n + 1),
    commitConsignTime: status === 10 ? null : at,
    statusSince: at,
  };
};

const notDeleted = { column: 'deleted', eq: 0 };
const newestFirst = [{ column: 'position', direction: 'desc' }];

const measure = async (views, count, times) => {
  const lab = { column: 'testUnitId', eq: guid('lab 3') };
  const largestClient = { column: 'consignUnitId', eq: guid('client 0') };
  const submitted = { column: 'commitConsignTime', from: '0' };
  const month = { column: 'commitConsignTime', from: '2022-03-01T00:00:00.000Z', to: '2022-03-31T23:59:59.999Z' };
  const rawMaterial = { column: 'consignType', in: [1] };
  const rowsOfLargestClient = [
    notDeleted,
    largestClient,
    { column: 'listedTo', in: [guid('client 0'), guid('user')] },
    rawMaterial,
  ];
  const status = (values) => ({ column: 'consignStatus', in: values });
  const latestCommitFirst = [{ column: 'commitConsignTime', direction: 'desc' }];
  /** Name, query, and limit of p99 in milliseconds. */
  const cases = [
    [
      'a status of a testing unit, with total',
      () => ({ where: [notDeleted, lab, submitted, rawMaterial, status([20])], sort: latestCommitFirst, limit: 12 }),
      50,
    ],
    [
      'a status of the largest client (a fifth of all rows), with total',
      () => ({ where: [...rowsOfLargestClient, status([60])], sort: newestFirst, limit: 12 }),
      50,
    ],
    [
      'a status of the whole platform, with total',
      () => ({
        where: [notDeleted, { column: 'everSaved', eq: 1 }, rawMaterial, status([20])],
        sort: newestFirst,
        limit: 12,
      }),
      50,
    ],
    [
      'a testing unit and a month',
      () => ({ where: [notDeleted, lab, rawMaterial, month], sort: latestCommitFirst, limit: 12 }),
      10,
    ],
    [
      'two Chinese characters that a tenth of the rows have, testing unit',
      (iteration) => ({
        where: [notDeleted, lab, submitted, rawMaterial],
        search: `${iteration % 97}合`,
        sort: latestCommitFirst,
        limit: 12,
      }),
      100,
    ],
    [
      'two Chinese characters that many rows have, whole platform',
      (iteration) => ({
        where: [notDeleted, { column: 'everSaved', eq: 1 }, rawMaterial],
        search: iteration % 2 ? '高速' : '水厂',
        sort: newestFirst,
        limit: 12,
      }),
      100,
    ],
    [
      'a code',
      (iteration) => ({
        where: [notDeleted, lab, submitted, rawMaterial],
        search: String((iteration * 7919) % count).padStart(7, '0'),
        sort: latestCommitFirst,
        limit: 12,
      }),
      100,
    ],
    [
      'a deep page of the whole platform',
      (iteration) => ({
        where: [notDeleted, { column: 'everSaved', eq: 1 }, rawMaterial],
        sort: newestFirst,
        skip: Math.floor(count * 0.4) + iteration,
        limit: 12,
      }),
      50,
    ],
    [
      'a deep page of a testing unit',
      (iteration) => ({
        where: [notDeleted, lab, submitted, rawMaterial],
        sort: latestCommitFirst,
        skip: Math.floor(count * 0.04) + iteration,
        limit: 12,
      }),
      50,
    ],
  ];
  // The first calls start the threads.
  await Promise.all(cases.slice(0, 2).map(([, query]) => views.find(consignmentList, query(0))));
  const rows = [];
  for (const [label, query, limit] of cases) {
    const durations = { find: [], get: [] };
    for (let iteration = 0; iteration < times; iteration++) {
      durations.get.push(
        await elapsedMs(() => views.get(consignmentList, guid(`row ${(iteration * 104_729) % count}`))),
      );
      durations.find.push(await elapsedMs(() => views.find(consignmentList, query(iteration))));
    }
    const [p50, p99] = [quantile(durations.find, 0.5), quantile(durations.find, 0.99)];
    const oneRow = quantile(durations.get, 0.5).toFixed(2);
    rows.push({
      label,
      figure: `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms (one row ${oneRow})`,
      ratio: limit / p99,
      target: 1,
    });
  }
  return rows;
};
