import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { FilesModule } from '../files/files.module.js';
import { consigningUnitCommandHandlers } from './consigning-units.commands.js';
import { ConsigningUnitsController } from './consigning-units.controller.js';
import { consigningUnitQueryHandlers } from './consigning-units.queries.js';
import { qualificationCommandHandlers } from './qualifications.commands.js';
import { QualificationsController } from './qualifications.controller.js';
import { qualificationQueryHandlers } from './qualifications.queries.js';
import { RecordChangesController } from './record-changes.controller.js';
import { recordChangeQueryHandlers } from './record-changes.queries.js';
import { testingUnitCommandHandlers } from './testing-units.commands.js';
import { TestingUnitsController } from './testing-units.controller.js';
import { testingUnitQueryHandlers } from './testing-units.queries.js';
import { UnitDirectoryController } from './unit-directory.controller.js';
import { unitDirectoryQueryHandlers } from './unit-directory.queries.js';
import { UnitLogosController } from './unit-logos.controller.js';
import { unitLogoHandlers } from './unit-logos.handlers.js';
import { unitSettingCommandHandlers } from './unit-settings.commands.js';
import { UnitSettingsController } from './unit-settings.controller.js';
import { unitSettingQueryHandlers } from './unit-settings.queries.js';

/** Testing and consigning units. */
@Module({
  imports: [AuthModule, FilesModule],
  controllers: [
    TestingUnitsController,
    ConsigningUnitsController,
    UnitDirectoryController,
    UnitSettingsController,
    QualificationsController,
    UnitLogosController,
    RecordChangesController,
  ],
  providers: [
    ...testingUnitQueryHandlers,
    ...testingUnitCommandHandlers,
    ...consigningUnitQueryHandlers,
    ...consigningUnitCommandHandlers,
    ...unitDirectoryQueryHandlers,
    ...unitSettingQueryHandlers,
    ...unitSettingCommandHandlers,
    ...qualificationQueryHandlers,
    ...qualificationCommandHandlers,
    ...unitLogoHandlers,
    ...recordChangeQueryHandlers,
  ],
})
export class UnitsModule {}
