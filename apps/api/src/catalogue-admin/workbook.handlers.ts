import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { checkCatalogueImport, exportCatalogue, importCatalogue, type ResultOf } from '#contract';
import {
  catalogueCategories,
  catalogueLeaves,
  cataloguePacks,
  catalogueSamples,
  catalogueStandards,
} from '#domain/catalogue';
import { unitLeaves, unitPacks, unitSamples } from '#domain/catalogue-maintenance';
import { load, type CommandContext } from '#domain/event-sourcing';
import { fileProblem } from '#domain/files';
import { reference } from '#domain/reference';
import { problem, refuseIf } from '#domain/rules';
import type { Language } from '#domain/text';
import { dayInChina } from '#domain/time';
import { testingUnit } from '#domain/units';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { matchesExtension } from '../files/file-content.js';
import type { UploadInputOf } from '../http/upload-input.js';
import { fileResponse } from '../files/file-response.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { OwnedPacks } from './owned-packs.js';
import { OwnedSamples } from './owned-samples.js';
import { catalogueOwnerFor, TEMPLATE, type CatalogueOwner } from './catalogue-owner.js';
import { ReferenceLists } from './reference-lists.js';
import type { CheckedWorkbook, SheetCatalogue } from './sheet-catalogue.js';
import { WorkbookImport } from './workbook-import.js';
import { Workbooks } from './workbooks.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Collects the parts of a catalogue that a workbook is written from and checked against. */
@Injectable()
export class CatalogueSource {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly lists: ReferenceLists,
    private readonly packs: OwnedPacks,
    private readonly workbooks: Workbooks,
  ) {}

  /**
   * Checks a workbook against the owner's catalogue.
   * @throws RuleBroken for an inactive unit, and for a file that is not a workbook, before any of it is read
   */
  async checkWorkbook(
    owner: CatalogueOwner,
    { name, content }: { name: string; content: Buffer },
    language: Language,
    caller: Caller,
  ): Promise<CheckedWorkbook> {
    if (owner && !hasRole(caller, ROLE.admin)) {
      const { state } = await load(this.engines.eventStore, testingUnit, owner.testUnitId);
      refuseIf(state?.isActive ? null : problem('TESTING_UNIT_CLOSED'));
    }
    refuseIf(fileProblem({ name, size: content.byteLength }, ['.xlsx']));
    refuseIf((await matchesExtension('.xlsx', content)) ? null : problem('FILE_CONTENT_DIFFERS', { name }, 'file'));
    return this.workbooks.check(nameOfCatalogue(owner), content, () => this.loadCatalogue(owner), language);
  }

  /** All that the owner offers, up to date with the log. */
  async loadCatalogue(owner: CatalogueOwner): Promise<SheetCatalogue> {
    await requireUpToDate(
      this.engines,
      catalogueCategories,
      catalogueLeaves,
      cataloguePacks,
      catalogueSamples,
      catalogueStandards,
      unitLeaves,
      unitPacks,
      unitSamples,
    );
    const { leaves } = await this.ownedSamples.leaves(owner);
    const [{ state: typeList }, packs, rows, standards, lists, categories, existingSamples, existingPacks] =
      await Promise.all([
        load(this.engines.eventStore, reference, 'accessoryTypes'),
        this.packs.list(owner),
        this.ownedSamples.rows(
          owner,
          leaves.filter(({ withdrawn }) => !withdrawn),
        ),
        this.ownedSamples.standards(),
        this.lists.all(),
        this.ownedSamples.categories(),
        this.ownedSamples.listExisting(owner),
        this.packs.listExisting(owner),
      ]);
    const links = new Map(leaves.map(({ id, sampleNameLink }) => [id, sampleNameLink]));
    return {
      samples: rows.map(({ id, sample }) => ({ ...sample, id, link: links.get(id) ?? sample.sampleNameLink })),
      leaves,
      standards: [...standards.values()],
      categories,
      isTemplate: owner === TEMPLATE,
      testUnitId: owner?.testUnitId ?? null,
      bigCategoryIds: owner?.bigCategoryIds ?? null,
      packs: packs.filter(({ withdrawn }) => !withdrawn).map(({ origin: _, withdrawn: __, ...pack }) => pack),
      accessoryTypes: typeList?.type === 'AccessoryTypesListed' ? typeList.data.accessoryTypes : [],
      existingSamples,
      existingPacks,
      lists: lists.map(({ revision: _, ...list }) => list),
    };
  }
}

export class ExportCatalogue extends Query<StreamableFile> {
  constructor(
    readonly input: InputOf<typeof exportCatalogue>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ExportCatalogue)
export class ExportCatalogueHandler implements IQueryHandler<ExportCatalogue> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly workbooks: Workbooks,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly source: CatalogueSource,
  ) {}

  async execute({ input: { testUnitId }, caller }: ExportCatalogue): Promise<StreamableFile> {
    const owner = await catalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
    const content = await this.workbooks.write(nameOfCatalogue(owner), await this.source.loadCatalogue(owner));
    return fileResponse({
      content,
      name: `${await this.loadName(owner)}_${dayInChina(this.now())}.xlsx`,
      mediaType: XLSX,
    });
  }

  private async loadName(owner: CatalogueOwner): Promise<string> {
    if (!owner) return '样品目录模板';
    const { state } = await load(this.engines.eventStore, testingUnit, owner.testUnitId);
    return `${state?.shortName || state?.testUnitName || ''}样品目录`.replaceAll(/[\\/:*?"<>|]/g, '');
  }
}

export class CheckCatalogueImport extends Query<OperationReturn<ResultOf<typeof checkCatalogueImport>>> {
  constructor(
    readonly input: UploadInputOf<typeof checkCatalogueImport>,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(CheckCatalogueImport)
export class CheckCatalogueImportHandler implements IQueryHandler<CheckCatalogueImport> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly source: CatalogueSource,
  ) {}

  async execute({ input: { testUnitId, file }, caller, language }: CheckCatalogueImport) {
    const owner = await catalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
    return (await this.source.checkWorkbook(owner, file, language, caller)).report;
  }
}

const nameOfCatalogue = (owner: CatalogueOwner): string => owner?.testUnitId ?? 'template';

/** The maximum number of codes in a message. */
const MAX_NAMED_SAMPLES = 10;

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
    private readonly workbookImport: WorkbookImport,
    private readonly source: CatalogueSource,
  ) {}

  async execute({
    input: { testUnitId, reason, confirmEmptiedPrices, file },
    caller,
    language,
    context,
  }: ImportCatalogue) {
    const owner = await catalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
    const checkedWorkbook = await this.source.checkWorkbook(owner, file, language, caller);
    if (checkedWorkbook.report.problemCount > 0) return checkedWorkbook.report;
    if (confirmEmptiedPrices === 'false') refuseIf(emptiedProblem(checkedWorkbook.report.emptiedPrices));
    // If-Match has the revision of one stream, so it cannot protect several. The column 版本 of each row protects them.
    const streamCount =
      checkedWorkbook.changes.length +
      checkedWorkbook.lists.length +
      checkedWorkbook.categories.length +
      checkedWorkbook.packs.length +
      checkedWorkbook.standards.length +
      (checkedWorkbook.accessoryTypes ? 1 : 0);
    if (context.expectedRevision !== undefined && streamCount > 1)
      throw Problem.invalid([{ path: 'If-Match', message: 'goes with a workbook that changes one sample only' }]);
    return withMeta(
      { ...checkedWorkbook.report, imported: true },
      { position: await this.workbookImport.run(owner, checkedWorkbook, reason, context) },
    );
  }
}

const emptiedProblem = (emptiedPrices: CheckedWorkbook['report']['emptiedPrices']) => {
  if (emptiedPrices.length === 0) return null;
  const names = emptiedPrices
    .slice(0, MAX_NAMED_SAMPLES)
    .map(({ testParamCode, paramName }) => `${testParamCode} ${paramName}`);
  return problem(
    'PRICES_EMPTIED',
    { count: emptiedPrices.length, names: names.join('、') + (emptiedPrices.length > MAX_NAMED_SAMPLES ? '…' : '') },
    'confirmEmptiedPrices',
  );
};

export const workbookHandlers = [
  CatalogueSource,
  ExportCatalogueHandler,
  CheckCatalogueImportHandler,
  ImportCatalogueHandler,
];
