import { z } from 'zod';
import { CHANGED_SECTIONS, REPORT_COUNT } from '#domain/consignment';
import { ConsignStatus, ConsignType, ExtraField, SignatureEntry } from '#events';
import { Guid, operation, ViaLabSystem } from './operation.js';
import { SampleRow } from './sample.contract.js';
import { line, phone, countInput, withLineTexts, code, opaque, paragraphs } from './texts.js';

const B = '/api/services/app/BuConsignInfo/';

const text = line().default('');
const id = Guid.nullable().default(null);

/** Members that the client may set with SaveConsignInfo. Witnesses of one side are pipe-separated strings (CF-016). */
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

/**
 * Flags of a unit (000 section 6). An absent flag acts as off, but the buttons of IsConsignSampleNeedConfirm are only
 * hidden when it is false.
 */
export const UnitConfig = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]));
export type UnitConfig = z.infer<typeof UnitConfig>;

/** Price fields are null where the unit hides them, unless the caller is an administrator or auditor (ADR-028). */
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
  /** Sum of the samples' fees with two decimals; null where hidden. */
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

/**
 * With `reuse`, the caller's own draft that was created and never edited is returned instead of a new one, if there is
 * one.
 */
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
export const copyConsignInfo = operation({
  name: 'CopyConsignInfo',
  method: 'POST',
  path: `${B}CopyConsignInfo`,
  summary: 'New draft with the same data and samples',
  source: 'API-021',
  query: z.object({ id: Guid }),
  /**
   * `leftOut` is present if something of the source no longer exists or is no longer offered, described in sentences.
   */
  result: ConsignmentView.extend({ leftOut: z.array(z.string()).optional() }),
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

/** One workflow step (CL-037). curStep and nextStep are status names, exeType is the business verb of the event. */
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
/** A change after a revision, including changes of drafts. `userName` is masked for an auditor. */
export const ConsignmentChange = z.object({
  revision: z.number(),
  at: z.string(),
  userName: z.string(),
  isCaller: z.boolean(),
  changed: z.enum(CHANGED_SECTIONS),
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
