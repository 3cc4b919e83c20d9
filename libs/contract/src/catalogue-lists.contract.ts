import { z } from 'zod';
import { Guid, listOf, operation, page, TextList } from './operation.js';
import { line, search } from './texts.js';

const P = '/api/pre/';
const unit = { testUnitId: Guid.optional() };
const dictionaryCode = line(50, 1);
const searchFilter = { search: search(100).default('') };

/**
 * A standard in the picker's list (001 section 3). type: 1 test basis, 2 evaluation standard, 3 both. Dates are
 * yyyy-MM-dd.
 */
export const StandardPickerRow = z.object({
  id: z.string(),
  baseStandardName: z.string(),
  printsManCode: z.string(),
  type: z.number(),
  uniqKey: z.string(),
  executeDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  isExpired: z.boolean(),
});
export type StandardPickerRow = z.infer<typeof StandardPickerRow>;
export const getStandardList = operation({
  name: 'GetStandardList',
  family: 'pre',
  method: 'GET',
  path: `${P}standard/list`,
  summary: 'Standards by part of name or number, in the order of their numbers; those of what the unit tests, or all',
  source: 'SAPI-018',
  query: z.object({ ...page, whetherThisUnit: z.stringbool().default(true), ...searchFilter, ...unit }),
  result: listOf(StandardPickerRow),
});
/** A parameter from anywhere in the catalogue. With `offered` false it is shown but cannot be chosen. */
export const ListedParameter = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  displayName: z.string(),
  offered: z.boolean(),
  sampleId: z.string(),
  sampleName: z.string(),
  sampleNameLink: z.string(),
  bigCategoryId: z.string(),
});
export const getParameterList = operation({
  name: 'GetParameterList',
  family: 'pre',
  method: 'GET',
  path: `${P}param/list`,
  summary: 'Parameters of all samples by part of their name, in the order of the catalogue',
  source: 'SAPI-018',
  query: z.object({ ...page, ...searchFilter, ...unit }),
  result: listOf(ListedParameter),
});

const DictionaryRow = z.object({ id: z.string(), typecode: z.string(), typename: z.string() });
export const getDictionary = operation({
  name: 'GetDictionary',
  family: 'pre',
  method: 'GET',
  path: `${P}dictionary`,
  summary: 'Rows of a dictionary, e.g. sampleAmountUnit',
  source: 'SAPI-011',
  query: z.object({ typeCode: dictionaryCode, ...unit }),
  result: z.array(DictionaryRow),
});
export const getSampleProcessMethods = operation({
  name: 'GetSampleProcessMethods',
  family: 'pre',
  method: 'GET',
  path: '/api/dictionaryController/types',
  summary: 'What happens to samples after the test; the first is the default',
  source: 'SAPI-012',
  query: z.object({ code: dictionaryCode, ...unit }),
  result: z.array(z.object({ id: z.string(), typename: z.string() })),
});
/** `getListByGroupId` has no value (002 PRE-005). */
export const getListByGroupId = operation({
  name: 'GetListByGroupId',
  family: 'pre',
  method: 'GET',
  path: '/api/dictionaryController.do',
  summary: 'Rows of a dictionary by its group, e.g. mailCompanies',
  source: 'PRE-005',
  query: z.object({ getListByGroupId: z.literal(''), dictGroupId: dictionaryCode, ...unit }),
  result: z.array(DictionaryRow),
});
export const getDetectionTypes = operation({
  name: 'GetDetectionTypes',
  family: 'pre',
  method: 'GET',
  path: `${P}detection/type/:organizationCode`,
  summary: 'Test categories of a testing unit',
  source: 'PRE-013',
  query: z.object({ organizationCode: dictionaryCode }),
  result: z.array(DictionaryRow),
});
export const getPreQualificationList = operation({
  name: 'GetPreQualificationList',
  family: 'pre',
  method: 'GET',
  path: `${P}qualification/list`,
  summary: 'Qualifications of the testing unit in their order; of no unit, all there are',
  source: 'PRE-005',
  query: z.object({ ...unit }),
  result: z.array(z.object({ id: z.string(), name: z.string(), orderIndex: z.number() })),
});
export const getBusinessParam = operation({
  name: 'GetBusinessParam',
  family: 'pre',
  method: 'GET',
  path: `${P}business-param`,
  summary:
    'Settings of the testing unit by their names: Y or N, other values as they are; those it does not have are N',
  source: 'CP-006',
  query: z.object({
    keys: TextList.transform((keys) => [...new Set(keys)]).pipe(z.array(line(60)).min(1).max(30)),
    ...unit,
  }),
  result: z.record(z.string(), z.string()),
});

export const getCustomPropertyConsign = operation({
  name: 'GetCustomPropertyConsign',
  family: 'pre',
  method: 'GET',
  path: `${P}customProperty/consign`,
  summary: 'Dynamic extra fields of a consignment with defaults',
  source: 'SAPI-020',
  query: z.object({ ...unit }),
  result: z.array(
    z.looseObject({
      id: z.string(),
      columnIndex: z.number(),
      columnName: z.string(),
      columnValue: z.string(),
      visible: z.boolean(),
      columnType: z.string(),
      value: z.string(),
    }),
  ),
});
export const getConsignDefaultValues = operation({
  name: 'GetConsignDefaultValues',
  family: 'pre',
  method: 'GET',
  path: `${P}consignDefaultValues`,
  summary: 'What a consignment to this testing unit starts with',
  source: 'PRE-017',
  query: z.object({ ...unit }),
  result: z.object({
    consginTestType: z.string(),
    reportCount: z.number(),
    testUnitAddressId: z.string(),
    testUnitAddressDetail: z.string(),
    qualificationId: z.string(),
    qualificationName: z.string(),
  }),
});
export const getPreAttachments = operation({
  name: 'GetPreAttachments',
  family: 'pre',
  method: 'GET',
  path: `${P}attachment`,
  summary: 'The data of a consignment in the laboratory’s own system',
  source: 'PRE-003',
  query: z.object({ consignId: Guid }),
  result: z.array(z.object({ id: z.string(), attachmentName: z.string() })),
});
