// Inserts rows into the views of a data folder whose service does not run, in the form that the projections produce. A
// million consignments with their reports take some minutes this way, and hours through the log. There are 200
// consigning units, of which the largest has a fifth of all rows, and twenty testing units; the largest ones are those
// of the demo.
import { createHash } from 'node:crypto';
import { projects } from '../../dist/libs/domain/src/projects/index.js';
import { consignmentProgress, reportList } from '../../dist/libs/domain/src/report/index.js';
import { consigningUnits } from '../../dist/libs/domain/src/units/index.js';
import { users } from '../../dist/libs/domain/src/users/index.js';
import { consignmentList } from '../../dist/libs/domain/src/views/index.js';
import { NO_STREAM } from '../../dist/libs/events/src/index.js';

const LAB = '736e0494-c50f-5fb5-9296-7000562a5e79';
const CLIENT = '6aef726f-d59e-536d-ab28-6fc104bc2736';
const BATCH = 5_000;
const STATUSES = [10, 20, 30, 40, 50, 60, 60, 60, 60, 60, 60, 60, 60, 60, 70, 80, 90];
const REPORT_STATUSES = [10, 20, 30, 30, 30, 30, 30, 30, 40];
const PROJECTS = ['甬台温高速公路', '龙游至丽水铁路', '瓯江北口大桥', '临港产业园二期', '城北水厂扩建', '浙江某某大厦'];

const guid = (text) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const position = (number) => String(number).padStart(20, '0');
const unitOf = (n) => (n % 5 === 0 ? CLIENT : guid(`client ${1 + (n % 200)}`));
const labOf = (n) => (n % 20 < 4 ? LAB : guid(`lab ${n % 20}`));
const timeOf = (n) => new Date(Date.UTC(2022, 0, 1) + n * 120_000).toISOString();
const projectOf = (n) => `${PROJECTS[n % PROJECTS.length]}第${n % 97}合同段`;

/** The oldest accounts of each unit are among this number of accounts. */
const FIRST_ACCOUNTS = 200;
const accountOf = (n) => ({ id: guid(`user ${n}`), userName: `user${n}`, unitId: unitOf(n), isActive: n % 10 !== 0 });

/** Appends accounts of the list to the log, because the manager of a unit is looked up there. */
const registerAccounts = async (eventStore) => {
  for (let n = 0; n < FIRST_ACCOUNTS; n++) {
    const { id, userName, unitId, isActive } = accountOf(n);
    if (!isActive) continue;
    const data = {
      userName,
      profile: { name: `用户${n}`, phone: `139${String(n).padStart(8, '0')}`, email: '' },
      roles: ['委托单位角色'],
      unitId,
      unitType: 2,
      unitName: `建设集团第${n}有限公司`,
    };
    const metadata = {
      schemaVersion: 1,
      by: { userId: guid('bench'), role: 'admin', unitId: null },
      at: timeOf(n),
      commandId: guid(`register ${n}`),
      correlationId: guid('bench'),
      causationId: null,
      imported: true,
    };
    await eventStore.append(`user-${id}`, [{ type: 'UserRegistered', data, metadata }], NO_STREAM);
  }
};

/** Makes row number `n` of each view from `template`, a row that its projection has produced. */
const rowsOf = {
  consignmentList: (template, n) => {
    const status = STATUSES[(n * 7) % STATUSES.length];
    const at = timeOf(n);
    return {
      ...template,
      id: guid(`consignment ${n}`),
      consignStatus: status,
      consignUnitId: unitOf(n),
      testUnitId: labOf(n),
      projectName: projectOf(n),
      consignCode: status === 10 ? '' : `TU0${10 + (n % 20)}-2026-${String(n).padStart(7, '0')}`,
      creationTime: at,
      position: position(n + 1),
      commitConsignTime: status === 10 ? null : at,
      statusSince: at,
    };
  },
  consignmentProgress: (template, n) => {
    const status = STATUSES[(n * 7) % STATUSES.length];
    return {
      ...template,
      id: guid(`consignment ${n}`),
      position: position(1),
      consignStatus: status,
      consignUnitId: unitOf(n),
      testUnitId: labOf(n),
      projectName: projectOf(n),
      consignCode: `TU0${10 + (n % 20)}-2026-${String(n).padStart(7, '0')}`,
      acceptedAt: status === 60 ? timeOf(n) : null,
      deleted: false,
      reports: status === 60 ? template.reports.map((report) => ({ ...report, id: guid(`report ${n}`) })) : [],
    };
  },
  reportList: (template, n) => ({
    ...template,
    id: guid(`report ${n}`),
    consignmentId: guid(`consignment ${n}`),
    consignUnitId: unitOf(n),
    testUnitId: labOf(n),
    projectName: projectOf(n),
    consignCode: `TU0${10 + (n % 20)}-2026-${String(n).padStart(7, '0')}`,
    reportNumber: `R-${String(n).padStart(7, '0')}`,
    reportStatus: REPORT_STATUSES[(n * 7) % REPORT_STATUSES.length],
    acceptedAt: timeOf(n),
    registeredAt: timeOf(n),
    position: position(n + 1),
    publishedAt: timeOf(n),
  }),
  projects: (template, n) => ({
    ...template,
    id: guid(`project ${n}`),
    consignUnitId: unitOf(n),
    projectName: projectOf(n),
    projectCode: `P-${String(n).padStart(7, '0')}`,
    creationTime: timeOf(n),
    position: position(n + 1),
  }),
  users: (template, n) => ({
    ...template,
    ...accountOf(n),
    name: `用户${n}`,
    email: '',
    creationTime: timeOf(n),
    position: position(n + 1),
  }),
  consigningUnits: (template, n) => ({
    ...template,
    id: guid(`unit ${n}`),
    name: `建设集团第${n}有限公司`,
    unitNo: `CU${String(n).padStart(7, '0')}`,
    uninCode: String(n).padStart(18, '0'),
    status: n % 10 === 0 ? 2 : 1,
  }),
};
const VIEWS = [consignmentList, consignmentProgress, reportList, projects, users, consigningUnits];

/** Inserts the number of rows in `counts` into each view: new builds replace the current ones and keep their rows. */
export const fill = async ({ views, eventStore }, counts, onProgress = () => {}) => {
  const { logId } = eventStore;
  if (counts.users) await registerAccounts(eventStore);
  const head = await eventStore.lastPosition();
  for (const view of VIEWS) {
    const count = counts[view.name];
    const startedAt = performance.now();
    const { rows: existing } = await views.find(view, {});
    const template = existing.find(({ reports, file }) => reports?.length || file) ?? existing[0];
    const oldBuilds = (await views.builds()).filter(
      ({ name, version }) => name === view.name && version === view.version,
    );
    const build = await views.createBuild(view, `filled${count}`);
    for (let from = 0; from < count; from += BATCH) {
      const at = position(1 + from / BATCH);
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => {
        const row = rowsOf[view.name](template, from + n);
        return { id: row.id, row, position: at };
      });
      await views.write(build, rows, { logId, position: at });
    }
    await views.write(
      build,
      existing.map((row) => ({ id: row.id, row, position: head })),
      { logId, position: head },
    );
    await views.activate(build);
    for (const oldBuild of oldBuilds) await views.drop(oldBuild);
    onProgress(
      `${count} rows of ${view.name} inserted and indexed: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
  }
};
