import { z } from 'zod';
import { UnitConfig } from './consignment.contract.js';
import { atLeast, Guid, listOf, operation, page, PageNumber, ViaLabSystem } from './operation.js';
import { line, paragraphs, search } from './texts.js';
import { UnitAddressEntity } from './unit-address.contract.js';

const S = '/api/services/app/';
export const TestingUnitRow = z.object({
  id: z.string(),
  unitNo: z.string(),
  testUnitName: z.string(),
  qualificationName: z.string(),
  sheng: z.string(),
  shi: z.string(),
  shengShi: z.string(),
  contactPhone: z.string(),
  regAddress: z.string(),
  logoPath: z.string(),
  isActive: z.boolean(),
  addresses: z.array(UnitAddressEntity),
  tuQualification: z.array(
    z.object({ id: z.string(), name: z.string(), sysQualificationId: z.string(), orderIndex: z.number() }),
  ),
});
export type TestingUnitRow = z.infer<typeof TestingUnitRow>;
export const getAllUnit = operation({
  name: 'GetAllUnit',
  method: 'GET',
  path: `${S}BaTestUnit/GetAllUnit`,
  summary: 'Testing organisations; currPage from 1, maxPage = page size',
  source: 'API-031',
  query: z.object({
    nameKey: search().default(''),
    sheng: search().default(''),
    shi: search().default(''),
    qualificationName: search().default(''),
    qualificationSort: search().default(''),
    currPage: PageNumber,
    maxPage: z.coerce.number().int().min(1).max(1000).default(10),
  }),
  result: listOf(TestingUnitRow),
});
/**
 * `inroduce` is HTML, with the spelling of the specification. `isIntegrated`: it has its own laboratory system
 * (UN-020). `unitCode` is the full code for calls of the pre-consignment service (PRE-001).
 */
export const TestingUnitDetail = TestingUnitRow.extend({
  inroduce: z.string(),
  regTime: z.string(),
  isIntegrated: z.boolean().default(false),
  unitCode: z.string().default(''),
});
export type TestingUnitDetail = z.infer<typeof TestingUnitDetail>;
export const getUnitDetail = operation({
  name: 'GetUnitDetail',
  method: 'GET',
  path: `${S}BaTestUnit/GetUnitDetail`,
  summary: 'One testing organisation with its qualifications, addresses and description',
  source: 'LS-009',
  query: z.object({ id: Guid }),
  result: TestingUnitDetail,
});
export const getTestUnitConfig = operation({
  name: 'GetTestUnitConfig',
  method: 'GET',
  path: `${S}BaTestUnit/GetTestUnitConfig`,
  summary: 'Flags of a testing unit',
  source: 'API-033',
  query: z.object({ unitId: Guid }),
  result: UnitConfig,
});
export const getQualificationNameList = operation({
  name: 'GetQualificationNameList',
  method: 'GET',
  path: `${S}Qualification/GetQualificationNameList`,
  summary: 'Distinct qualification names',
  source: 'API-031',
  result: z.array(z.string()),
});
export const getAreaList = operation({
  name: 'GetAreaList',
  method: 'GET',
  path: `${S}BaArea/GetAreaList`,
  summary: 'Provinces, cities and districts of the whole country, ports and the production corps',
  source: 'LS-009',
  result: z.array(z.object({ AreaID: z.number(), AreaName: z.string(), RootID: z.number() })),
});
/**
 * Branding of the testing unit at the origin of a page, before sign-in. `unitId`, `unitName`, `logoURL` and `icp` are
 * the specification's names of `testUnitId`, `testUnitName`, `logo` and `filingNumber`. `testUnitInfo` has the public
 * data of the unit. `serviceWidget`: whether this origin shows the customer-service widget.
 */
export const branding = {
  testUnitId: z.string(),
  testUnitName: z.string(),
  logo: z.string(),
  unitId: z.string().optional(),
  unitName: z.string().optional(),
  logoURL: z.string().optional(),
  icp: z.string().optional(),
  testUnitInfo: z
    .object({
      id: z.string(),
      testUnitName: z.string(),
      contactPhone: z.string(),
      sheng: z.string(),
      shi: z.string(),
      regAddress: z.string(),
      logoPath: z.string(),
      isActive: z.boolean(),
    })
    .optional(),
  systemName: z.string(),
  filingNumber: z.string(),
  supportContact: z.string(),
  serviceWidget: z.boolean().optional(),
};
export const getTestUnitInfoByConsignPlatURL = operation({
  name: 'GetTestUnitInfoByConsignPlatURL',
  method: 'GET',
  path: `${S}BaSystemControlParam/GetTestUnitInfoByConsignPlatURL`,
  summary: 'Branding of a web origin; null for an unknown one',
  source: 'API-002',
  query: z.object({ url: line(300).default('') }),
  result: z
    .object({
      ...branding,
      lmisType: z.number(),
      lmisurl: z.string(),
      lmisIntegratedCode: z.string(),
      iLISReportProgressQueryURL: z.string(),
    })
    .nullable(),
});
export const getEnumValues = operation({
  name: 'GetEnumValues',
  method: 'GET',
  path: `${S}EunmValue/GetEnumValues`,
  summary: 'Values and names of an enumeration, e.g. ConsignStatus',
  source: 'API-033',
  query: z.object({ enumTypeName: line(50, 1) }),
  result: z.array(z.object({ value: z.number(), name: z.string(), text: z.string() })),
});
/** For clients that cannot create one themselves. */
export const getGuid = operation({
  name: 'GetGuid',
  method: 'GET',
  path: `${S}Test/GetGuid`,
  summary: 'A new GUID',
  source: 'ILIS-008',
  result: z.guid(),
});

export const ProjectRow = z.object({
  id: z.string(),
  projectName: z.string(),
  projectCode: z.string(),
  description: z.string(),
  contractSectName: z.string().optional(),
  consignUnitId: z.string().nullable(),
  consignUnitName: z.string(),
  constructionUnit: z.string(),
  constructionJzunit: z.string(),
  jzunit: z.string(),
});
export type ProjectRow = z.infer<typeof ProjectRow>;
export const getProjectList = operation({
  name: 'GetProjectList',
  method: 'GET',
  path: `${S}BaProject/GetProjectList`,
  summary: 'Projects; getMyProject = only the caller’s unit',
  source: 'API-032',
  query: z.object({
    ...page,
    ...atLeast,
    search: search().default(''),
    getMyProject: z.stringbool().default(false),
    ShowContractSectName: z.stringbool().default(false),
  }),
  result: listOf(ProjectRow),
});
export const insertProject = operation({
  name: 'InsertProject',
  method: 'POST',
  path: `${S}BaProject/InsertProject`,
  summary: 'Adds a project of the caller’s unit; the administrator names the unit, or none',
  source: 'API-032',
  body: z.object({
    consignUnitId: Guid.nullable().optional(),
    constructionUnit: line(1000).default(''),
    constructionJzunit: line(1000).default(''),
    jzunit: line(1000).default(''),
    projectName: line(100, 1),
    projectCode: line(50).default(''),
    description: paragraphs(500).default(''),
    contractSectName: line(50).default(''),
    /**
     * With false, a name that another project of the unit has is refused. Absent or true accepts it, as the
     * specification does.
     */
    sameNameConfirmed: z.boolean().optional(),
  }),
  result: ProjectRow,
});

/** Kinds of records with a field-by-field history. */
export const RECORD_KINDS = [
  'testingUnit',
  'consigningUnit',
  'project',
  'tenant',
  'category',
  'user',
  'role',
  'notice',
  'instruction',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * A changed member of a record. For an entry of a list, `about` names the entry and `member` its member; `member` is
 * empty if the whole entry was added or removed.
 */
export const RecordFieldChange = z.object({
  field: z.string(),
  about: z.string(),
  member: z.string(),
  old: z.string(),
  new: z.string(),
});
/**
 * One event of a record: its type, time, author (empty for the platform itself), and the reason if rights were taken
 * away.
 */
export const RecordChange = z.object({
  id: z.string(),
  action: z.string(),
  at: z.string(),
  by: z.string(),
  via: ViaLabSystem,
  reason: z.string(),
  changes: z.array(RecordFieldChange),
});
export type RecordChange = z.infer<typeof RecordChange>;
export const getRecordChanges = operation({
  name: 'GetRecordChanges',
  method: 'GET',
  path: '/api/v1/records/:kind/:id/changes',
  family: 'v1',
  summary:
    'What changed in a unit (with its control parameters), a project, a tenant, a category of the sample tree, ' +
    'an account, a role, a notice or an instruction, newest first',
  source: 'UN-017',
  query: z.object({ kind: z.enum(RECORD_KINDS), id: Guid }),
  result: z.array(RecordChange),
});

/**
 * One control parameter as stored, "1" and "0" for flags. unitType is 1 for a testing unit, 2 for a consigning unit.
 */
export const ControlParam = z.object({
  id: z.string(),
  unitType: z.literal([1, 2]),
  unitID: z.string(),
  paramCode: z.string(),
  paramValue: z.string(),
});
export const getListByUnitID = operation({
  name: 'GetListByUnitID',
  method: 'GET',
  path: `${S}BaSystemControlParam/GetListByUnitID`,
  summary: 'Control parameters of a unit; without unitId of one’s own. Of another testing unit, what the form needs',
  source: 'API-034',
  query: z.object({ unitType: z.coerce.number().pipe(z.literal([1, 2])), unitId: Guid.optional() }),
  result: z.array(ControlParam),
});

/** A user in lists, without any password data. */
export const SystemUserRow = z.object({
  id: z.string(),
  userName: z.string(),
  name: z.string(),
  fullName: z.string(),
  phone: z.string(),
  isActive: z.boolean(),
  roleNames: z.array(z.string()),
  creationTime: z.string(),
  lastLoginTime: z.string().nullable().optional(),
});
export type SystemUserRow = z.infer<typeof SystemUserRow>;
export const getSystemUserList = operation({
  name: 'GetSystemUserList',
  method: 'GET',
  path: `${S}User/GetSystemUserList`,
  summary: 'Users of the caller’s unit, all for an administrator; page from 1',
  source: 'API-035',
  query: z.object({
    ...atLeast,
    page: PageNumber,
    size: z.coerce.number().int().min(1).max(1000).default(10),
  }),
  result: listOf(SystemUserRow),
});

export const getConsignUnitInfo = operation({
  name: 'GetConsignUnitInfo',
  method: 'GET',
  path: `${S}ConsginUnit/GetConsginUnitInfo`,
  summary: 'Name and place of a consigning unit; without id of one’s own',
  source: 'API-035',
  query: z.object({ unitId: Guid.optional() }),
  result: z.object({
    id: z.string(),
    name: z.string(),
    province: z.string(),
    city: z.string(),
    detailAddress: z.string(),
  }),
});

export const getUnitAddressList = operation({
  name: 'GetUnitAddressList',
  method: 'GET',
  path: `${S}BaUnitAddress/GetListByUnitId`,
  summary: 'Addresses of a testing unit, or of one’s own consigning unit; the main one first',
  source: 'API-035',
  query: z.object({ unitId: Guid }),
  result: z.array(UnitAddressEntity),
});

const unitType = z.coerce.number().pipe(z.literal([1, 2]));

/** png or jpg, at most UNIT_LIMITS.logoKb. `logoPath` is relative to the API host. */
export const uploadUnitLogo = operation({
  name: 'UploadUnitLogo',
  method: 'POST',
  path: '/api/services/app/BaTestUnit/UploadUnitLogo',
  summary: 'Replaces the logo of a testing (unitType 1) or consigning unit (2)',
  source: 'UN-004',
  upload: true,
  body: z.object({ unitType, unitId: Guid }),
  result: z.object({ logoPath: z.string(), revision: z.number() }),
});
/** Public, because the login page shows it. Only the current logo of a unit is returned. */
export const getUnitLogo = operation({
  name: 'GetUnitLogo',
  method: 'GET',
  path: '/api/v1/unit-logos/:unitId/:file',
  family: 'v1',
  summary: 'The logo that a unit shows',
  source: 'UN-002',
  download: true,
  query: z.object({ unitId: Guid, file: z.string().regex(/^[0-9a-f]{64}\.(png|jpg|jpeg)$/) }),
});
