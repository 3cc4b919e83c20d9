import {
  type Actor,
  CONSIGN_STATUS,
  type ConsignStatus,
  type ReportFile,
  ReportStatus,
  type ReportSubject,
  ROLE,
  REPORT_STATUS,
} from '#events';
import { type ConsignmentFacts, labConsignmentIdOf } from '../consignment/state.js';
import { sameId } from '../rules/equality.js';
import { type InEveryLanguage, type Language, inLanguages } from '../text/language.js';
import { problem, type Problem, RuleBroken } from '../rules/rule-broken.js';

/** State of a registered report. Times are UTC ISO. */
export type ReportFacts = ReportSubject & {
  reportNumber: string;
  /** Copied from the events' toStatus (ADR-002). */
  reportStatus: ReportStatus;
  /** Empty until it is set. */
  mailNumber: string;
  file: ReportFile | null;
  /** Whether the report was ever published, even if it is void now. The number of such a report is never reused. */
  wasPublished: boolean;
  /** Signature of the person who collected the report; null until then. */
  pickedUp: { signedAt: string; imageHash: string } | null;
};

export type RegisteredReport = ReportFacts & { phase: 'registered' };
export type Report = { phase: 'absent' } | RegisteredReport;

/** Whether receipt of the samples was confirmed. Reports are possible from then on. */
export const isReceived = (status: ConsignStatus): status is 60 | 70 | 80 =>
  status === CONSIGN_STATUS.received ||
  status === CONSIGN_STATUS.awaitingCorrection ||
  status === CONSIGN_STATUS.awaitingSignature;

/** The subject of a report on these samples, with the current names; unknown sample ids are ignored. */
export const subjectOf = (
  consignmentId: string,
  consignment: ConsignmentFacts,
  sampleIds: readonly string[],
  acceptedAt: string | null,
): ReportSubject => ({
  consignmentId,
  consignType: consignment.consignType,
  consignCode: consignment.consignCode,
  consignFormaNumber: labConsignmentIdOf(consignmentId, consignment),
  consignUnitId: consignment.consignUnitId,
  consignUnitName: consignment.consignUnitName,
  testUnitId: consignment.header.testUnitId ?? '',
  testUnitName: consignment.header.testUnitName,
  projectName: consignment.header.projectName,
  samples: consignment.samples
    .filter(({ id }) => sampleIds.some((sampleId) => sameId(id, sampleId)))
    .map(({ id, testUnitSampleName }) => ({ id, name: testUnitSampleName })),
  acceptedAt,
});

/** All actions of a testing unit on a report, in menu order. */
export const REPORT_ACTIONS = ['upload', 'changeStatus', 'publish', 'setMailNumber', 'pickUp', 'withdraw'] as const;
export type ReportActionName = (typeof REPORT_ACTIONS)[number];

/** Result of an action: a status, no change, or the status given in the command. */
export type ReportTarget = ReportStatus | 'stays' | 'fromCommand';

const from = (statuses: readonly ReportStatus[], target: ReportTarget): Partial<Record<ReportStatus, ReportTarget>> =>
  Object.fromEntries(statuses.map((status) => [status, target]));

/**
 * The allowed actions by status, and their results. `decide`, the offered actions and the console all use this table. A
 * published report can only be sent, handed over or declared void. Setting its mail number marks it as sent.
 */
export const reportTransitions: Readonly<Record<ReportActionName, Partial<Record<ReportStatus, ReportTarget>>>> = {
  upload: from([10, 20, 30], 'stays'),
  changeStatus: from([10, 20, 30, 40, 50], 'fromCommand'),
  publish: from([10, 20, 30], 40),
  setMailNumber: { ...from([10, 20, 30, 50, 60], 'stays'), 40: 50 },
  /**
   * The person who collects the report signs for it. A report that was only marked as collected cannot be signed for
   * later.
   */
  pickUp: from([40, 50], 60),
  withdraw: from([10, 20, 30, 40, 50, 60], 90),
};

/** The statuses that can be set by hand: in any order before publication, only forward after it. */
const steps: Readonly<Record<ReportStatus, readonly ReportStatus[]>> = {
  10: [20, 30],
  20: [10, 30],
  30: [10, 20],
  40: [50, 60],
  50: [60],
  60: [],
  90: [],
};

export const reportTargetOf = (action: ReportActionName, status: ReportStatus): ReportTarget | null =>
  reportTransitions[action][status] ?? null;
export const nextReportStatuses = (status: ReportStatus): readonly ReportStatus[] => steps[status];

/** Whether the client can see the file of a report: from publication until it is declared void. */
export const isPublished = (status: ReportStatus): boolean =>
  status === REPORT_STATUS.published || status === REPORT_STATUS.mailed || status === REPORT_STATUS.collected;

/**
 * The report, if it is registered.
 * @throws RuleBroken NO_SUCH_REPORT
 */
export const requireRegistered = (report: Report): RegisteredReport => {
  if (report.phase === 'registered') return report;
  throw new RuleBroken(problem('NO_SUCH_REPORT'));
};

type ReportToCheck = Pick<ReportFacts, 'reportStatus'> & { file: object | null };

/**
 * Why the laboratory cannot perform an action, irrespective of the user: first the status, then a missing file. Also
 * accepts a list row.
 */
export const reportProblem = (action: ReportActionName, { reportStatus, file }: ReportToCheck): Problem | null => {
  if (reportTargetOf(action, reportStatus) === null)
    return problem('REPORT_NOT_IN_THIS_STATUS', { reportStatus, reportAction: action });
  return action === 'publish' && file === null ? problem('REPORT_FILE_MISSING') : null;
};

/**
 * Why an actor cannot perform an action: first the role, then the unit, then the report's state. Null if it is allowed.
 */
export const reportActionProblem = (action: ReportActionName, report: RegisteredReport, by: Actor): Problem | null => {
  if (by.role !== ROLE.lab) return problem('REPORT_ROLE_NOT_ALLOWED', { reportAction: action });
  if (!sameId(by.unitId, report.testUnitId)) return problem('REPORT_NOT_YOURS');
  return reportProblem(action, report);
};

/** Every action with the reason why the actor cannot perform it now. Uses the same functions as `decide`. */
export const allowedReportActions = (
  report: Report,
  by: Actor,
): { action: ReportActionName; problem: Problem | null }[] =>
  REPORT_ACTIONS.map((action) => ({
    action,
    problem: report.phase === 'registered' ? reportActionProblem(action, report, by) : problem('NO_SUCH_REPORT'),
  }));

/**
 * Why a reader cannot read the file of a report; null if it is allowed. The caller has checked the unit. Clients must
 * wait for the publication; laboratories and administrators can read every file. The file names persons, whom auditors
 * see masked, so auditors cannot read it (ADR-016).
 */
export const downloadProblem = ({ reportStatus, file }: ReportToCheck, role: string): Problem | null => {
  if (role === ROLE.auditor) return problem('FILE_WITHHELD');
  if (role === ROLE.client && reportStatus === REPORT_STATUS.void) return problem('REPORT_IS_VOID');
  if (role === ROLE.client && !isPublished(reportStatus)) return problem('REPORT_NOT_PUBLISHED', { reportStatus });
  return file === null ? problem('REPORT_HAS_NO_FILE') : null;
};

/** Report progress of a consignment: 0 if it has no report, otherwise the lowest status of its reports. */
export type ScheduleStatus = 0 | ReportStatus;

/** In the order of the work. */
export const SCHEDULE_STATUSES: readonly ScheduleStatus[] = [0, ...ReportStatus.values];

/** Names of the enumeration ReportStatus. */
const statusNames: Record<ScheduleStatus, InEveryLanguage> = {
  0: inLanguages('待出报告', 'Awaiting report', 'Pendiente de informe'),
  10: inLanguages('检测中', 'Testing', 'En ensayo'),
  20: inLanguages('编制中', 'Being drafted', 'En redacción'),
  30: inLanguages('已签发', 'Issued', 'Emitido'),
  40: inLanguages('已发布', 'Published', 'Publicado'),
  50: inLanguages('已邮寄', 'Mailed', 'Enviado'),
  60: inLanguages('已领取', 'Collected', 'Recogido'),
  90: inLanguages('已作废', 'Void', 'Anulado'),
};

const actionNames: Record<ReportActionName, InEveryLanguage> = {
  upload: inLanguages('上传报告', 'upload the report', 'subir el informe'),
  changeStatus: inLanguages('更新进度', 'change the status', 'cambiar el estado'),
  publish: inLanguages('发布报告', 'publish the report', 'publicar el informe'),
  setMailNumber: inLanguages('填写邮寄单号', 'enter the mail number', 'indicar el número de envío'),
  pickUp: inLanguages('领取签名', 'be signed for', 'firmar su recogida'),
  withdraw: inLanguages('作废报告', 'declare the report void', 'anular el informe'),
};

export const reportStatusName = (status: ScheduleStatus, language: Language = 'zh'): string =>
  statusNames[status][language];

/** The name of a status given as text or number; the value itself if it is unknown. */
export const nameOfReportStatus = (value: string | number, language: Language): string =>
  statusNames[Number(value) as ScheduleStatus]?.[language] ?? String(value);
export const nameOfReportAction = (value: string | number, language: Language): string =>
  actionNames[String(value) as ReportActionName]?.[language] ?? String(value);
