import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentChanges, documentHandlers } from './documents.handlers.js';
import { ExportsController } from './exports.controller.js';
import { exportHandlers } from './exports.handlers.js';

/** Printed consignments and ledgers. */
@Module({
  imports: [AuthModule, CatalogueModule],
  controllers: [DocumentsController, ExportsController],
  providers: [DocumentChanges, ...documentHandlers, ...exportHandlers],
})
export class PrintModule {}
