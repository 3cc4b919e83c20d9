import { Module } from '@nestjs/common';
import { EnumerationsController } from './enumerations.controller.js';
import { enumerationQueryHandlers } from './enumerations.queries.js';

/** Enumerations and dictionaries that forms offer. */
@Module({
  controllers: [EnumerationsController],
  providers: [...enumerationQueryHandlers],
})
export class EnumerationsModule {}
