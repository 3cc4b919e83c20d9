import { describe, expect, it } from '@jest/globals';
import { ReportStatus } from '#events';
import { RuleBroken } from '../rules/rule-broken.js';
import { people } from '#harness/domain/consignment-story';
import { reportFile, reportHistoryTo } from '#harness/domain/report-story';
import {
  allowedReportActions,
  downloadProblem,
  type RegisteredReport,
  type Report,
  REPORT_ACTIONS,
  type ReportActionName,
} from './report-actions.js';
import { report, type ReportCommand } from './report.js';

/**
 * What the laboratory may do with a report that has a file, and the status it leads to, by hand; "=" no move, "."
 * refused. Nobody else may do anything.
 */
const actions = `
               10  20  30  40  50  60  90
upload         =   =   =   .   .   .   .
publish        40  40  40  .   .   .   .
setMailNumber  =   =   =   50  =   =   .
pickUp         .   .   .   60  60  .   .
withdraw       90  90  90  90  90  90  .
to10           .   10  10  .   .   .   .
to20           20  .   20  .   .   .   .
to30           30  30  .   .   .   .   .
to50           .   .   .   50  .   .   .
to60           .   .   .   60  60  .   .
`;

const [heading = [], ...lines] = actions
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const statuses = heading.map((status) => ReportStatus.parse(Number(status)));
const rows = lines.map(([name = '', ...cells]) => ({ name, cells }));

const stateAt = (status: ReportStatus): RegisteredReport => {
  const state = reportHistoryTo[status].reduce(report.decider.evolve, report.decider.initialState);
  if (state.phase === 'absent') throw new Error('no report');
  return state;
};

const commandFor = (name: string, by = people.lab as (typeof people)[keyof typeof people]): ReportCommand => {
  switch (name) {
    case 'upload':
      return { type: 'UploadReport', by, file: { ...reportFile, hash: 'c'.repeat(64) } };
    case 'publish':
      return { type: 'PublishReport', by };
    case 'setMailNumber':
      return { type: 'SetReportMailNumber', by, mailNumber: 'SF-9' };
    case 'pickUp':
      return {
        type: 'PickUpReport',
        by,
        at: '2026-11-22T08:00:00.000Z',
        imageHash: 'd'.repeat(64),
        receiverName: '王强',
      };
    case 'withdraw':
      return { type: 'WithdrawReport', by, reason: '数据有误' };
    default:
      return { type: 'ChangeReportStatus', by, reportStatus: ReportStatus.parse(Number(name.slice(2))), reason: '' };
  }
};

const outcome = (name: string, status: ReportStatus, by?: (typeof people)[keyof typeof people]): string => {
  const before: Report = stateAt(status);
  try {
    const events = report.decider.decide(commandFor(name, by), before);
    const after = events.reduce(report.decider.evolve, before as Report);
    if (events.length === 0 || after.phase === 'absent') return '.';
    return after.reportStatus === status ? '=' : String(after.reportStatus);
  } catch (error) {
    if (error instanceof RuleBroken) return '.';
    throw error;
  }
};

it('the table names every status', () => {
  expect(statuses).toEqual([...ReportStatus.values]);
  expect(rows.every(({ cells }) => cells.length === statuses.length)).toBe(true);
});

describe('the laboratory', () => {
  it.each(rows)('$name leads to the status of the table, or is refused', ({ name, cells }) => {
    expect(statuses.map((status) => outcome(name, status))).toEqual(cells);
  });

  it('is offered exactly the allowed actions', () => {
    const offered = (name: ReportActionName) =>
      statuses.map(
        (status) =>
          allowedReportActions(stateAt(status), people.lab).find(({ action }) => action === name)?.problem === null,
      );
    for (const name of REPORT_ACTIONS.filter((action) => action !== 'changeStatus'))
      expect([name, offered(name)]).toEqual([
        name,
        rows.find((row) => row.name === name)?.cells.map((cell) => cell !== '.'),
      ]);
    expect(offered('changeStatus')).toEqual([true, true, true, true, true, false, false]);
  });
});

it.each(['client', 'otherClient', 'otherLab', 'admin', 'auditor', 'operator'] as const)(
  '%s can perform no action on a report',
  (role) => {
    for (const { name } of rows)
      expect(statuses.map((status) => outcome(name, status, people[role]))).toEqual(statuses.map(() => '.'));
    const codes = allowedReportActions(stateAt(10), people[role]).map(({ problem }) => problem?.code);
    expect(new Set(codes)).toEqual(new Set([role === 'otherLab' ? 'REPORT_NOT_YOURS' : 'REPORT_ROLE_NOT_ALLOWED']));
  },
);

it('a client can read the file from publication until the report is void, an auditor never, and others at every status', () => {
  const read = (role: string) => statuses.map((status) => downloadProblem(stateAt(status), role) === null);
  expect(read(people.client.role)).toEqual([false, false, false, true, true, true, false]);
  expect(read(people.lab.role)).toEqual(statuses.map(() => true));
  expect(read(people.admin.role)).toEqual(statuses.map(() => true));
  expect(read(people.auditor.role)).toEqual(statuses.map(() => false));
  expect([
    downloadProblem(stateAt(30), people.client.role)?.code,
    downloadProblem(stateAt(90), people.client.role)?.code,
  ]).toEqual(['REPORT_NOT_PUBLISHED', 'REPORT_IS_VOID']);
  expect(downloadProblem(stateAt(40), people.auditor.role)?.code).toBe('FILE_WITHHELD');
  expect(downloadProblem({ reportStatus: 10, file: null }, people.lab.role)?.code).toBe('REPORT_HAS_NO_FILE');
});
