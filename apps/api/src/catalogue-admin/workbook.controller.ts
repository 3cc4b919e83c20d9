import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { checkCatalogueImport, exportCatalogue, importCatalogue } from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Received, type ReceivedOf } from '../files/received.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ImportCatalogue } from './workbook.commands.js';
import { CheckCatalogueImport, ExportCatalogue } from './workbook.queries.js';

/** A catalogue as a workbook: export, dry run that reports every wrong cell, and import. */
@Controller()
export class WorkbookController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(exportCatalogue)
  export(@Input() input: InputOf<typeof exportCatalogue>, @By() caller: Caller) {
    return this.queries.execute(new ExportCatalogue(input, caller));
  }

  @Handles(checkCatalogueImport)
  check(@Received() input: ReceivedOf<typeof checkCatalogueImport>, @By() caller: Caller, @In() language: Language) {
    return this.queries.execute(new CheckCatalogueImport(input, caller, language));
  }

  @Handles(importCatalogue)
  import(
    @Received() input: ReceivedOf<typeof importCatalogue>,
    @By() caller: Caller,
    @In() language: Language,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new ImportCatalogue(input, caller, language, context));
  }
}
