import { ROLE } from '#events';

const { client, lab, admin, auditor } = ROLE;
const readers = [client, lab, admin, auditor];
/** Whoever fills in the form: of what it leaves behind, the author is a unit. */
const parties = [client, lab];

/**
 * The catalogue behind the sample form. Parameters carry prices, so it is for those who read consignments; lists tell
 * nothing of anybody.
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
