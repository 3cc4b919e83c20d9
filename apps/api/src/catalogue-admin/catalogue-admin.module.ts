import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { accessoryTypeCommandHandlers } from './accessory-types.commands.js';
import { AccessoryTypesController } from './accessory-types.controller.js';
import { changeQueryHandlers } from './changes.queries.js';
import { OwnedPacks } from './owned-packs.js';
import { OwnedSamples } from './owned-samples.js';
import { LevelsController } from './levels.controller.js';
import { levelHandlers, LevelPlaces } from './levels.handlers.js';
import { ListsController } from './lists.controller.js';
import { listHandlers } from './lists.handlers.js';
import { packCommandHandlers } from './packs.commands.js';
import { PacksController } from './packs.controller.js';
import { packQueryHandlers } from './packs.queries.js';
import { parameterCommandHandlers } from './parameters.commands.js';
import { ParametersController } from './parameters.controller.js';
import { parameterQueryHandlers } from './parameters.queries.js';
import { ReferenceLists } from './reference-lists.js';
import { SampleFormController } from './sample-form.controller.js';
import { sampleFormHandlers } from './sample-form.handlers.js';
import { StandardIdentities } from './standard-identities.js';
import { standardCommandHandlers } from './standards.commands.js';
import { StandardsController } from './standards.controller.js';
import { standardQueryHandlers } from './standards.queries.js';
import { TemplateSamplesController } from './template-samples.controller.js';
import { templateSampleHandlers } from './template-samples.handlers.js';
import { unitSampleCommandHandlers } from './unit-samples.commands.js';
import { UnitSamplesController } from './unit-samples.controller.js';
import { unitSampleQueryHandlers } from './unit-samples.queries.js';
import { OtherImportSteps, WorkbookImport } from './workbook-import.js';
import { WorkbookController } from './workbook.controller.js';
import { workbookHandlers } from './workbook.handlers.js';
import { Workbooks } from './workbooks.js';

/** Management of the catalogue: the template, catalogues of units, and their workbooks. */
@Module({
  imports: [AuthModule],
  controllers: [
    StandardsController,
    LevelsController,
    TemplateSamplesController,
    UnitSamplesController,
    ParametersController,
    SampleFormController,
    PacksController,
    AccessoryTypesController,
    ListsController,
    WorkbookController,
  ],
  providers: [
    LevelPlaces,
    OwnedSamples,
    OwnedPacks,
    ReferenceLists,
    OtherImportSteps,
    WorkbookImport,
    Workbooks,
    StandardIdentities,
    ...standardQueryHandlers,
    ...standardCommandHandlers,
    ...levelHandlers,
    ...templateSampleHandlers,
    ...unitSampleQueryHandlers,
    ...unitSampleCommandHandlers,
    ...changeQueryHandlers,
    ...parameterQueryHandlers,
    ...parameterCommandHandlers,
    ...sampleFormHandlers,
    ...packQueryHandlers,
    ...packCommandHandlers,
    ...accessoryTypeCommandHandlers,
    ...listHandlers,
    ...workbookHandlers,
  ],
})
export class CatalogueAdminModule {}
