import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listConditions } from '../apps/api/src/consignments/list-query.js';
import { scheduleConditions } from '../apps/api/src/reports/schedule-query.js';
import type { Projection } from '../libs/domain/src/event-sourcing/index.js';
import { projects } from '../libs/domain/src/projects/index.js';
import { consignmentProgress, LIST_VISIBILITY, reportList } from '../libs/domain/src/report/index.js';
import { consigningUnits } from '../libs/domain/src/units/index.js';
import { users } from '../libs/domain/src/users/index.js';
import { consignmentList, type ConsignmentRow } from '../libs/domain/src/views/index.js';
import { openDatabase, type DatabaseSync } from '../libs/engines/src/sqlite/database.js';
import { openSqliteViews, type Condition, type ViewName, type ViewQuery } from '../libs/engines/src/index.js';
import { type JsonRowPage, ViewReader } from '../libs/engines/src/views/sqlite/view-reader.js';
import { ROLE } from '../libs/events/src/index.js';

// How the embedded engine reads lists: every statement as it really runs, explained by SQLite.

const ROWS = 3000;
const [CLIENT, LAB, USER] = ['client', 'lab', 'user'];
const callerOf = (role: string, unitType: 1 | 2 | null, unitId: string | null) =>
  ({ userId: USER, unitId, unitType, roles: [role] }) as unknown as Parameters<typeof listConditions>[0];
const CALLERS = {
  client: callerOf(ROLE.client, 2, CLIENT),
  laboratory: callerOf(ROLE.lab, 1, LAB),
  administrator: callerOf(ROLE.admin, null, null),
  auditor: callerOf(ROLE.auditor, null, null),
};
const TYPES = { 'of one kind': [1], appointments: [2, 3], 'of all kinds': [1, 2, 3] } as const;
const FILTERS = {
  'without a filter': {},
  'of one status': { consignStatuses: [20] },
  'of several statuses': { consignStatuses: [20, 30] },
  'of some days': { commitFrom: '2026-01-01', commitTo: '2026-12-31' },
  'of a status and some days': { consignStatuses: [20], commitFrom: '2026-01-01', commitTo: '2026-12-31' },
} as const;

let folder: string;
let database: DatabaseSync;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
  const file = join(folder, 'views.db');
  const views = await openSqliteViews(file);
  const at = '1'.padStart(20, '0');
  const fill = async (view: Projection<object>, row: (n: number) => object) => {
    const build = await views.createBuild(view, 'b1');
    const rows = Array.from({ length: ROWS }, (_, n) => ({ id: `row ${n}`, row: row(n), position: at }));
    await views.write(build, rows, { logId: 'log', position: at });
    await views.activate(build);
  };
  await fill(consignmentList as Projection<object>, rowOf);
  await fill(reportList as Projection<object>, reportOf);
  await fill(consignmentProgress as Projection<object>, progressOf);
  await fill(projects as Projection<object>, projectOf);
  await fill(users as Projection<object>, userOf);
  await fill(consigningUnits as Projection<object>, unitOf);
  await views.close();
  database = openDatabase(file);
}, 60_000);
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const timeOf = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();

const reportOf = (n: number): object => ({
  id: `row ${n}`,
  reportStatus: n % 2 ? 20 : 30,
  consignUnitId: CLIENT,
  testUnitId: LAB,
  consignmentId: `consignment ${n}`,
  acceptedAt: timeOf(n),
  registeredAt: timeOf(n),
  position: String(n).padStart(20, '0'),
  publishedAt: timeOf(n),
  samples: [],
});
const progressOf = (n: number): object => ({
  id: `row ${n}`,
  consignStatus: 60,
  consignUnitId: CLIENT,
  testUnitId: LAB,
  acceptedAt: timeOf(n),
  deleted: false,
  samples: [],
  reports: [reportOf(n)],
});
const projectOf = (n: number): object => ({
  consignUnitId: CLIENT,
  projectName: `project ${n}`,
  projectCode: `P-${n}`,
  contractSectName: '',
  creationTime: timeOf(n),
  position: String(n).padStart(20, '0'),
});
const userOf = (n: number): object => ({
  position: String(n).padStart(20, '0'),
  userName: `user${n}`,
  name: `员工${n}`,
  phone: `1390000${String(n).padStart(4, '0')}`,
  email: '',
  unitId: CLIENT,
  isActive: n % 2 === 0,
  creationTime: timeOf(n),
});
const unitOf = (n: number): object => ({ unitNo: `CU${n}`, name: `unit ${n}`, uninCode: `${n}`, status: 1 + (n % 2) });

const rowOf = (n: number): object => {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
  const row: Partial<ConsignmentRow> = {
    id: `row ${n}`,
    consignType: ((n % 3) + 1) as 1 | 2 | 3,
    consignStatus: n % 2 ? 20 : 30,
    consignUnitId: CLIENT,
    testUnitId: LAB,
    consignCode: `C-${n}`,
    commitConsignTime: at,
    creationTime: at,
    position: String(n).padStart(20, '0'),
    statusSince: at,
    projectId: null,
    creatorUserId: USER,
    sendPerson: '',
    auditedAt: null,
    confirmedAt: null,
    rejections: 0,
    everSaved: true,
    deleted: false,
  };
  return row;
};

/** What SQLite says of each statement about many rows that `run` executes. */
const explainQueries = (view: ViewName, run: (reader: ViewReader) => void): string[] => {
  const statements: string[] = [];
  const recordingDatabase = new Proxy(database, {
    get: (target, name) => {
      if (name !== 'prepare') {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      }
      return (sql: string) => {
        statements.push(sql);
        return target.prepare(sql);
      };
    },
  });
  run(new ViewReader(recordingDatabase));
  return statements
    .filter((sql) => sql.includes(`FROM "${view.name}_`) && sql.includes(' WHERE ') && !sql.includes('_documents'))
    .map((sql) => {
      const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      return steps.map(({ detail }) => detail).join('; ');
    });
};

const plansOf = (view: ViewName, query: ViewQuery): string[] =>
  explainQueries(view, (reader) => {
    expect((reader.find(view, query) as JsonRowPage).rows).toHaveLength(12); // without any there would be nothing to explain
  });

const countPlanOf = (view: ViewName, column: string, where: Condition[]): string =>
  explainQueries(view, (reader) => void reader.countBy(view, column, { where })).join('; ');

/**
 * Plans that look at every row, or sort what they find. Equals of the first column alone may be sorted, for there are
 * few, and what lies in a stretch of another column, out of an index that has all that is asked for.
 */
const faultsOf = (plans: string[]): string[] =>
  plans.filter(
    (plan) =>
      (/USE TEMP B-TREE(?! FOR LAST)/.test(plan) && !/USING COVERING INDEX \w+ \([^)]*\w+<\?\)/.test(plan)) ||
      !(/USING (COVERING )?INDEX/.test(plan) || /^SCAN \w+_counts\d+$/.test(plan)),
  );

describe('the lists of reports', () => {
  const status = { 'without a filter': [], 'of one status': [20], 'of several statuses': [20, 30] } as const;
  const days = { 'of all days': {}, 'of some days': { from: '2026-01-01', to: '2026-12-31' } } as const;

  for (const [callerName, caller] of Object.entries(CALLERS))
    it(`are read by an index in its order for every filter of the ${callerName}`, () => {
      const isAuditor = callerName === 'auditor';
      const faults: string[] = [];
      for (const [filterName, reportStatus] of Object.entries(status))
        for (const [periodName, filter] of Object.entries(days)) {
          const where = scheduleConditions(caller, {
            from: undefined,
            to: undefined,
            ...filter,
            reportStatus: [...reportStatus],
          });
          const lists: [ViewName, ViewQuery][] = [
            [
              reportList,
              {
                where: callerName === 'client' ? [...where, { column: 'withheld', eq: 0 }] : where,
                sort: [{ column: 'position', direction: 'desc' }],
              },
            ],
            [
              consignmentProgress,
              {
                where: [
                  {
                    column: 'listed',
                    in: isAuditor ? [LIST_VISIBILITY.forAll, LIST_VISIBILITY.forAuditors] : [LIST_VISIBILITY.forAll],
                  },
                  ...where,
                ],
                sort: [{ column: 'acceptedAt', direction: 'desc' }],
              },
            ],
          ];
          for (const [view, query] of lists)
            faults.push(
              ...faultsOf(plansOf(view, { ...query, limit: 12 })).map(
                (plan) => `${view.name}, ${filterName}, ${periodName}: ${plan}`,
              ),
            );
        }
      expect(faults).toEqual([]);
    });
});

describe('reports of a period', () => {
  it.each([
    ['client', 'consignUnitId=? AND withheld=?'],
    ['laboratory', 'testUnitId=?'],
    ['administrator', null],
  ] as const)('of the %s are counted and sorted by an index on their days', (callerName, unit) => {
    const where = [
      ...scheduleConditions(CALLERS[callerName], { from: '2026-01-01', to: '2026-12-31' }),
      ...(callerName === 'client' ? [{ column: 'withheld', eq: 0 }] : []),
      { column: 'consignmentId', notIn: ['one', 'another'] },
    ];
    const indexTerms = [unit, 'acceptedAt>? AND acceptedAt<?'].filter((each) => each !== null).join(' AND ');
    const plans = plansOf(reportList, { where, sort: [{ column: 'position', direction: 'desc' }], limit: 12 });
    expect(plans).toHaveLength(2);
    for (const plan of plans)
      expect(plan).toMatch(
        new RegExp(`SEARCH \\w+ USING COVERING INDEX \\w+ \\(${indexTerms.replaceAll('?', '\\?')}\\)`),
      );
  });
});

describe('the lists of projects, users and units', () => {
  const newestFirst = { column: 'position', direction: 'desc' } as const;
  const unitCondition = { column: 'consignUnitId', in: [CLIENT] };
  const lists: Record<string, [ViewName, ViewQuery]> = {
    'all projects': [projects, { where: [], sort: [newestFirst] }],
    'projects of a unit': [projects, { where: [unitCondition], sort: [newestFirst] }],
    'all users': [users, { where: [], sort: [newestFirst] }],
    'users of a unit': [users, { where: [{ column: 'unitId', eq: CLIENT }], sort: [newestFirst] }],
    'active users': [users, { where: [{ column: 'isActive', eq: 1 }], sort: [newestFirst] }],
    'all consigning units': [consigningUnits, { where: [], sort: [{ column: 'unitNo', direction: 'asc' }] }],
    'open consigning units': [
      consigningUnits,
      { where: [{ column: 'status', eq: 1 }], sort: [{ column: 'unitNo', direction: 'asc' }] },
    ],
  };
  it.each(Object.entries(lists))('are read by an index: %s', (_, [view, query]) => {
    const plans = plansOf(view, { ...query, limit: 12 });
    expect(plans).not.toEqual([]);
    expect(faultsOf(plans)).toEqual([]);
  });
});

describe('totals and counts of the status tabs', () => {
  const counts = (view: ViewName) => expect.stringMatching(new RegExp(`SEARCH ${view.name}_v\\d+_b1_counts\\d `));
  const newestFirst = (column: string): ViewQuery => ({ sort: [{ column, direction: 'desc' }], limit: 12 });
  const noPeriod = { from: undefined, to: undefined };

  for (const [callerName, caller] of Object.entries(CALLERS))
    it(`come from stored counts for every kind and status of the ${callerName}`, () => {
      for (const types of Object.values(TYPES))
        for (const consignStatuses of [[], [20], [20, 30]] as const) {
          const where = listConditions(caller, types, {
            linkPerson: '',
            projectId: undefined,
            commitFrom: undefined,
            commitTo: undefined,
            consignStatuses: [...consignStatuses],
          });
          const [totalPlan] = plansOf(consignmentList, { where, ...newestFirst('position') });
          expect([totalPlan, countPlanOf(consignmentList, 'consignStatus', where)]).toEqual([
            counts(consignmentList),
            counts(consignmentList),
          ]);
        }
      const withheld = callerName === 'client' ? [{ column: 'withheld', eq: 0 }] : [];
      // What was reported on consignments that were deleted is left out by their ids.
      const exceptDeleted = { column: 'consignmentId', notIn: ['one', 'another'] };
      const reportConditions = [...scheduleConditions(caller, noPeriod), ...withheld];
      const progress = [{ column: 'listed', in: [LIST_VISIBILITY.forAll] }, ...scheduleConditions(caller, noPeriod)];
      const plans = [
        countPlanOf(reportList, 'reportStatus', reportConditions),
        countPlanOf(reportList, 'reportStatus', [...reportConditions, exceptDeleted]),
        countPlanOf(consignmentProgress, 'reportStatus', progress),
        plansOf(reportList, { where: [...reportConditions, exceptDeleted], ...newestFirst('position') })[0],
      ];
      for (const plan of plans) {
        expect(plan).toMatch(/_b1_counts\d/);
        expect(plan).not.toMatch(
          /SCAN \w+_b1(?!_counts)|SEARCH \w+_b1 (?!USING (?:COVERING )?INDEX \w+ \(consignmentId=\?\))/,
        );
      }
    });
});

describe('a search of two characters that most consignments have', () => {
  for (const [callerName, caller] of Object.entries(CALLERS))
    it(`is counted by the search index, and its page is read by an index of the order, for every filter and order of the ${callerName}`, () => {
      const faults: string[] = [];
      // Few enough rows of one kind are found to be sorted.
      for (const types of [TYPES.appointments, TYPES['of all kinds']])
        for (const consignStatuses of [[], [20, 30]] as const)
          for (const column of ['position', 'commitConsignTime', 'consignCode']) {
            const where = listConditions(caller, types, {
              linkPerson: '',
              projectId: undefined,
              commitFrom: undefined,
              commitTo: undefined,
              consignStatuses: [...consignStatuses],
            });
            const query: ViewQuery = { search: 'c-', where, sort: [{ column, direction: 'desc' }], limit: 12 };
            const [rare, counting, paging, ...otherPlans] = plansOf(consignmentList, query);
            const isCounted = [rare, counting].every(
              (plan) => /SCAN \w+_search VIRTUAL TABLE/.test(plan ?? '') && !/SEARCH/.test(plan ?? ''),
            );
            const isPageIndexed =
              /USING COVERING INDEX/.test(paging ?? '') && !/TEMP B-TREE|PRIMARY KEY/.test(paging ?? '');
            if (!isCounted || !isPageIndexed || otherPlans.length > 0)
              faults.push(
                `${types.join()}, ${consignStatuses.join()}, by ${column}: ${[rare, counting, paging].join(' | ')}`,
              );
          }
      expect(faults).toEqual([]);
    });
});

describe('the lists of consignments', () => {
  for (const [callerName, caller] of Object.entries(CALLERS))
    it(`are read by an index in its order for every filter and order of the ${callerName}`, () => {
      const faults: string[] = [];
      for (const [typesName, types] of Object.entries(TYPES))
        for (const [filterName, filter] of Object.entries(FILTERS))
          for (const column of ['position', 'commitConsignTime', 'consignCode'])
            for (const direction of ['desc', 'asc'] as const) {
              const where = listConditions(caller, types, {
                linkPerson: '',
                projectId: undefined,
                commitFrom: undefined,
                commitTo: undefined,
                ...filter,
                consignStatuses: 'consignStatuses' in filter ? [...filter.consignStatuses] : [],
              });
              const plans = plansOf(consignmentList, { where, sort: [{ column, direction }], limit: 12 });
              expect(plans).not.toEqual([]);
              faults.push(
                ...faultsOf(plans).map((plan) => `${typesName}, ${filterName}, by ${column} ${direction}: ${plan}`),
              );
            }
      expect(faults).toEqual([]);
    });
});
