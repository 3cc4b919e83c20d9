import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { checkCatalogueImport, exportCatalogue, importCatalogue } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { UploadInput, type UploadInputOf } from '../http/upload-input.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ImportCatalogue, CheckCatalogueImport, ExportCatalogue } from './workbook.handlers.js';

/** A catalogue as a workbook: export, dry run that reports every wrong cell, and import. */
@Controller()
export class WorkbookController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(exportCatalogue)
  export(@Input() input: InputOf<typeof exportCatalogue>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ExportCatalogue(input, caller));
  }

  @HandlesOperation(checkCatalogueImport)
  check(
    @UploadInput() input: UploadInputOf<typeof checkCatalogueImport>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new CheckCatalogueImport(input, caller, language));
  }

  @HandlesOperation(importCatalogue)
  import(
    @UploadInput() input: UploadInputOf<typeof importCatalogue>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ImportCatalogue(input, caller, language, context));
  }
}
