import { z } from 'zod';
import { ACTIONS, CHANGED, REPORT_COUNT } from '#domain/consignment';
import { ConsignStatus, ConsignType, ExtraField, SignatureEntry } from '#events';
import { Guid, Guids, operation, ViaLabSystem } from './operation.js';
import { LAB_CONSIGN_ID } from './product.js';
import { SampleRow } from './sample.contract.js';
import { code, line, opaque, paragraphs, phone, countInput, withLineTexts } from './texts.js';

const B = '/api/services/app/BuConsignInfo/';

const text = line().default('');
const id = Guid.nullable().default(null);

/** What the client may set with SaveConsignInfo. Witnesses of one side are pipe-separated strings (CF-016). */
export const SaveConsignmentRequest = z.object({
  id: Guid,
  testUnitId: id,
  testUnitAddressId: id,
  testUnitAddressDetail: text,
  consignUnitAddress: text,
  projectId: id,
  projectName: text,
  contractSectName: text,
  tuqualificationId: id,
  linkPerson: text,
  linkPersonPhone: phone().default(''),
  constructionUnit: text,
  constructionJzunit: text,
  jzunit: text,
  consginTestType: text,
  consginTestTypeId: text,
  expectTestTime: line(50).nullable().default(null),
  sendSampleType: z.literal([1, 2]).default(1),
  mailOrderNumber: code(200).default(''),
  mailPayType: z.literal([1, 2]).default(1),
  getReportType: z.enum(['1', '3', '10']).default('1'),
  reportCount: countInput(REPORT_COUNT).nullable().default(null),
  memo: paragraphs().default(''),
  needWitnessUnit: z.boolean().default(false),
  constructionJzperson: text,
  constructionJzcardNo: text,
  constructionJzphone: text,
  needConstructionWitnessPersonSign: z.boolean().default(false),
  jhperson: text,
  jzcardNo: text,
  jzphone: text,
  needWitnessPersonSign: z.boolean().default(false),
  consignInfoProperties: z
    .array(
      withLineTexts(ExtraField)
        .extend({ columnName: opaque(1000), columnValue: opaque(10_000), value: paragraphs() })
        .partial({
          sourcePropertyId: true,
          columnIndex: true,
          columnName: true,
          columnValue: true,
          visible: true,
          columnType: true,
          customizeType: true,
        })
        .extend({ consignID: line().optional() }),
    )
    .default([]),
});
export type SaveConsignmentRequest = z.input<typeof SaveConsignmentRequest>;

/** Per-unit flags (000 section 6). Absent flags act as off, but IsConsignSampleNeedConfirm hides its buttons only when false. */
export const UnitConfig = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]));
export type UnitConfig = z.infer<typeof UnitConfig>;

/** Price fields are left out (null) where the unit hides them and the caller is not admin or auditor (ADR-028). */
export const ConsignmentView = z.object({
  id: z.string(),
  revision: z.number(),
  consignCode: z.string(),
  consignStatus: ConsignStatus,
  consignStatusStr: z.string(),
  consignType: ConsignType,
  isSaved: z.boolean(),
  rollbackCause: z.string(),
  creationTime: z.string(),
  consignTime: z.string().nullable(),
  actFee: z.string().nullable(),
  /** Sum of the samples' fees, two decimals; null where hidden. */
  estimatedFee: z.string().nullable(),
  testUnitId: z.string().nullable(),
  testUnitName: z.string(),
  testUnitAddressId: z.string().nullable(),
  testUnitAddressDetail: z.string(),
  consignUnitId: z.string(),
  consignUnitName: z.string(),
  consignUnitAddress: z.string(),
  projectId: z.string().nullable(),
  projectName: z.string(),
  contractSectName: z.string(),
  tuqualificationId: z.string().nullable(),
  tuqualificationName: z.string(),
  linkPerson: z.string(),
  linkPersonPhone: z.string(),
  constructionUnit: z.string(),
  constructionJzunit: z.string(),
  jzunit: z.string(),
  consginTestType: z.string(),
  consginTestTypeId: z.string(),
  expectTestTime: z.string().nullable(),
  sendSampleType: z.number(),
  mailOrderNumber: z.string(),
  mailPayType: z.number(),
  getReportType: z.string(),
  reportCount: z.number(),
  memo: z.string(),
  ext_ConsignBillFile: z.string(),
  ext_ILISConsignID: z.string(),
  sysParamConsignPrintType: z.string(),
  testUnitConfig: UnitConfig,
  consignInfoProperties: z.array(ExtraField.extend({ consignID: z.string() })),
  needWitnessUnit: z.boolean(),
  constructionJzperson: z.string(),
  constructionJzcardNo: z.string(),
  constructionJzphone: z.string(),
  needConstructionWitnessPersonSign: z.boolean(),
  jhperson: z.string(),
  jzcardNo: z.string(),
  jzphone: z.string(),
  needWitnessPersonSign: z.boolean(),
  buConsignInfoSign: z.array(SignatureEntry),
  testUnitIsLimsCust: z.boolean(),
  isConsignBillGened: z.boolean(),
  samples: z.array(SampleRow),
});
export type ConsignmentView = z.infer<typeof ConsignmentView>;

/** Present on types 2 and 3 only. */
export const PreSiteOtherInfo = z.object({
  qualifications: z.array(z.object({ id: z.string(), name: z.string() })),
  baAddresss: z.array(z.object({ id: z.string(), addressText: z.string() })),
});

const LimsItem = z.object({ id: z.string(), [LAB_CONSIGN_ID]: z.string() });
/** ids and reason may come in the query or in the body; both spellings of the reason are read (000.md 22). */
const idsAndReason = z.object({
  ids: Guids,
  remark: paragraphs(50).optional(),
  reason: paragraphs(50).optional(),
  description: paragraphs(50).optional(),
});

/** With `reuse` the caller's own draft that was created and never edited is answered instead of a new one, where there is one. */
const reuse = z.stringbool().default(false);

export const createRawMateriaConsingInfo = operation({
  name: 'CreateRawMateriaConsingInfo',
  method: 'POST',
  path: `${B}CreateRawMateriaConsingInfo`,
  summary: 'Starts a draft of the caller’s consigning unit',
  source: 'API-017',
  query: z.object({ consignType: z.coerce.number().pipe(ConsignType).default(1), reuse }),
  result: ConsignmentView,
});
export const getConsingInfo = operation({
  name: 'GetConsingInfo',
  method: 'GET',
  path: `${B}GetConsingInfo`,
  summary: 'Reads one consignment, folded from its stream: always current',
  source: 'API-018',
  query: z.object({ id: Guid }),
  result: ConsignmentView,
});
export const saveConsignInfo = operation({
  name: 'SaveConsignInfo',
  method: 'POST',
  path: `${B}SaveConsignInfo`,
  summary: 'Stores what the client may change; 50 becomes 10',
  source: 'API-019',
  body: SaveConsignmentRequest,
  result: ConsignmentView,
});
export const commitConsignInfo = operation({
  name: 'CommitConsignInfo',
  method: 'POST',
  path: `${B}CommitConsignInfo`,
  summary: 'Submits; true, or the reason why not as text',
  source: 'API-020',
  query: z.object({ consignInfoIds: Guids, description: paragraphs(50).default('') }),
  result: z.union([z.literal(true), z.string()]),
});
export const copyConsignInfo = operation({
  name: 'CopyConsignInfo',
  method: 'POST',
  path: `${B}CopyConsignInfo`,
  summary: 'New draft with the same data and samples',
  source: 'API-021',
  query: z.object({ id: Guid }),
  /** `leftOut`, where there is anything: what of the source is gone or offered no more, in sentences. */
  result: ConsignmentView.extend({ leftOut: z.array(z.string()).optional() }),
});
export const deleteConsignInfo = operation({
  name: 'DeleteConsignInfo',
  method: 'DELETE',
  path: `${B}DeleteConsignInfo`,
  summary: 'Deletes withdrawn consignments',
  source: 'API-022',
  query: z.object({ ids: Guids, description: paragraphs(50).default('') }),
  result: z.literal(true),
});
export const cancelConsignInfo = operation({
  name: 'CancelConsignInfo',
  method: 'POST',
  path: `${B}CancelConsignInfo`,
  summary: 'Withdraws',
  source: 'API-025',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.literal(true),
});
export const passAuditConsignInfo = operation({
  name: 'PassAuditConsignInfo',
  method: 'POST',
  path: `${B}PassAuditConsignInfo`,
  summary: 'Passes the audit; success false = refused',
  source: 'API-024',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.object({ items: z.array(LimsItem) }),
});
export const noPassAuditConsignInfo = operation({
  name: 'NoPassAuditConsignInfo',
  method: 'POST',
  path: `${B}NoPassAuditConsignInfo`,
  summary: 'Rejects the audit with a reason',
  source: 'API-024',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.literal(true),
});
export const confirmSample = operation({
  name: 'ConfirmSample',
  method: 'POST',
  path: `${B}ConfirmSample`,
  summary: 'Confirms receipt of the samples; success false = refused',
  source: 'API-025',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.object({ items: z.array(LimsItem), [LAB_CONSIGN_ID]: z.string() }),
});
export const noPassConfirmSample = operation({
  name: 'NoPassConfirmSample',
  method: 'POST',
  path: `${B}NoPassConfirmSample`,
  summary: 'Returns the samples with a reason',
  source: 'API-023',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.literal(true),
});
export const setMailOrderNumber = operation({
  name: 'SetMailOrderNumber',
  method: 'POST',
  path: `${B}SetMailOrderNumber`,
  summary: 'Mail number of a mailed consignment',
  source: 'API-016',
  query: z.object({ id: Guid.optional(), mailOrderNumber: code(50).optional() }),
  body: z.object({ id: Guid.optional(), mailOrderNumber: code(50).optional() }).optional(),
  result: z.literal(true),
});
/** What a laboratory's system can tell anew of a consignment. */
const SyncedPart = z.enum(['labId', 'status', 'bill', 'express', 'reports']);
export type SyncedPart = z.infer<typeof SyncedPart>;
/**
 * A consignment after it was synchronised: what was taken over, and what the rules refused. `isKnown`: the laboratory's system knows it.
 */
const SyncedConsignment = z.object({
  id: z.string(),
  isKnown: z.boolean(),
  changed: z.array(SyncedPart),
  problems: z.array(z.object({ part: SyncedPart, code: z.string(), message: z.string() })),
  consignStatus: ConsignStatus,
  revision: z.number(),
});
export type SyncedConsignment = z.infer<typeof SyncedConsignment>;

export const syncUpdateConsignInfo = operation({
  name: 'SyncUpdateConsignInfo',
  method: 'POST',
  path: `${B}SyncUpdateConsignInfo`,
  summary:
    'Asks the laboratory’s system for status, bill, parcel and reports, and takes over what the rules allow; success false = it has none',
  source: 'API-025',
  query: idsAndReason.partial(),
  body: idsAndReason.partial().optional(),
  result: z.object({ items: z.array(SyncedConsignment) }),
});

export const getDefaultConsignInfo = operation({
  name: 'GetDefaultConsignInfo',
  method: 'GET',
  path: `${B}GetDefaultConsignInfo`,
  summary: 'Defaults of a new consignment',
  source: 'API-008',
  query: z.object({ testUnitId: Guid.optional() }),
  result: z.object({
    testUnitId: z.string(),
    testUnitName: z.string(),
    testUnitAddressId: z.string(),
    testUnitAddressDetail: z.string(),
    projectId: z.string(),
    projectName: z.string(),
    qualificationId: z.string(),
    qualificationName: z.string(),
    consginTestType: z.string(),
    reportCount: z.number(),
  }),
});

/** One workflow step (CL-037). curStep and nextStep are status names, exeType the event's business verb. */
export const ConsignLogRow = z.object({
  foreignTable: z.string(),
  foreignKey: z.string(),
  workFlowName: z.string(),
  workFlowNameDisplay: z.string(),
  curStep: z.string(),
  nextStep: z.string(),
  exeType: z.string(),
  exeUserName: z.string(),
  exeTime: z.string(),
  exeDescription: z.string(),
  via: ViaLabSystem,
});
export type ConsignLogRow = z.infer<typeof ConsignLogRow>;
export const getConsignLog = operation({
  name: 'GetConsignLog',
  method: 'GET',
  path: `${B}GetConsignLog`,
  summary: 'Steps of a consignment, oldest first',
  source: 'API-026',
  query: z.object({ consignId: Guid }),
  result: z.array(ConsignLogRow),
});

export const getPreConsignInfoLinkSample = operation({
  name: 'GetPreConsignInfoLinkSample',
  method: 'GET',
  path: `${B}GetPreConsignInfoLinkSample`,
  summary: 'Test items of an appointment',
  source: 'API-027',
  query: z.object({ id: Guid }),
  result: z.array(SampleRow),
});
export const getPreSiteOtherInfoByTestUnitId = operation({
  name: 'GetPreSiteOtherInfoByTestUnitId',
  method: 'GET',
  path: `${B}GetPreSiteOtherInfoByTestUnitId`,
  summary: 'Qualifications and addresses of a testing unit',
  source: 'API-027',
  query: z.object({ testUnitId: Guid }),
  result: PreSiteOtherInfo,
});
export const getTuQualificationsByTestUnitId = operation({
  name: 'GetTuQualificationsByTestUnitId',
  method: 'GET',
  path: `${B}GetTuQualificationsByTestUnitId`,
  summary: 'Qualifications of a testing unit',
  source: 'API-027',
  query: z.object({ testUnitId: Guid }),
  result: z.array(z.object({ id: z.string(), name: z.string(), sysQualificationId: z.string() })),
});
export const getCreatePreSiteConsign = operation({
  name: 'GetCreatePreSiteConsign',
  method: 'GET',
  path: `${B}GetCreatePreSiteConsign`,
  summary: 'Reads an appointment; without id starts one',
  source: 'API-027',
  query: z.object({ consignType: z.coerce.number().pipe(ConsignType).default(2), id: Guid.optional(), reuse }),
  result: ConsignmentView.extend({ preSiteOtherInfo: PreSiteOtherInfo }),
});
export const updatePreSiteConsign = operation({
  name: 'UpdatePreSiteConsign',
  method: 'PUT',
  path: `${B}UpdatePreSiteConsign`,
  summary: 'Stores an appointment',
  source: 'API-027',
  body: SaveConsignmentRequest,
  result: ConsignmentView,
});

export { ACTIONS };
export const ActionName = z.enum(ACTIONS);
export type ActionName = z.infer<typeof ActionName>;
/**
 * Why an action is not offered: a code of libs/domain's closed list, with the text in the caller's language, what is named in it,
 * and the samples it is about. `further`: what else stands in its way.
 */
export const DisabledReason = z.object({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  sampleIds: z.array(z.string()).optional(),
  /** The member of the form that it is about. */
  path: z.string().optional(),
});
export type DisabledReason = z.infer<typeof DisabledReason>;
export const AllowedAction = z.object({
  action: ActionName,
  allowed: z.boolean(),
  reason: DisabledReason.nullable(),
  further: z.array(DisabledReason).optional(),
});
export const getAllowedActions = operation({
  name: 'GetAllowedActions',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/consignments/:id/allowed-actions',
  summary: 'What the caller may do with a consignment now, and why not',
  source: 'CL-022',
  query: z.object({ id: Guid }),
  result: z.object({ revision: z.number(), consignStatus: ConsignStatus, actions: z.array(AllowedAction) }),
});

/** An amount as it is typed; the rule of the actual fee says in words what is wrong with it. */
const Fee = code(20);
/** What happened after a revision, drafting included; `userName` is masked for an auditor. */
export const ConsignmentChange = z.object({
  revision: z.number(),
  at: z.string(),
  userName: z.string(),
  isCaller: z.boolean(),
  changed: z.enum(CHANGED),
  toStatus: ConsignStatus.nullable(),
});
export type ConsignmentChange = z.infer<typeof ConsignmentChange>;
export const getConsignmentChanges = operation({
  name: 'GetConsignmentChanges',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/consignments/:id/changes',
  summary: 'Who changed a consignment after a revision, oldest first: what a merge tells its user',
  source: 'ADR-041',
  query: z.object({ id: Guid, after: z.coerce.number().int().min(-1).default(-1) }),
  result: z.array(ConsignmentChange),
});

const revised = z.object({ revision: z.number(), consignStatus: ConsignStatus });
export const reopenConsignment = operation({
  name: 'ReopenConsignment',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/consignments/:id/reopen',
  summary: 'Re-edit: 50 becomes 10',
  source: 'CL-017',
  query: z.object({ id: Guid }),
  result: revised,
});
export const changeTestingUnit = operation({
  name: 'ChangeTestingUnit',
  family: 'v1',
  method: 'PUT',
  path: '/api/v1/consignments/:id/testing-unit',
  summary:
    'Chooses or changes the testing organisation: removes the samples, sets reportCount to 0, takes the unit’s defaults',
  source: 'CL-030',
  query: z.object({ id: Guid }),
  body: z.object({ testUnitId: Guid }),
  result: ConsignmentView,
});
export const enterLaterStage = operation({
  name: 'EnterLaterStage',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/consignments/:id/later-stage',
  summary: 'A laboratory without a system moves a consignment to 70 or 80 by hand, or back to 60; 70 needs a reason',
  source: 'CL-031',
  query: z.object({ id: Guid }),
  body: z.object({ consignStatus: z.literal([60, 70, 80]), description: paragraphs(50), actFee: Fee.optional() }),
  result: revised,
});
export const setActualFee = operation({
  name: 'SetActualFee',
  family: 'v1',
  method: 'PUT',
  path: '/api/v1/consignments/:id/actual-fee',
  summary: 'Actual fee in yuan',
  source: 'CL-010',
  query: z.object({ id: Guid }),
  body: z.object({ actFee: Fee }),
  result: revised,
});
export const setConsignmentBill = operation({
  name: 'SetConsignmentBill',
  family: 'v1',
  method: 'PUT',
  path: '/api/v1/consignments/:id/bill',
  summary:
    'Marks the bill as generated: an uploaded PDF or JPG, or the address where the laboratory’s system keeps it: an http(s) URL, or a path of this platform beginning with one /',
  source: 'CL-021',
  query: z.object({ id: Guid }),
  body: z.object({ uploadId: opaque(2000).optional(), billFile: line(500).optional() }),
  result: revised,
});
export const signConsignments = operation({
  name: 'SignConsignments',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/consignments/sign',
  summary: 'The consignor signs consignments that await a signature (80 becomes 60)',
  source: 'CL-019',
  body: z.object({ ids: Guids, signImage: opaque(400_000).optional() }),
  result: z.object({ items: z.array(revised.extend({ id: z.string() })) }),
});

/** A drawn signature; `url` shows it for five minutes, `signedAt` UTC ISO. */
export const SignatureImage = z.object({
  id: z.string(),
  signType: SignatureEntry.shape.signType,
  url: z.string(),
  signedAt: z.string().nullable(),
});
export type SignatureImage = z.infer<typeof SignatureImage>;
export const getConsignSignAccessoryList = operation({
  name: 'GetConsignSignAccessoryList',
  method: 'GET',
  path: '/api/services/app/BuConsignInfoSign/GetConsignSignAccessoryList',
  summary: 'Signature images',
  source: 'API-009',
  query: z.object({ consignId: Guid }),
  result: z.array(SignatureImage),
});
export const sendJZSignMessage = operation({
  name: 'SendJZSignMessage',
  method: 'POST',
  path: '/api/services/app/BuConsignInfoSign/SendJZSignMessage',
  summary: 'Asks the witnesses to sign; true, or the reason why not as text',
  source: 'API-013',
  query: z.object({ consignInfoId: Guid }),
  result: z.union([z.literal(true), z.string()]),
});
