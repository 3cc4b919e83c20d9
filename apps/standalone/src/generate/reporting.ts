import { report, reservation, reservationId, yearInShanghai, type OpenConsignment, type ReportCommand } from '#domain';
import { fixedId } from '../import/run-import.js';
import type { Cast, Laboratory } from './cast.js';
import type { Chance } from './chance.js';
import { mailNumber } from './drafting.js';
import { OwnStream } from './own-stream.js';
import type { Step, Teller } from './step.js';

type Received = { consignmentId: string; consignment: OpenConsignment; acceptedAt: string; lab: Laboratory };

/** One report on all samples, from its registration to its delivery; a few are declared void. */
export function* reporting(
  chance: Chance,
  tell: Teller,
  cast: Cast,
  { consignmentId, consignment, acceptedAt, lab }: Received,
): Generator<Step> {
  const by = lab.staff.actor;
  const reportId = fixedId(`${tell.key}/report`);
  const reportNumber = `BG-${yearInShanghai(acceptedAt)}-${consignment.consignCode.replaceAll(/\D/g, '')}`;
  const reserved = new OwnStream(
    reservation,
    reservationId('reportNumber', cast.fingerprint(`${lab.id}/${reportNumber}`)),
  );
  const own = new OwnStream(report, reportId);
  const act = (hours: number, command: ReportCommand): Step => tell.step(chance.about(hours), by, own, () => command);

  yield tell.step(chance.about(30), by, reserved, () => ({
    type: 'Reserve',
    kind: 'reportNumber',
    holderId: reportId,
  }));
  yield act(0, {
    type: 'RegisterReport',
    by,
    consignmentId,
    consignment,
    acceptedAt,
    sampleIds: consignment.samples.map(({ id }) => id),
    reportNumber,
  });
  yield act(60, { type: 'ChangeReportStatus', by, reportStatus: 20, reason: '' });
  yield act(20, { type: 'ChangeReportStatus', by, reportStatus: 30, reason: '' });
  yield act(4, { type: 'UploadReport', by, file: cast.paper });
  if (chance.happens(0.03)) {
    yield act(20, { type: 'WithdrawReport', by, reason: '样品规格登记有误，另出报告' });
    return;
  }
  yield act(6, { type: 'PublishReport', by });
  if (chance.happens(0.3)) yield act(24, { type: 'SetReportMailNumber', by, mailNumber: mailNumber(chance) });
  if (chance.happens(0.4)) yield act(70, { type: 'ChangeReportStatus', by, reportStatus: 60, reason: '' });
}
