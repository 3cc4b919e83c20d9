import { ROLE } from '#events';

const { client, lab, admin, auditor } = ROLE;
const readers = [client, lab, admin, auditor];
/** Roles that fill in the form. The data they leave behind belongs to their unit. */
const parties = [client, lab];

/**
 * The catalogue behind the sample form. Parameters have prices, so they need the right to read consignments. Lists
 * contain nothing about anybody.
 */
export const cataloguePermissions = {
  GetSampleTree: readers,
  GetCategoryList: readers,
  GetCategorySamples: readers,
  SearchCategorySamples: readers,
  GetTestParameters: readers,
  GetChosenOrDefaultParameters: readers,
  GetParamPacks: readers,
  GetParamPack: readers,
  GetStandards: readers,
  GetParameterStandards: readers,
  GetStandardList: readers,
  GetParameterList: readers,
  GetMaterials: readers,
  GetSampleRequirements: readers,
  GetOtherInfo: readers,
  GetSampleExample: readers,
  GetConcatRules: readers,
  GetCustomPropertyConsign: readers,
  GetConsignDefaultValues: readers,
  GetPreAttachments: readers,
  GetDictionary: 'signedIn',
  GetSampleProcessMethods: 'signedIn',
  GetListByGroupId: 'signedIn',
  GetDetectionTypes: 'signedIn',
  GetPreQualificationList: 'signedIn',
  GetBusinessParam: 'signedIn',
  SaveSpecification: parties,
  RecordParameterClick: parties,
  ListWantedParameters: [lab, admin],
} as const;
