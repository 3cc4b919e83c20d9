import { Module } from '@nestjs/common';
import { sampleCommandHandlers } from './samples.commands.js';
import { SamplesController } from './samples.controller.js';
import { sampleQueryHandlers } from './samples.queries.js';

/** Samples and test items of consignments. */
@Module({
  controllers: [SamplesController],
  providers: [...sampleCommandHandlers, ...sampleQueryHandlers],
})
export class SamplesModule {}
