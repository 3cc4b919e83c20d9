import {
  type Actor,
  type ReportApplication,
  type ReportApplicationEvent,
  reportApplicationEvents,
  type ReportEvent,
  reportEvents,
  type ReportFile,
  type ReportStatus,
  ROLE,
  REPORT_STATUS,
} from '#events';
import { LIMITS, type OpenConsignment } from '../consignment/state.js';
import { reasonProblem, remarkProblem } from '../consignment/transitions.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import { readCount, type CountInputValue, countInputProblem } from '../numbers/number-input.js';
import { sameId } from '../rules/equality.js';
import { problem, type Problem, refuseIf } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';
import {
  isReceived,
  nextReportStatuses,
  requireRegistered,
  type RegisteredReport,
  type Report,
  reportActionProblem,
  reportTargetOf,
  subjectOf,
} from './report-actions.js';

/** Maximum length of a report number, in characters. */
const MAX_NUMBER_LENGTH = 50;

export type ReportCommand =
  /** The caller looks up `consignment` and `acceptedAt`; `sampleIds` are the samples of the report. */
  | {
      type: 'RegisterReport';
      by: Actor;
      consignmentId: string;
      consignment: OpenConsignment;
      acceptedAt: string | null;
      sampleIds: readonly string[];
      reportNumber: string;
    }
  | { type: 'UploadReport'; by: Actor; file: ReportFile }
  /** 40 publishes, 90 declares void. The specification's call has no reason, so the reason is optional here. */
  | { type: 'ChangeReportStatus'; by: Actor; reportStatus: ReportStatus; reason: string }
  | { type: 'PublishReport'; by: Actor }
  | { type: 'SetReportMailNumber'; by: Actor; mailNumber: string }
  /**
   * `at` and the stored image of the signature are facts. `by` hands the report over; `receiverName` is typed by the
   * person who signs.
   */
  | { type: 'PickUpReport'; by: Actor; at: string; imageHash: string; receiverName: string }
  | { type: 'WithdrawReport'; by: Actor; reason: string };

const decide = (command: ReportCommand, state: Report): ReportEvent[] => {
  if (command.type === 'RegisterReport') return register(command, state);
  const report = requireRegistered(state);
  const { consignmentId } = report;
  switch (command.type) {
    case 'UploadReport':
      refuseIf(reportActionProblem('upload', report, command.by));
      return report.file?.hash === command.file.hash && report.file.name === command.file.name
        ? []
        : [{ type: 'ReportFileUploaded', data: { consignmentId, file: command.file } }];
    case 'ChangeReportStatus':
      return changeStatus(command, report);
    case 'PublishReport':
      return publish(command, report);
    case 'SetReportMailNumber': {
      refuseIf(reportActionProblem('setMailNumber', report, command.by) ?? mailNumberProblem(command.mailNumber));
      const mailNumber = command.mailNumber.trim();
      const toStatus = statusAfter('setMailNumber', report);
      return mailNumber === report.mailNumber && toStatus === report.reportStatus
        ? []
        : [{ type: 'ReportMailNumberSet', data: { consignmentId, toStatus, mailNumber } }];
    }
    case 'PickUpReport':
      refuseIf(reportActionProblem('pickUp', report, command.by) ?? receiverProblem(command.receiverName));
      return [
        {
          type: 'ReportPickedUp',
          data: {
            consignmentId,
            toStatus: statusAfter('pickUp', report),
            signedAt: command.at,
            imageHash: command.imageHash,
            receiver: { name: command.receiverName.trim(), phone: '' },
          },
        },
      ];
    case 'WithdrawReport':
      return withdraw(command.by, command.reason, report, reasonProblem(command.reason));
  }
};

type Command<Type extends ReportCommand['type']> = Extract<ReportCommand, { type: Type }>;

const register = (
  { by, consignmentId, consignment, acceptedAt, sampleIds, reportNumber }: Command<'RegisterReport'>,
  state: Report,
): ReportEvent[] => {
  refuseIf(by.role === ROLE.lab ? null : problem('REPORT_REGISTRATION_NOT_ALLOWED'));
  refuseIf(by.unitId !== null && sameId(by.unitId, consignment.header.testUnitId) ? null : problem('NOT_YOURS'));
  refuseIf(state.phase === 'registered' ? problem('RECORD_EXISTS') : null);
  refuseIf(
    isReceived(consignment.consignStatus)
      ? null
      : problem('SAMPLES_NOT_RECEIVED', { status: consignment.consignStatus }),
  );
  refuseIf([numberProblem(reportNumber), samplesProblem(consignment, sampleIds)].filter((each) => each !== null));
  return [
    {
      type: 'ReportRegistered',
      data: {
        ...subjectOf(consignmentId, consignment, sampleIds, acceptedAt),
        toStatus: REPORT_STATUS.testing,
        reportNumber: reportNumber.trim(),
      },
    },
  ];
};

const changeStatus = (
  { by, reportStatus, reason }: Command<'ChangeReportStatus'>,
  report: RegisteredReport,
): ReportEvent[] => {
  if (reportStatus === REPORT_STATUS.published) return publish({ by }, report);
  if (reportStatus === REPORT_STATUS.void) return withdraw(by, reason, report, remarkProblem(reason));
  const blocked = reportActionProblem('changeStatus', report, by);
  if (reportStatus === report.reportStatus && blocked === null) return [];
  refuseIf(
    blocked ??
      (nextReportStatuses(report.reportStatus).includes(reportStatus)
        ? null
        : problem('REPORT_STATUS_UNREACHABLE', { reportStatus: report.reportStatus, toStatus: reportStatus })),
  );
  return [{ type: 'ReportStatusChanged', data: { consignmentId: report.consignmentId, toStatus: reportStatus } }];
};

const publish = ({ by }: { by: Actor }, report: RegisteredReport): ReportEvent[] => {
  refuseIf(reportActionProblem('publish', report, by));
  return [
    {
      type: 'ReportPublished',
      data: { consignmentId: report.consignmentId, toStatus: statusAfter('publish', report) },
    },
  ];
};

const withdraw = (by: Actor, reason: string, report: RegisteredReport, otherProblem: Problem | null): ReportEvent[] => {
  refuseIf(reportActionProblem('withdraw', report, by) ?? otherProblem);
  return [
    {
      type: 'ReportWithdrawn',
      data: { consignmentId: report.consignmentId, toStatus: statusAfter('withdraw', report), reason: reason.trim() },
    },
  ];
};

const statusAfter = (
  action: 'publish' | 'setMailNumber' | 'pickUp' | 'withdraw',
  { reportStatus }: RegisteredReport,
): ReportStatus => {
  const target = reportTargetOf(action, reportStatus);
  return typeof target === 'number' ? target : reportStatus;
};

const numberProblem = (reportNumber: string): Problem | null => {
  if (isBlank(reportNumber)) return problem('REPORT_NUMBER_REQUIRED', {}, 'reportNumber');
  return lengthOf(reportNumber.trim()) > MAX_NUMBER_LENGTH
    ? problem('TEXT_TOO_LONG', { max: MAX_NUMBER_LENGTH }, 'reportNumber')
    : null;
};

const samplesProblem = ({ samples }: OpenConsignment, sampleIds: readonly string[]): Problem | null => {
  if (sampleIds.length === 0) return problem('REPORT_SAMPLES_REQUIRED', {}, 'sampleIds');
  return sampleIds.every((sampleId) => samples.some(({ id }) => sameId(id, sampleId)))
    ? null
    : problem('REPORT_SAMPLE_UNKNOWN', {}, 'sampleIds');
};

/** The problem of the name of the person who collects reports; null if it is valid (002 QR-006). */
export const receiverProblem = (name: string): Problem | null => {
  if (isBlank(name)) return problem('PERSON_NAME_REQUIRED', {}, 'name');
  return lengthOf(name.trim()) > LIMITS.personName
    ? problem('TEXT_TOO_LONG', { max: LIMITS.personName }, 'name')
    : null;
};

const mailNumberProblem = (mailNumber: string): Problem | null => {
  if (isBlank(mailNumber)) return problem('MAIL_NUMBER_REQUIRED', {}, 'val');
  return lengthOf(mailNumber.trim()) > LIMITS.mailNumber
    ? problem('TEXT_TOO_LONG', { max: LIMITS.mailNumber }, 'val')
    : null;
};

const evolve = (state: Report, { type, data }: ReportEvent): Report => {
  if (type === 'ReportRegistered') {
    const { toStatus, ...facts } = data;
    return {
      phase: 'registered',
      ...facts,
      reportStatus: toStatus,
      mailNumber: '',
      file: null,
      wasPublished: false,
      pickedUp: null,
    };
  }
  if (state.phase === 'absent') return state;
  switch (type) {
    case 'ReportFileUploaded':
      return { ...state, file: data.file };
    case 'ReportStatusChanged':
    case 'ReportWithdrawn':
      return { ...state, reportStatus: data.toStatus };
    case 'ReportMailNumberSet':
      return { ...state, reportStatus: data.toStatus, mailNumber: data.mailNumber };
    case 'ReportPublished':
      return { ...state, reportStatus: data.toStatus, wasPublished: true };
    case 'ReportPickedUp':
      return {
        ...state,
        reportStatus: data.toStatus,
        pickedUp: { signedAt: data.signedAt, imageHash: data.imageHash },
      };
  }
};

/** Stream report-<id>: a report from its registration to its delivery (ADR-033). */
export const report: Aggregate<typeof reportEvents, ReportCommand, Report> = {
  category: 'report',
  events: reportEvents,
  decider: { initialState: { phase: 'absent' }, decide, evolve },
};

/** Maximum number of copies in one application of a client. */
export const MAX_REPORT_COPIES = 99;

export type ReportApplicationCommand = {
  type: 'ApplyForReport';
  by: Actor;
  consignmentId: string;
  consignment: OpenConsignment;
  application: ReportApplication;
};

/** All applications for a consignment's reports, oldest first. */
export type ReportApplications = readonly ReportApplication[];

const isSameApplication = (left: ReportApplication, right: ReportApplication): boolean =>
  left.reportId === right.reportId && left.reportCount === right.reportCount && left.remark === right.remark;

/** The problem of the typed number of copies; null if it is valid. */
export const copiesProblem = (input: CountInputValue): Problem | null => {
  const copies = readCount(input) ?? 0;
  if (!Number.isInteger(copies)) return countInputProblem(input, { min: 1, max: MAX_REPORT_COPIES }, 'reportCount');
  if (copies < 1) return problem('REPORT_COUNT_MIN', {}, 'reportCount');
  return copies > MAX_REPORT_COPIES ? problem('TOO_MANY_COPIES', { max: MAX_REPORT_COPIES }, 'reportCount') : null;
};

/**
 * Stream reportApplication-<consignment id>: the client's applications to the laboratory. An application identical to
 * an earlier one records no event (AAPI-021).
 * @throws RuleBroken REPORT_APPLICATION_NOT_ALLOWED, NOT_YOURS, SAMPLES_NOT_RECEIVED, REPORT_COUNT_MIN,
 * TOO_MANY_COPIES, REMARK_TOO_LONG.
 */
export const reportApplication: Aggregate<
  typeof reportApplicationEvents,
  ReportApplicationCommand,
  ReportApplications
> = {
  category: 'reportApplication',
  events: reportApplicationEvents,
  decider: {
    initialState: [],
    decide({ by, consignmentId, consignment, application: request }, applications): ReportApplicationEvent[] {
      refuseIf(by.role === ROLE.client ? null : problem('REPORT_APPLICATION_NOT_ALLOWED'));
      refuseIf(sameId(by.unitId, consignment.consignUnitId) ? null : problem('NOT_YOURS'));
      refuseIf(
        isReceived(consignment.consignStatus)
          ? null
          : problem('SAMPLES_NOT_RECEIVED', { status: consignment.consignStatus }),
      );
      refuseIf(copiesProblem(request.reportCount) ?? remarkProblem(request.remark));
      const application = { ...request, remark: request.remark.trim() };
      return applications.some((each) => isSameApplication(each, application))
        ? []
        : [{ type: 'ReportApplied', data: { consignmentId, ...application } }];
    },
    evolve: (applications, { data: { consignmentId: _, ...application } }) => [...applications, application],
  },
};
