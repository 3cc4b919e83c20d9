import type { Type } from '@nestjs/common';
import { GetBusinessParam } from './get-business-param.js';
import { GetCategoryList } from './get-category-list.js';
import { GetCategorySamples } from './get-category-samples.js';
import { GetChosenOrDefaultParameters } from './get-chosen-or-default-parameters.js';
import { GetConcatRules } from './get-concat-rules.js';
import { GetConsignDefaultValues } from './get-consign-default-values.js';
import { GetCustomPropertyConsign } from './get-custom-property-consign.js';
import { GetDetectionTypes } from './get-detection-types.js';
import { GetDictionaries } from './get-dictionaries.js';
import { GetMaterials } from './get-materials.js';
import { GetOtherInfo } from './get-other-info.js';
import { GetParameterList } from './get-parameter-list.js';
import { GetParameterStandards } from './get-parameter-standards.js';
import { GetParamPack } from './get-param-pack.js';
import { GetParamPacks } from './get-param-packs.js';
import { GetPreAttachments } from './get-pre-attachments.js';
import { GetQualifications } from './get-qualifications.js';
import { GetSampleExample } from './get-sample-example.js';
import { GetSampleRequirements } from './get-sample-requirements.js';
import { GetSampleTree } from './get-sample-tree.js';
import { GetStandardList } from './get-standard-list.js';
import { GetStandards } from './get-standards.js';
import { GetTestParameters } from './get-test-parameters.js';
import { ListWantedParameters } from './list-wanted-parameters.js';
import { RecordParameterClick } from './record-parameter-click.js';
import { SaveSpecification } from './save-specification.js';
import { SearchCategorySamples } from './search-category-samples.js';

export const catalogueUseCases: Type[] = [
  GetSampleTree,
  GetCategoryList,
  GetCategorySamples,
  SearchCategorySamples,
  GetChosenOrDefaultParameters,
  GetTestParameters,
  GetParamPacks,
  GetParamPack,
  GetStandardList,
  GetStandards,
  GetParameterStandards,
  GetParameterList,
  GetMaterials,
  GetSampleRequirements,
  GetOtherInfo,
  GetSampleExample,
  GetConcatRules,
  SaveSpecification,
  GetDictionaries,
  GetDetectionTypes,
  GetQualifications,
  GetBusinessParam,
  GetCustomPropertyConsign,
  GetConsignDefaultValues,
  GetPreAttachments,
  RecordParameterClick,
  ListWantedParameters,
];
