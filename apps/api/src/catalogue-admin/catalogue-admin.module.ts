import { Module } from '@nestjs/common';
import { accessoryTypeCommandHandlers } from './accessory-types.commands.js';
import { AccessoryTypesController } from './accessory-types.controller.js';
import { changeQueryHandlers } from './changes.queries.js';
import { HolderPacks } from './holder-packs.js';
import { HolderSamples } from './holder-samples.js';
import { levelCommandHandlers, LevelPlaces } from './levels.commands.js';
import { LevelsController } from './levels.controller.js';
import { levelQueryHandlers } from './levels.queries.js';
import { listCommandHandlers } from './lists.commands.js';
import { ListsController } from './lists.controller.js';
import { listQueryHandlers } from './lists.queries.js';
import { packCommandHandlers } from './packs.commands.js';
import { PacksController } from './packs.controller.js';
import { packQueryHandlers } from './packs.queries.js';
import { parameterCommandHandlers } from './parameters.commands.js';
import { ParametersController } from './parameters.controller.js';
import { parameterQueryHandlers } from './parameters.queries.js';
import { ReferenceLists } from './reference-lists.js';
import { sampleFormCommandHandlers } from './sample-form.commands.js';
import { SampleFormController } from './sample-form.controller.js';
import { sampleFormQueryHandlers } from './sample-form.queries.js';
import { StandardIdentities } from './standard-identities.js';
import { standardCommandHandlers } from './standards.commands.js';
import { StandardsController } from './standards.controller.js';
import { standardQueryHandlers } from './standards.queries.js';
import { templateSampleCommandHandlers } from './template-samples.commands.js';
import { TemplateSamplesController } from './template-samples.controller.js';
import { templateSampleQueryHandlers } from './template-samples.queries.js';
import { unitSampleCommandHandlers } from './unit-samples.commands.js';
import { UnitSamplesController } from './unit-samples.controller.js';
import { unitSampleQueryHandlers } from './unit-samples.queries.js';
import { OtherImportSteps, WorkbookImport } from './workbook-import.js';
import { workbookCommandHandlers } from './workbook.commands.js';
import { WorkbookController } from './workbook.controller.js';
import { workbookQueryHandlers } from './workbook.queries.js';
import { Workbooks } from './workbooks.js';

/** Management of the catalogue: the template, catalogues of units, and their workbooks. */
@Module({
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
    HolderSamples,
    HolderPacks,
    ReferenceLists,
    OtherImportSteps,
    WorkbookImport,
    Workbooks,
    StandardIdentities,
    ...standardQueryHandlers,
    ...standardCommandHandlers,
    ...levelQueryHandlers,
    ...levelCommandHandlers,
    ...templateSampleQueryHandlers,
    ...templateSampleCommandHandlers,
    ...unitSampleQueryHandlers,
    ...unitSampleCommandHandlers,
    ...changeQueryHandlers,
    ...parameterQueryHandlers,
    ...parameterCommandHandlers,
    ...sampleFormQueryHandlers,
    ...sampleFormCommandHandlers,
    ...packQueryHandlers,
    ...packCommandHandlers,
    ...accessoryTypeCommandHandlers,
    ...listQueryHandlers,
    ...listCommandHandlers,
    ...workbookQueryHandlers,
    ...workbookCommandHandlers,
  ],
})
export class CatalogueAdminModule {}
