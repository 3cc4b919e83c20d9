import { z } from 'zod';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { branding } from './unit.contract.js';
import { auditFields, AddressInput, UnitAddressEntity } from './unit-address.contract.js';
import { UnitOpening } from './unit-opening.contract.js';
import { code, line, paragraphs, phone, search, countInput } from './texts.js';

const S = '/api/services/app/BaTestUnit/';

/**
 * A complete testing unit for its administration. `revision` is for If-Match. `inroduce` is sanitised HTML; both
 * spellings are the specification's.
 */
export const TestUnit = z.object({
  id: z.string(),
  revision: z.number(),
  unitNo: z.string(),
  testUnitName: z.string(),
  shortName: z.string(),
  contactPhone: z.string(),
  sheng: z.string(),
  shi: z.string(),
  shengShi: z.string(),
  regAddress: z.string(),
  jtsyjcAddress: z.string(),
  inroduce: z.string(),
  regTime: z.string(),
  logoPath: z.string(),
  isActive: z.boolean(),
  reportCount: z.number(),
  lmisType: z.number(),
  lmisurl: z.string(),
  lmisIntegratedCode: z.string(),
  iLISReportProgressQueryURL: z.string(),
  origins: z.array(z.string()),
  embedOrigins: z.array(z.string()).optional(),
  serviceOrigins: z.array(z.string()).optional(),
  systemName: z.string(),
  filingNumber: z.string(),
  qualificationName: z.string(),
  tuQualification: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sysQualificationId: z.string(),
      testUnitId: z.string(),
      orderIndex: z.number(),
      createTime: z.string(),
    }),
  ),
  opening: UnitOpening.optional(),
  addresses: z.array(UnitAddressEntity),
  ...auditFields,
});
export type TestUnit = z.infer<typeof TestUnit>;

const text = line(1000);
/** Members of a testing unit. On an update, an absent member stays unchanged. */
export const SaveTestUnitRequest = z
  .object({
    unitNo: code(1000),
    testUnitName: text,
    shortName: text,
    contactPhone: phone(1000),
    sheng: text,
    shi: text,
    regAddress: text,
    jtsyjcAddress: text,
    inroduce: paragraphs(50_000),
    regTime: text,
    reportCount: countInput({ min: 0, max: 100 }),
    lmisType: z.number().int().min(0).max(9),
    lmisurl: text,
    lmisIntegratedCode: text,
    iLISReportProgressQueryURL: text,
    origins: z.array(line(300)).max(10),
    embedOrigins: z.array(line(300)).max(10),
    serviceOrigins: z.array(line(300)).max(10),
    systemName: text,
    filingNumber: text,
    tuQualification: z
      .array(z.object({ sysQualificationId: Guid, orderIndex: z.number().int().min(0).max(1000).optional() }))
      .max(100),
    addresses: z.array(AddressInput).max(100),
  })
  .partial();
export type SaveTestUnitRequest = z.output<typeof SaveTestUnitRequest>;
const unitShape = SaveTestUnitRequest.shape;
/**
 * `reason` is for changes that take a qualification, a web origin, an embedding page or the connection of its system
 * from the unit. It is optional.
 */
const changeRequest = { id: Guid, ...unitShape, reason: paragraphs(1000).default('') };

const listQuery = {
  ...page,
  ...atLeast,
  search: search(200).default(''),
  isActive: z.stringbool().optional(),
  opening: UnitOpening.shape.state.optional(),
};

export const addTestUnit = operation({
  name: 'AddTestUnit',
  method: 'POST',
  path: `${S}AddTestUnit`,
  summary: 'Registers a testing unit',
  source: 'UN-005',
  body: z.object(unitShape),
  result: TestUnit,
});
export const updateTestUnit = operation({
  name: 'UpdateTestUnit',
  method: 'PUT',
  path: `${S}UpdateTestUnit`,
  summary: 'Changes a testing unit; its own staff change what is not the platform’s',
  source: 'UN-005',
  body: z.object(changeRequest),
  result: TestUnit,
});
/** `reason`: why it is deactivated; optional. */
export const changeTestUnitActive = operation({
  name: 'ChangeTestUnitActive',
  method: 'POST',
  path: `${S}ChangeTestUnitActive`,
  summary: 'Switches a testing unit on or off',
  source: 'UN-005',
  body: z.object({ id: Guid, isActive: z.boolean(), reason: paragraphs(1000).default('') }),
  result: TestUnit,
});
export const getTestUnitById = operation({
  name: 'GetTestUnitById',
  method: 'GET',
  path: `${S}GetTestUnitById`,
  summary: 'One testing unit whole, for itself and the administrator',
  source: 'UN-006',
  query: z.object({ testUnitID: Guid }),
  result: TestUnit,
});
export const getTestUnit = operation({
  name: 'GetTestUnit',
  method: 'GET',
  path: `${S}GetTestUnit`,
  summary: 'The caller’s own testing unit; null for a caller of none',
  source: 'UN-006',
  result: TestUnit.nullable(),
});

/** The five standard operations of the service (002 UN-005), for the administrator. */
export const testUnitGet = operation({
  name: 'TestUnitGet',
  method: 'GET',
  path: `${S}Get`,
  summary: 'One testing unit',
  source: 'UN-005',
  query: z.object({ id: Guid }),
  result: TestUnit,
});
export const testUnitGetAll = operation({
  name: 'TestUnitGetAll',
  method: 'GET',
  path: `${S}GetAll`,
  summary: 'Testing units page by page, those switched off too; search matches name and number',
  source: 'UN-005',
  query: z.object(listQuery),
  result: listOf(TestUnit),
});
export const testUnitCreate = operation({
  name: 'TestUnitCreate',
  method: 'POST',
  path: `${S}Create`,
  summary: 'As AddTestUnit',
  source: 'UN-005',
  body: z.object(unitShape),
  result: TestUnit,
});
export const testUnitUpdate = operation({
  name: 'TestUnitUpdate',
  method: 'PUT',
  path: `${S}Update`,
  summary: 'As UpdateTestUnit',
  source: 'UN-005',
  body: z.object(changeRequest),
  result: TestUnit,
});
export const testUnitDelete = operation({
  name: 'TestUnitDelete',
  method: 'DELETE',
  path: `${S}Delete`,
  summary: 'Deletes a testing unit that nothing refers to',
  source: 'UN-005',
  query: z.object({ id: Guid, reason: paragraphs(1000).default('') }),
  result: z.literal(true),
});

export const QualificationRow = z.object({ id: z.string(), name: z.string(), orderIndex: z.number() });
export const getQualificationList = operation({
  name: 'GetQualificationList',
  method: 'GET',
  path: '/api/services/app/Qualification/GetAll',
  summary: 'All qualifications that a testing unit can have',
  source: 'UN-009',
  result: z.array(QualificationRow),
});

export const getTestUnitInfoByConsignPlatURLCore = operation({
  name: 'GetTestUnitInfoByConsignPlatURLCore',
  method: 'GET',
  path: '/api/services/app/BaSystemControlParam/GetTestUnitInfoByConsignPlatURLCore',
  summary: 'Branding by unit id, else by web origin; null for an unknown one',
  source: 'UN-001',
  query: z.object({ url: line(300).default(''), unitId: line(40).default('') }),
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
