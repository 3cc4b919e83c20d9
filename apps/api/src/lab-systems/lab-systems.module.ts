import { Module, type Type } from '@nestjs/common';
import { accessKeyCommandHandlers } from './access-keys.commands.js';
import { AccessKeysController } from './access-keys.controller.js';
import { accessKeyQueryHandlers } from './access-keys.queries.js';
import { UnitSystems } from './unit-systems.js';

export const labSystemControllers: Type[] = [AccessKeysController];

/** Machine access of the own systems of units: keys, the calls of the specification, the event feed and webhooks. */
@Module({
  controllers: labSystemControllers,
  providers: [UnitSystems, ...accessKeyCommandHandlers, ...accessKeyQueryHandlers],
})
export class LabSystemsModule {}
