import { Module } from '@nestjs/common';
import { CatalogueCache } from './catalogue-cache.js';
import { CatalogueListsController } from './catalogue-lists.controller.js';
import { catalogueHandlers } from './catalogue.handlers.js';
import { Catalogues } from './catalogues.js';
import { LabConsignments, LabSystems } from './lab-system/lab-systems.js';
import { SampleDetailsController } from './sample-details.controller.js';
import { SampleTreeController } from './sample-tree.controller.js';
import { SpecificationRulesController } from './specification-rules.controller.js';
import { WantedParametersController } from './wanted-parameters.controller.js';

/**
 * The catalogues of testing units. Controllers read them through the port Catalogue, which has one adapter for the
 * catalogue stored here and one for the system of a laboratory. Query handlers would only repeat its methods.
 */
@Module({
  controllers: [
    SampleTreeController,
    SampleDetailsController,
    SpecificationRulesController,
    CatalogueListsController,
    WantedParametersController,
  ],
  providers: [Catalogues, CatalogueCache, LabSystems, LabConsignments, ...catalogueHandlers],
  exports: [CatalogueCache, Catalogues, LabConsignments, LabSystems],
})
export class CatalogueModule {}
