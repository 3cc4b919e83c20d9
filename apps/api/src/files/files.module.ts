import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { AddFile, attachmentCommandHandlers } from './attachments.commands.js';
import { AttachmentsController } from './attachments.controller.js';
import { attachmentQueryHandlers } from './attachments.queries.js';
import { FileStore } from './file-store.js';
import { FileLinks, UploadTickets } from './file-tickets.js';
import { fileCommandHandlers } from './files.commands.js';
import { FilesController } from './files.controller.js';

/** Uploads, attachments and pictures. */
@Module({
  imports: [CatalogueModule],
  controllers: [AttachmentsController, FilesController],
  providers: [
    AddFile,
    FileLinks,
    UploadTickets,
    FileStore,
    ...attachmentQueryHandlers,
    ...attachmentCommandHandlers,
    ...fileCommandHandlers,
  ],
  exports: [AddFile, FileLinks, FileStore, UploadTickets],
})
export class FilesModule {}
