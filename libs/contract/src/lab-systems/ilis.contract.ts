import { z } from 'zod';
import { ConsignStatus, ConsignType, ReportStatus } from '#events';
import { ConsignLogRow, ConsignmentView } from '../consignment.contract.js';
import { Guid, Guids, operation, SkipCount, TextList } from '../operation.js';
import { code, line, opaque, paragraphs, search } from '../texts.js';

const I = '/api/services/app/ILISIntegration/';

/**
 * The unit's integration secret. It is required if the request has no access key; with a key, it must be that of the
 * key's unit.
 */
const authCode = opaque(200).optional();

/** Consignment summary (000 section 3) without its authCode, with the status of the consignment. Times are UTC. */
export const ConsignmentSummary = z.object({
  consignInfoID: z.string(),
  consignUnitName: z.string(),
  reportID: z.string(),
  consignTime: z.string().nullable(),
  projectName: z.string(),
  consignType: ConsignType,
  consignCode: z.string(),
  reportNumber: z.string(),
  testContent: z.string(),
  reportStatus: z.string(),
  expressNumber: z.string(),
  consignStatus: ConsignStatus,
  consignStatusStr: z.string(),
  commitConsignTime: z.string().nullable(),
  /** Time of the last event of it or one of its reports in the feed. */
  changedAt: z.string().nullable(),
  revision: z.number(),
});
export type ConsignmentSummary = z.infer<typeof ConsignmentSummary>;

/** A file of a consignment. `url` opens it for five minutes without a key. */
const AttachedFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  accessoryType: z.string(),
  sampleId: z.string().nullable(),
  url: z.string(),
});

export const getBuConsignInfoList = operation({
  name: 'GetBuConsignInfoList',
  method: 'GET',
  path: `${I}GetBuConsignInfoList`,
  summary: 'Consignments that were submitted to the unit, and the cursor from which its feed continues',
  source: 'ILIS-001',
  query: z.object({
    keyword: search(200).default(''),
    consignType: z.coerce.number().pipe(ConsignType).optional(),
    /** Comma-joined or repeated; empty for all. */
    consignStatuses: TextList.prefault('')
      .transform((texts) => texts.map(Number))
      .pipe(z.array(ConsignStatus)),
    /** A cursor of the feed or an ISO time. Returns the changes after it, the earliest first. */
    changedAfter: code(64).optional(),
    skipCount: SkipCount,
    maxResultCount: z.coerce.number().int().min(1).max(200).default(20),
  }),
  result: z.object({ items: z.array(ConsignmentSummary), totalCount: z.number(), cursor: z.string() }),
});

export const getConsignInfoDetail = operation({
  name: 'GetConsignInfoDetail',
  method: 'GET',
  path: `${I}GetConsignInfoDetail`,
  summary: 'A whole consignment with samples and files, persons in clear; each reading is recorded',
  source: 'ILIS-001',
  query: z.object({ id: Guid }),
  result: ConsignmentView.extend({ attachments: z.array(AttachedFile) }),
});

export const getConsignLogOfLab = operation({
  name: 'ILISIntegrationGetConsignLog',
  method: 'GET',
  path: `${I}GetConsignLog`,
  summary: 'Steps of a consignment, oldest first',
  source: 'ILIS-001',
  query: z.object({ consignId: Guid }),
  result: z.array(ConsignLogRow),
});

const pushedStatus = z.coerce.number().pipe(ConsignStatus);

/** All or nothing: one step of the transition table for each consignment. */
export const pushConsignStatus = operation({
  name: 'PushConsignStatus',
  method: 'POST',
  path: `${I}PushConsignStatus`,
  summary: 'The laboratory’s system takes consignments one step on; the same body again changes nothing',
  source: 'ILIS-002, ILIS-006, ILIS-007, EM-010',
  body: z.object({
    consignInfoIDs: Guids,
    consignStatus: pushedStatus,
    /** Time given by the laboratory; stored as sent. */
    changeTime: line(40).default(''),
    changeDescription: paragraphs(200).default(''),
    operUserNameFriendly: line(50).default(''),
    authCode,
  }),
  result: z.object({
    items: z.array(z.object({ id: z.string(), consignStatus: ConsignStatus, revision: z.number() })),
  }),
});

export const pushConsignBillGenStatus = operation({
  name: 'PushConsignBillGenStatus',
  method: 'POST',
  path: `${I}PushConsignBillGenStatus`,
  summary:
    'The bill of a consignment is there, at an address of the laboratory or as a file in the part named `file`; ' +
    'the header Auth-Code stands for a key',
  source: 'ILIS-003, EM-010',
  orUpload: true,
  body: z.object({
    consignInfoID: Guid,
    isConsignBillGened: z.union([z.boolean(), z.stringbool()]).default(true),
    /** The address from which the file is fetched; required if no file is sent. */
    consignBillFile: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
  }),
  result: z.literal(true),
});

/** Kind of the dataKeys of PushExpressInfo. */
export const EXPRESS_DATA_TYPE = { consignment: 1, report: 2 } as const;

export const pushExpressInfo = operation({
  name: 'PushExpressInfo',
  method: 'POST',
  path: `${I}PushExpressInfo`,
  summary: 'Numbers of parcels of consignments or reports, one for each key',
  source: 'ILIS-004',
  body: z.object({
    dataType: z.coerce.number().pipe(z.literal([1, 2])),
    dataKeys: Guids,
    expressNos: TextList.pipe(z.array(line(50, 1)).min(1).max(100)),
    expressBusiness: line(30).default(''),
    authCode,
  }),
  result: z.literal(true),
});

export const pushReportInfo = operation({
  name: 'PushReportInfo',
  method: 'POST',
  path: `${I}PushReportInfo`,
  summary: 'Registers a report of a consignment, or takes the one with this reportID on',
  source: 'ILIS-005',
  body: z.object({
    consignInfoID: Guid,
    reportID: Guid,
    reportNumber: code(50),
    /** A number of the enumeration ReportStatus, or its Chinese name. */
    reportStatus: line(20).or(z.number()).default(''),
    expressNumber: line(100).default(''),
    consignUnitName: line(200).optional(),
    consignTime: line(40).optional(),
    projectName: line(500).optional(),
    consignType: line(20).or(z.number()).optional(),
    consignCode: code(50).optional(),
    testContent: paragraphs().optional(),
    authCode,
  }),
  result: z.object({ reportID: z.string(), reportStatus: ReportStatus, revision: z.number() }),
});

export const uploadLabReport = operation({
  name: 'UploadLabReport',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/lab/reports/:reportID/file',
  summary: 'The file of a report that the laboratory’s system registered, in the part named `file`',
  source: 'ILIS-005',
  upload: true,
  query: z.object({ reportID: Guid }),
  body: z.object({}),
  result: z.object({ reportID: z.string(), reportStatus: ReportStatus, revision: z.number() }),
});
