import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { FilesModule } from '../files/files.module.js';
import { QrCodesModule } from '../qr-codes/qr-codes.module.js';
import { editingCommandHandlers } from './editing.commands.js';
import { EditingController } from './editing.controller.js';
import { lifecycleCommandHandlers } from './lifecycle.commands.js';
import { LifecycleController } from './lifecycle.controller.js';
import { listQueryHandlers } from './list.queries.js';
import { ReadingController } from './reading.controller.js';
import { readingQueryHandlers } from './reading.queries.js';
import { signingCommandHandlers } from './signing.commands.js';
import { SigningController } from './signing.controller.js';
import { signingQueryHandlers } from './signing.queries.js';
import { StartingValues } from './starting-values.js';

/** Consignments: their life cycle, editing, reading and signatures. */
@Module({
  imports: [AuthModule, CatalogueModule, FilesModule, QrCodesModule],
  controllers: [LifecycleController, EditingController, ReadingController, SigningController],
  providers: [
    StartingValues,
    ...lifecycleCommandHandlers,
    ...editingCommandHandlers,
    ...readingQueryHandlers,
    ...listQueryHandlers,
    ...signingCommandHandlers,
    ...signingQueryHandlers,
  ],
})
export class ConsignmentsModule {}
