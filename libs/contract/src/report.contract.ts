import { z } from 'zod';
import { REPORT_ACTIONS } from '#domain/report';
import { ConsignType, ReportStatus } from '#events';
import { atLeast, Guid, Guids, listOf, operation, page, TextList, ViaLabSystem } from './operation.js';
import { phoneKeyParam } from './qr-code.contract.js';
import { code, line, opaque, paragraphs, search, numberInput } from './texts.js';

const S = '/api/services/app/BuReport/';
const V = '/api/v1/reports';

/** 0: the consignment has no valid report yet. Other values: enumeration ReportStatus. */
export const ScheduleStatus = z.union([z.literal(0), ReportStatus]);

/**
 * A report in a schedule item. `file` is null if there is none for this caller; a client gets it from publication on.
 * `revision` is that of the report.
 */
export const ScheduledReport = z.object({
  reportId: z.string(),
  revision: z.number(),
  reportNumber: z.string(),
  reportStatus: ReportStatus,
  reportStatusStr: z.string(),
  mailNumber: z.string(),
  testContent: z.string(),
  file: z.object({ name: z.string(), size: z.number() }).nullable(),
  publishedAt: z.string().nullable(),
  withdrawnBecause: z.string(),
});
export type ScheduledReport = z.infer<typeof ScheduledReport>;

/**
 * Report schedule item (LS-008): one report, or one consignment with all its reports (then `reportId` is null).
 * preStatus is the name of the consignment's status, acceptTime the time of the receipt of its samples. reportSchedule
 * is the progress as text, `progress` in percent. isSelected is for the user interface; the server does not use it.
 */
export const ReportScheduleItem = z.object({
  testUnitId: z.string(),
  testUnitName: z.string(),
  mailNumber: z.string(),
  consignCode: z.string(),
  preStatus: z.string(),
  consignUnitName: z.string(),
  projectName: z.string(),
  testContent: z.string(),
  acceptTime: z.string().nullable(),
  reportSchedule: z.string(),
  isSelected: z.boolean(),
  consignFormaNumber: z.string(),
  consignId: z.string(),
  consignType: ConsignType,
  reportId: z.string().nullable(),
  reportNumber: z.string(),
  reportStatus: ScheduleStatus,
  reportStatusStr: z.string(),
  progress: z.number(),
  reports: z.array(ScheduledReport),
  applications: z.array(
    z.object({ reportId: z.string().nullable(), reportCount: z.number(), remark: z.string(), appliedAt: z.string() }),
  ),
});
export type ReportScheduleItem = z.infer<typeof ReportScheduleItem>;

const filters = {
  keyword: search(200).default(''),
  /** Inclusive local days of acceptTime, yyyy-MM-dd. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};
/** Comma-joined or repeated; empty for all. */
const statuses = TextList.prefault('')
  .transform((texts) => texts.map(Number))
  .pipe(z.array(ScheduleStatus));
const list = z.object({ ...page, ...atLeast, ...filters, reportStatus: statuses });
const countQuery = z.object({ ...atLeast, ...filters });
const items = listOf(ReportScheduleItem);
/** One row per status that occurs. */
export const ReportStatusCounts = z.array(z.object({ reportStatus: ScheduleStatus, count: z.number() }));

export const getReportConsignScheduleNew = operation({
  name: 'GetReportConsignScheduleNew',
  method: 'GET',
  path: `${S}GetReportConsignScheduleNew`,
  summary: 'Report progress by consignment, from the receipt of its samples on',
  source: 'API-029',
  query: list,
  result: items,
});
export const getReportConsignSchedule = operation({
  name: 'GetReportConsignSchedule',
  method: 'GET',
  path: `${S}GetReportConsignSchedule`,
  summary: 'The same, under its older name',
  source: 'API-029',
  query: list,
  result: items,
});
export const getReportScheduleNew = operation({
  name: 'GetReportScheduleNew',
  method: 'GET',
  path: `${S}GetReportScheduleNew`,
  summary: 'Report progress by report',
  source: 'API-029',
  query: list,
  result: items,
});
export const getReportSchedule = operation({
  name: 'GetReportSchedule',
  method: 'GET',
  path: `${S}GetReportSchedule`,
  summary: 'The same, under its older name',
  source: 'API-029',
  query: list,
  result: items,
});
export const getReportConsignScheduleCountingNew = operation({
  name: 'GetReportConsignScheduleCountingNew',
  method: 'GET',
  path: `${S}GetReportConsignScheduleCountingNew`,
  summary: 'Number of consignments by report status',
  source: 'API-029',
  query: countQuery,
  result: ReportStatusCounts,
});
export const getReportConsignScheduleCount = operation({
  name: 'GetReportConsignScheduleCount',
  method: 'GET',
  path: `${S}GetReportConsignScheduleCount`,
  summary: 'The same, under its older name',
  source: 'API-029',
  query: countQuery,
  result: ReportStatusCounts,
});
export const getReportScheduleCountingNew = operation({
  name: 'GetReportScheduleCountingNew',
  method: 'GET',
  path: `${S}GetReportScheduleCountingNew`,
  summary: 'Number of reports by status',
  source: 'API-029',
  query: countQuery,
  result: ReportStatusCounts,
});

/** For a report, or for a consignment that may not have a report yet. */
export const addReportApply = operation({
  name: 'AddReportApply',
  method: 'POST',
  path: '/api/services/app/BuReportApply/Add',
  summary: 'A client applies for a report; the same again is stored once',
  source: 'API-029',
  body: z.object({
    consignId: Guid.optional(),
    reportId: Guid.optional(),
    reportCount: numberInput.default(1),
    remark: paragraphs(200).default(''),
  }),
  result: z.literal(true),
});

/** Both may be in the query or in the body (000.md 22). */
const mailNumber = z.object({ reportIds: Guids, val: code(200) }).partial();
export const reportMailNumberSetting = operation({
  name: 'ReportMailNumberSetting',
  method: 'POST',
  path: `${S}ReportMailNumberSetting`,
  summary: 'Mail number of reports; published ones are mailed by it',
  source: 'API-030',
  query: mailNumber,
  body: mailNumber.optional(),
  result: z.literal(true),
});
/**
 * 40 publishes, 90 declares void. The console always requires a reason; the specification has none, so a call without
 * one is accepted.
 */
const status = z
  .object({ reportIds: Guids, reportStatus: z.coerce.number().pipe(ReportStatus), reason: paragraphs(200) })
  .partial();
export const updateReportStatus = operation({
  name: 'UpdateReportStatus',
  method: 'PUT',
  path: `${S}UpdateReportStatus`,
  summary: 'Status of reports',
  source: 'API-030',
  query: status,
  body: status.optional(),
  result: z.literal(true),
});
export const updateReportStatusNew = operation({
  name: 'UpdateReportStatusNew',
  method: 'POST',
  path: `${S}UpdateReportStatusNew`,
  summary: 'The same by POST',
  source: 'API-030',
  query: status,
  body: status.optional(),
  result: z.literal(true),
});

/** Result of the manual steps of a testing unit without a laboratory system (ADR-033). */
const writeResult = z.object({ reportId: z.string(), revision: z.number(), reportStatus: ReportStatus });
/** Without sampleIds the report is about all samples. The number is unique within the testing unit. */
export const registerReport = operation({
  name: 'RegisterReport',
  family: 'v1',
  method: 'POST',
  path: V,
  summary: 'Registers a report on samples that were received',
  source: 'LS-008',
  body: z.object({ consignId: Guid, sampleIds: Guids.optional(), reportNumber: line(200).default('') }),
  result: writeResult,
});
export const uploadReport = operation({
  name: 'UploadReport',
  family: 'v1',
  method: 'PUT',
  path: `${V}/:id/file`,
  summary: 'Makes an uploaded file the report; one uploaded before is replaced',
  source: 'LS-008',
  query: z.object({ id: Guid }),
  body: z.object({ uploadId: opaque(2000) }),
  result: writeResult,
});
export const publishReport = operation({
  name: 'PublishReport',
  family: 'v1',
  method: 'POST',
  path: `${V}/:id/publish`,
  summary: 'Shows the report to its client',
  source: 'LS-008',
  query: z.object({ id: Guid }),
  result: writeResult,
});
export const withdrawReport = operation({
  name: 'WithdrawReport',
  family: 'v1',
  method: 'POST',
  path: `${V}/:id/withdraw`,
  summary: 'Declares a report void, with a reason',
  source: 'LS-008',
  query: z.object({ id: Guid }),
  body: z.object({ reason: paragraphs(200).default('') }),
  result: writeResult,
});
/** `url` has a ticket of five minutes (ADR-012). The file is looked up by its report, never by its content. */
export const getReportFile = operation({
  name: 'GetReportFile',
  family: 'v1',
  method: 'GET',
  path: `${V}/:id/file`,
  summary: 'Where the report can be downloaded',
  source: 'LS-008',
  query: z.object({ id: Guid }),
  result: z.object({ name: z.string(), size: z.number(), url: z.string() }),
});
export const ReportActionName = z.enum(REPORT_ACTIONS);
/**
 * `reason` says why an action is not allowed: a code of libs/domain's closed list, with the text in the caller's
 * language. `nextStatuses` are the values that changeStatus accepts now.
 */
export const getAllowedReportActions = operation({
  name: 'GetAllowedReportActions',
  family: 'v1',
  method: 'GET',
  path: `${V}/:id/allowed-actions`,
  summary: 'What the caller may do with a report now, and why not',
  source: 'LS-008',
  query: z.object({ id: Guid }),
  result: z.object({
    revision: z.number(),
    reportStatus: ReportStatus,
    nextStatuses: z.array(ReportStatus),
    actions: z.array(
      z.object({
        action: ReportActionName,
        allowed: z.boolean(),
        reason: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
});

const query = z.object({ key: phoneKeyParam });
const path = '/api/v1/report-pick-ups/:key';

/** The reports to collect, for the holder of the key. `expiresAt` is UTC ISO. */
export const ReportPickUp = z.object({
  state: z.enum(['waiting', 'signed']),
  expiresAt: z.string(),
  consignUnitName: z.string(),
  testUnitName: z.string(),
  reports: z.array(
    z.object({
      id: z.string(),
      reportNumber: z.string(),
      consignCode: z.string(),
      projectName: z.string(),
      testContent: z.string(),
    }),
  ),
});
export type ReportPickUp = z.infer<typeof ReportPickUp>;
export const getReportPickUp = operation({
  name: 'GetReportPickUp',
  family: 'v1',
  method: 'GET',
  path,
  summary: 'Which reports a key hands over, and whether they have been signed for',
  source: 'QR-006',
  query,
  result: ReportPickUp,
});
export const pickUpByKey = operation({
  name: 'PickUpByKey',
  family: 'v1',
  method: 'POST',
  path,
  summary: 'Signs for reports with a key, under a typed name, on behalf of the laboratory that made it; once',
  source: 'QR-006',
  query,
  body: z.object({ signImage: opaque(400_000), name: line(200).default('') }),
  result: z.object({ signed: z.number() }),
});

/**
 * One event of a report: its type, the resulting status, its author (empty if the caller may not see persons), and a
 * detail: a number, a file name, a reason, or the person who collected it. `signUrl` opens the picture of a signature
 * for five minutes; null if there is none for the caller.
 */
export const ReportHistoryEntry = z.object({
  revision: z.number(),
  type: z.string(),
  at: z.string(),
  by: z.string(),
  via: ViaLabSystem,
  reportStatus: ReportStatus,
  reportStatusStr: z.string(),
  detail: z.string(),
  signUrl: z.string().nullable(),
});
export type ReportHistoryEntry = z.infer<typeof ReportHistoryEntry>;
export const getReportHistory = operation({
  name: 'GetReportHistory',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/reports/:id/history',
  summary: 'What became of a report, oldest first',
  source: 'QR-006',
  query: z.object({ id: Guid }),
  result: z.array(ReportHistoryEntry),
});
