import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { FilesModule } from '../files/files.module.js';
import { sampleCommandHandlers } from './samples.commands.js';
import { SamplesController } from './samples.controller.js';
import { sampleQueryHandlers } from './samples.queries.js';

/** Samples and test items of consignments. */
@Module({
  imports: [CatalogueModule, FilesModule],
  controllers: [SamplesController],
  providers: [...sampleCommandHandlers, ...sampleQueryHandlers],
})
export class SamplesModule {}
