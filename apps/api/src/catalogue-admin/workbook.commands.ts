import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { importCatalogue, type ResultOf } from '#contract';
import { problem, refuseIf, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import type { UploadInputOf } from '../files/received.js';
import { withMeta, type OperationReturn } from '../http/answer.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { catalogueOwnerFor } from './holder.js';
import type { JudgedWorkbook } from './sheet-catalogue.js';
import { WorkbookImport } from './workbook-import.js';
import { CatalogueSource } from './workbook.queries.js';

/** The most codes that a message names. */
const MOST_NAMED = 10;

export class ImportCatalogue extends Command<OperationReturn<ResultOf<typeof importCatalogue>>> {
  constructor(
    readonly input: UploadInputOf<typeof importCatalogue>,
    readonly caller: Caller,
    readonly language: Language,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ImportCatalogue)
export class ImportCatalogueHandler implements ICommandHandler<ImportCatalogue> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly steps: WorkbookImport,
    private readonly source: CatalogueSource,
  ) {}

  async execute({
    input: { testUnitId, reason, confirmEmptiedPrices, file },
    caller,
    language,
    context,
  }: ImportCatalogue) {
    const holder = await catalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
    const read = await this.source.judged(holder, file, language, caller);
    if (read.report.problemCount > 0) return read.report;
    if (confirmEmptiedPrices === 'false') refuseIf(emptiedProblem(read.report.emptiedPrices));
    // If-Match holds the revision of one sample; for several, the column 版本 has them.
    const streams =
      read.changes.length +
      read.lists.length +
      read.categories.length +
      read.packs.length +
      read.standards.length +
      (read.accessoryTypes ? 1 : 0);
    if (context.expectedRevision !== undefined && streams > 1)
      throw Problem.invalid([{ path: 'If-Match', message: 'goes with a workbook that changes one sample only' }]);
    return withMeta(
      { ...read.report, imported: true },
      { position: await this.steps.run(holder, read, reason, context) },
    );
  }
}

export const workbookCommandHandlers = [ImportCatalogueHandler];

const emptiedProblem = (emptied: JudgedWorkbook['report']['emptiedPrices']) => {
  if (emptied.length === 0) return null;
  const names = emptied.slice(0, MOST_NAMED).map(({ testParamCode, paramName }) => `${testParamCode} ${paramName}`);
  return problem(
    'PRICES_EMPTIED',
    { count: emptied.length, names: names.join('、') + (emptied.length > MOST_NAMED ? '…' : '') },
    'confirmEmptiedPrices',
  );
};
