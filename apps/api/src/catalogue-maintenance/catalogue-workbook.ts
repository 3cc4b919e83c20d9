import { Controller, Inject, type StreamableFile } from '@nestjs/common';
import { checkCatalogueImport, exportCatalogue, importCatalogue } from '#contract';
import {
  catalogueCategories,
  catalogueLeaves,
  cataloguePacks,
  catalogueSamples,
  catalogueStandards,
  fileProblem,
  load,
  problem,
  reference,
  refuseIf,
  testingUnit,
  unitLeaves,
  unitPacks,
  unitSamples,
  type CommandContext,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { isWhatItsNameSays } from '../files/file-content.js';
import { Received, type ReceivedOf } from '../files/received.js';
import { sentAs } from '../files/sent-as.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { type Holder, holderFor, TEMPLATE } from './holder.js';
import { ImportSteps } from './import-steps.js';
import { KeptLists } from './kept-lists.js';
import { KeptPacks } from './kept-packs.js';
import { KeptSamples } from './kept-samples.js';
import type { Judged, SheetCatalogue } from './sheet-catalogue.js';
import { Workbooks } from './workbooks.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A catalogue as a workbook: out, and in again after a dry run that tells every wrong cell. */
@Controller()
export class CatalogueWorkbook {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly kept: KeptSamples,
    private readonly lists: KeptLists,
    private readonly packs: KeptPacks,
    private readonly workbooks: Workbooks,
    private readonly steps: ImportSteps,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(exportCatalogue)
  async export(
    @Input() { testUnitId }: InputOf<typeof exportCatalogue>,
    @By() caller: Caller,
  ): Promise<StreamableFile> {
    const holder = await holderFor(this.engines.eventStore, caller, testUnitId);
    const content = await this.workbooks.write(nameOfCatalogue(holder), await this.catalogueOf(holder));
    return sentAs({ content, name: `${await this.nameOf(holder)}_${localDayOf(this.now())}.xlsx`, mediaType: XLSX });
  }

  @Handles(checkCatalogueImport)
  async check(
    @Received() { testUnitId, file }: ReceivedOf<typeof checkCatalogueImport>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    const holder = await holderFor(this.engines.eventStore, caller, testUnitId);
    return (await this.judged(holder, file, language, caller)).report;
  }

  @Handles(importCatalogue)
  async import(
    @Received() { testUnitId, reason, confirmEmptiedPrices, file }: ReceivedOf<typeof importCatalogue>,
    @By() caller: Caller,
    @In() language: Language,
    @Command() context: CommandContext,
  ) {
    const holder = await holderFor(this.engines.eventStore, caller, testUnitId);
    const read = await this.judged(holder, file, language, caller);
    if (read.report.problemCount > 0) return read.report;
    if (confirmEmptiedPrices === 'false') refuseIf(emptiedProblem(read.report.emptiedPrices));
    // A revision is that of one sample; what the others were when they were exported says their column 版本.
    const streams =
      read.changes.length +
      read.lists.length +
      read.categories.length +
      read.packs.length +
      read.standards.length +
      (read.accessoryTypes ? 1 : 0);
    if (context.expectedRevision !== undefined && streams > 1)
      throw Problem.invalid([{ path: 'If-Match', message: 'goes with a workbook that changes one sample only' }]);
    return answer(
      { ...read.report, imported: true },
      { position: await this.steps.run(holder, read, reason, context) },
    );
  }

  /** @throws RuleBroken for a unit that is not active and for a file that is no workbook, before anything of it is read */
  private async judged(
    holder: Holder,
    { name, content }: { name: string; content: Buffer },
    language: Language,
    caller: Caller,
  ): Promise<Judged> {
    if (holder && !has(caller, ROLE.admin)) {
      const { state } = await load(this.engines.eventStore, testingUnit, holder.testUnitId);
      refuseIf(state?.isActive ? null : problem('TESTING_UNIT_CLOSED'));
    }
    refuseIf(fileProblem({ name, size: content.byteLength }, ['.xlsx']));
    refuseIf(isWhatItsNameSays('.xlsx', content) ? null : problem('FILE_CONTENT_DIFFERS', { name }, 'file'));
    return this.workbooks.judge(nameOfCatalogue(holder), content, () => this.catalogueOf(holder), language);
  }

  /** Everything the holder offers, as of now, and what it hangs on. */
  private async catalogueOf(holder: Holder): Promise<SheetCatalogue> {
    await upToDate(
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
    const { leaves } = await this.kept.leaves(holder);
    const [{ state: types }, packs, rows, standards, lists, categories, heldSamples, heldPacks] = await Promise.all([
      load(this.engines.eventStore, reference, 'accessoryTypes'),
      this.packs.all(holder),
      this.kept.rows(
        holder,
        leaves.filter(({ withdrawn }) => !withdrawn),
      ),
      this.kept.standards(),
      this.lists.all(),
      this.kept.categories(),
      this.kept.heldIds(holder),
      this.packs.names(holder),
    ]);
    const links = new Map(leaves.map(({ id, sampleNameLink }) => [id, sampleNameLink]));
    return {
      samples: rows.map(({ id, sample }) => ({ ...sample, id, link: links.get(id) ?? sample.sampleNameLink })),
      leaves,
      standards: [...standards.values()],
      categories,
      isTemplate: holder === TEMPLATE,
      testUnitId: holder?.testUnitId ?? null,
      bigCategoryIds: holder?.bigCategoryIds ?? null,
      packs: packs.filter(({ withdrawn }) => !withdrawn).map(({ origin: _, withdrawn: __, ...pack }) => pack),
      accessoryTypes: types?.type === 'AccessoryTypesListed' ? types.data.accessoryTypes : [],
      heldSamples,
      heldPacks,
      lists: lists.map(({ revision: _, ...list }) => list),
    };
  }

  private async nameOf(holder: Holder): Promise<string> {
    if (!holder) return '样品目录模板';
    const { state } = await load(this.engines.eventStore, testingUnit, holder.testUnitId);
    return `${state?.shortName || state?.testUnitName || ''}样品目录`.replaceAll(/[\\/:*?"<>|]/g, '');
  }
}

/** Codes that a sentence tells of many. */
const TOLD = 10;
const emptiedProblem = (emptied: Judged['report']['emptiedPrices']) => {
  if (emptied.length === 0) return null;
  const names = emptied.slice(0, TOLD).map(({ testParamCode, paramName }) => `${testParamCode} ${paramName}`);
  return problem(
    'PRICES_EMPTIED',
    { count: emptied.length, names: names.join('、') + (emptied.length > TOLD ? '…' : '') },
    'confirmEmptiedPrices',
  );
};

const nameOfCatalogue = (holder: Holder): string => holder?.testUnitId ?? 'template';
