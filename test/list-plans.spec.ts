import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conditionsOf } from '../apps/api/src/consignments/list-query.js';
import { consignmentList, type ConsignmentRow } from '../libs/domain/src/index.js';
import { openDatabase, type DatabaseSync } from '../libs/engines/src/sqlite/database.js';
import { openSqliteViews, type ViewQuery } from '../libs/engines/src/index.js';
import { ViewReader } from '../libs/engines/src/views/view-reader.js';
import { ROLE } from '../libs/events/src/index.js';

// How the embedded engine reads the lists of consignments: every statement as it really runs, explained by SQLite.

const ROWS = 3000;
const [CLIENT, LAB, USER] = ['client', 'lab', 'user'];
const callerOf = (role: string, unitType: 1 | 2 | null, unitId: string | null) =>
  ({ userId: USER, unitId, unitType, roles: [role] }) as unknown as Parameters<typeof conditionsOf>[0];
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
  const build = await views.createBuild(consignmentList, 'b1');
  await views.write(
    build,
    Array.from({ length: ROWS }, (_, n) => ({ id: `row ${n}`, row: rowOf(n), position: '1'.padStart(20, '0') })),
    { logId: 'log', position: '1'.padStart(20, '0') },
  );
  await views.activate(build);
  await views.close();
  database = openDatabase(file);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

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

/** What SQLite says of each statement about many rows that a query runs. */
const plansOf = (query: ViewQuery): string[] => {
  const seen: string[] = [];
  const recording = new Proxy(database, {
    get: (target, name) => {
      if (name !== 'prepare') {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      }
      return (sql: string) => {
        seen.push(sql);
        return target.prepare(sql);
      };
    },
  });
  const found = new ViewReader(recording).find(consignmentList, query);
  expect(found?.rows).toHaveLength(12); // without any there would be nothing to explain
  return seen
    .filter((sql) => sql.includes(`FROM "consignmentList_`) && sql.includes(' WHERE ') && !sql.includes('_documents'))
    .map((sql) => {
      const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
      return steps.map(({ detail }) => detail).join('; ');
    });
};

describe('the lists of consignments', () => {
  for (const [who, caller] of Object.entries(CALLERS))
    it(`are read by an index and in its order, whatever the ${who} filters and sorts by`, () => {
      const faults: string[] = [];
      for (const [kinds, types] of Object.entries(TYPES))
        for (const [filtered, filter] of Object.entries(FILTERS))
          for (const column of ['creationTime', 'commitConsignTime', 'consignCode'])
            for (const direction of ['desc', 'asc'] as const) {
              const where = conditionsOf(caller, types, {
                linkPerson: '',
                projectId: undefined,
                commitFrom: undefined,
                commitTo: undefined,
                ...filter,
                consignStatuses: 'consignStatuses' in filter ? [...filter.consignStatuses] : [],
              });
              const plans = plansOf({ where, sort: [{ column, direction }], limit: 12 });
              expect(plans).not.toEqual([]);
              faults.push(
                ...plans
                  .filter((plan) => plan.includes('TEMP B-TREE') || !/USING (COVERING )?INDEX/.test(plan))
                  .map((plan) => `${kinds}, ${filtered}, by ${column} ${direction}: ${plan}`),
              );
            }
      expect(faults).toEqual([]);
    });
});
