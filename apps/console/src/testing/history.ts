import type { HistoryPage, HistoryRow, HistoryState } from '#contract';
import { consignmentWith, sampleViewWith } from './consignment.js';

const noFacts = { about: [], count: null, remark: '', signType: null, toStatus: null };

/** One row of a timeline; `type` and what is special about it. */
export const historyRow = (
  revision: number,
  type: HistoryRow['facts']['type'],
  { facts, ...some }: Partial<Omit<HistoryRow, 'facts'>> & { facts?: Partial<HistoryRow['facts']> } = {},
): HistoryRow => ({
  revision,
  eventId: `e-${revision}`,
  at: new Date(Date.UTC(2026, 10, 18 + Math.floor(revision / 4), 1, revision)).toISOString(),
  userName: '陈志远',
  role: '委托单位角色',
  unitName: '云岭交通建设集团第三工程公司',
  isAboutWitnesses: false,
  sendsBack: false,
  statusBefore: 10,
  statusAfter: 10,
  changed: 0,
  fee: null,
  ...some,
  facts: { ...noFacts, type, ...facts },
});

/** Created, saved, a sample added, submitted, rejected, corrected, submitted again. */
export const historyRows = (): HistoryRow[] => [
  historyRow(0, 'ConsignmentCreated', { statusBefore: null }),
  historyRow(1, 'ConsignmentSaved', { isAboutWitnesses: true, changed: 3 }),
  historyRow(2, 'SampleAdded', {
    facts: { about: ['普通硅酸盐水泥'] },
    changed: 1,
    fee: { old: '0.00', new: '90.00' },
  }),
  historyRow(3, 'ConsignmentCommitted', { statusAfter: 20, facts: { toStatus: 20 } }),
  historyRow(4, 'AuditRejected', {
    statusBefore: 20,
    statusAfter: 40,
    sendsBack: true,
    userName: '周敏',
    role: '检测单位角色',
    unitName: '浙东交通工程检测中心有限公司',
    facts: { remark: '请增加凝结时间', toStatus: 40 },
  }),
  historyRow(5, 'SampleSaved', {
    statusBefore: 40,
    statusAfter: 40,
    facts: { about: ['普通硅酸盐水泥'] },
    changed: 2,
    fee: { old: '90.00', new: '1320.00' },
  }),
  historyRow(6, 'ConsignmentCommitted', { statusBefore: 40, statusAfter: 20, facts: { toStatus: 20 } }),
];

export const historyPage = (rows: HistoryRow[] = historyRows(), some: Partial<HistoryPage> = {}): HistoryPage => ({
  consignCode: 'TU001-2026-00031',
  consignStatus: 20,
  consignStatusStr: '待审核',
  consignType: 1,
  first: 0,
  head: rows.at(-1)?.revision ?? 0,
  sentBack: rows.filter(({ sendsBack }) => sendsBack).map(({ revision }) => revision),
  items: rows.toReversed(),
  older: null,
  newer: null,
  ...some,
});

/** The consignment at one of these rows. */
export const historyState = (row: HistoryRow, some: Partial<HistoryState> = {}): HistoryState => {
  const { changed: _changed, fee: _fee, ...moment } = row;
  return {
    moment,
    previousHash: 'a'.repeat(64),
    hash: `${row.revision}`.repeat(64).slice(0, 64),
    schemaVersion: 1,
    correlationId: 'c0ffee00-0000-4000-8000-000000000000',
    head: 6,
    first: 0,
    view: consignmentWith({
      revision: row.revision,
      consignStatus: row.statusAfter,
      consignStatusStr: row.statusAfter === 40 ? '审核不通过' : '填写中',
    }),
    samples: [sampleViewWith()],
    attachments: [],
    against: row.revision === 0 ? null : { revision: row.revision - 1, at: row.at },
    changes: [],
    answers: null,
    ...some,
  };
};
