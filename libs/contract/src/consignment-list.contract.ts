import { z } from 'zod';
import { ConsignStatus, ConsignType } from '#events';
import { atLeast, Guid, listOf, operation, page, TextList } from './operation.js';
import { search } from './texts.js';

const B = '/api/services/app/BuConsignInfo/';

/** Row of a consignment list (LS-001). */
export const ConsignmentListRow = z.object({
  id: z.string(),
  revision: z.number(),
  consignCode: z.string(),
  consignType: ConsignType,
  /** Name of the type in the caller's language. */
  consignTypeVal: z.string(),
  consignStatus: ConsignStatus,
  consignStatusStr: z.string(),
  consignUnit: z.string(),
  consignUnitId: z.string(),
  testUnitId: z.string().nullable(),
  testUnitName: z.string(),
  testContent: z.string(),
  mailOrderNumber: z.string(),
  /** 1 brought by the client, 2 by mail. */
  sendSampleType: z.number(),
  projectName: z.string(),
  contractSectName: z.string(),
  sendPerson: z.string(),
  sendPersonPhone: z.string(),
  consignFormaNumber: z.string(),
  commitConsignTime: z.string().nullable(),
  creationTime: z.string(),
  /** UTC; start of the current status. */
  statusSince: z.string(),
  /** Only for appointments. */
  expectTestTime: z.string().nullable(),
  sampleCount: z.number(),
  isConsignBillGened: z.boolean(),
  /**
   * Address that opens the bill for this caller; empty if there is none, or if the caller may not see the persons in
   * it.
   */
  consignBillFile: z.string(),
  testUnitIsLimsCust: z.boolean(),
  rollbackCause: z.string(),
  witnessSigningPending: z.boolean(),
  witnessNotifiedAt: z.string().nullable(),
  incompleteSamples: z.number(),
  actFee: z.string().nullable(),
});
export type ConsignmentListRow = z.infer<typeof ConsignmentListRow>;

const list = z.object({
  ...page,
  ...atLeast,
  keyword: search().default(''),
  linkPerson: search().default(''),
  /** Comma-joined or repeated status numbers; empty for all. */
  consignStatuses: TextList.prefault('')
    .transform((statuses) => statuses.map(Number))
    .pipe(z.array(ConsignStatus)),
  projectId: Guid.optional(),
  /** Inclusive local days of the submission, yyyy-MM-dd. */
  commitFrom: z.iso.date().optional(),
  commitTo: z.iso.date().optional(),
  sort: z.enum(['commitConsignTime', 'creationTime', 'consignCode']).default('creationTime'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export const ConsignmentList = listOf(ConsignmentListRow);

export const getRawMateriaConsignInfoList = operation({
  name: 'GetRawMateriaConsignInfoList',
  method: 'GET',
  path: `${B}GetRawMateriaConsignInfoList`,
  summary: 'Raw-material consignments of the caller’s unit, as the screen rawMateriaConsignInfo lists them',
  source: 'API-015',
  query: list,
  result: ConsignmentList,
});
export const getRawMateriaConsignInfoListMobile = operation({
  name: 'GetRawMateriaConsignInfoList_Mobile',
  method: 'GET',
  path: `${B}GetRawMateriaConsignInfoList_Mobile`,
  summary: 'The same for phones',
  source: 'API-015',
  query: list,
  result: ConsignmentList,
});
export const getSitePreConsignInfoList = operation({
  name: 'GetSitePreConsignInfoList',
  method: 'GET',
  path: `${B}GetSitePreConsignInfoList`,
  summary: 'Appointments; type 2 on-site, 3 completion',
  source: 'API-015',
  query: list.extend({
    type: z.coerce
      .number()
      .pipe(z.literal([2, 3]))
      .optional(),
  }),
  result: ConsignmentList,
});

/** The three types in one list: what a testing unit receives, and what an export of it collects. */
export const listConsignments = operation({
  name: 'ListConsignments',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/consignments',
  summary: 'Consignments of the caller’s unit, of one kind or all',
  source: 'LS-006',
  query: list.extend({ consignType: z.coerce.number().pipe(ConsignType).optional() }),
  result: ConsignmentList,
});

/** Counts for the status tabs, under the other filters of the list. */
export const getConsignmentCounts = operation({
  name: 'GetConsignmentCounts',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/consignments/counts',
  summary: 'Number of consignments by status',
  source: 'LS-003',
  query: list
    .pick({ keyword: true, linkPerson: true, projectId: true, commitFrom: true, commitTo: true, atLeast: true })
    .extend({ consignType: z.coerce.number().pipe(ConsignType).optional() }),
  result: z.object({
    total: z.number(),
    byStatus: z.array(z.object({ consignStatus: ConsignStatus, count: z.number() })),
  }),
});
