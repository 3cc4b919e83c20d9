import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller.js';
import { DocumentChanges, documentHandlers } from './documents.handlers.js';
import { ExportsController } from './exports.controller.js';
import { exportHandlers } from './exports.handlers.js';

/** Printed consignments and ledgers. */
@Module({
  controllers: [DocumentsController, ExportsController],
  providers: [DocumentChanges, ...documentHandlers, ...exportHandlers],
})
export class PrintModule {}
