import type { Type } from '@nestjs/common';
import { CatalogueWorkbook } from './catalogue-workbook.js';
import { GetPackChanges } from './get-pack-changes.js';
import { GetSampleChanges } from './get-sample-changes.js';
import { KeepAccessoryTypes } from './keep-accessory-types.js';
import { KeepLevels } from './keep-levels.js';
import { KeepLists } from './keep-lists.js';
import { KeepPacks } from './keep-packs.js';
import { KeepParameters } from './keep-parameters.js';
import { KeepSampleForm } from './keep-sample-form.js';
import { KeepStandards } from './keep-standards.js';
import { KeepTemplateSamples } from './keep-template-samples.js';
import { KeepUnitSamples } from './keep-unit-samples.js';

/** How the catalogue is kept; what the sample form reads of it lies in apps/api/src/catalogue. */
export const catalogueMaintenanceUseCases: Type[] = [
  KeepStandards,
  KeepTemplateSamples,
  KeepLevels,
  KeepUnitSamples,
  KeepParameters,
  KeepSampleForm,
  KeepPacks,
  KeepAccessoryTypes,
  KeepLists,
  GetSampleChanges,
  GetPackChanges,
  CatalogueWorkbook,
];
