import { createHash } from 'node:crypto';
import { Controller, Inject, type StreamableFile } from '@nestjs/common';
import canonicalize from 'canonicalize';
import { v5 } from 'uuid';
import { checkCatalogueImport, exportCatalogue, importCatalogue, type WorkbookReport } from '#contract';
import {
  catalogueSamples, catalogueStandards, catalogueTables, fileProblem, load, messageOfProblem, problem, readWorkbook, refuseIf, RuleBroken, sameFacts, sampleChanges, testingUnit, unitLeaves, unitSamples, catalogueLeaves,
  type CommandContext, type Language, type SampleChange, type SheetSample, type WorkbookReading,
} from '#domain';
import type { Engines } from '#engines';
import type { Position } from '#events';
import type { Caller } from '../auth/caller.js';
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
import { type Holder, holderFor } from './holder.js';
import { KeptSamples } from './kept-samples.js';
import { Workbooks } from './workbooks.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MOST_PROBLEMS = 500;

/** A catalogue as a workbook: out, and in again after a dry run that tells every wrong cell. */
@Controller()
export class CatalogueWorkbook {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly kept: KeptSamples, private readonly workbooks: Workbooks, @Inject(CLOCK) private readonly now: Clock) {}

  @Handles(exportCatalogue)
  async export(@Input() { testUnitId }: InputOf<typeof exportCatalogue>, @By() caller: Caller): Promise<StreamableFile> {
    const holder = await holderFor(this.engines.eventStore, caller, testUnitId);
    const content = await this.workbooks.write(catalogueTables(await this.samplesOf(holder), (await this.kept.leaves(holder)).leaves));
    return sentAs({ content, name: `${await this.nameOf(holder)}_${localDayOf(this.now())}.xlsx`, mediaType: XLSX });
  }

  @Handles(checkCatalogueImport)
  async check(@Received() { testUnitId, file }: ReceivedOf<typeof checkCatalogueImport>, @By() caller: Caller, @In() language: Language) {
    const holder = await holderFor(this.engines.eventStore, caller, testUnitId);
    return reportOf(await this.reading(holder, file), language, false);
  }

  /** All samples agree first, and one that has changed meanwhile refuses the whole; asked again after a break, what is done already is left as it is (DECISIONS 13). */
  @Handles(importCatalogue)
  async import(@Received() { testUnitId, reason, file }: ReceivedOf<typeof importCatalogue>, @By() caller: Caller, @In() language: Language, @Command() context: CommandContext) {
    const holder = await holderFor(this.engines.eventStore, caller, testUnitId);
    const reading = await this.reading(holder, file);
    if (reading.problems.length > 0) return reportOf(reading, language, false);
    // A revision is that of one sample; what the others were when they were exported says their column 版本.
    if (context.expectedRevision !== undefined && reading.changes.length > 1) throw Problem.invalid([{ path: 'If-Match', message: 'goes with a workbook that changes one sample only' }]);
    for (const change of reading.changes) agreed(change)((await this.kept.one(holder, change.id)).sample);
    const done: SampleChange[] = [];
    let position: Position | null = null;
    for (const change of reading.changes) {
      try {
        const written = await this.kept.change(holder, change.id, { ...context, commandId: v5(change.id, context.commandId) }, agreed(change), reason);
        position = written.position ?? position;
        done.push(change);
      } catch (error) {
        throw error instanceof RuleBroken && done.length > 0 ? partlyDone(reading.changes, done, error) : error;
      }
    }
    return answer(reportOf(reading, language, true), { position });
  }

  /** @throws RuleBroken for a file that is no workbook, before anything of it is read */
  private async reading(holder: Holder, { name, content }: { name: string; content: Buffer }): Promise<WorkbookReading> {
    refuseIf(fileProblem({ name, size: content.byteLength }, ['.xlsx']));
    refuseIf(isWhatItsNameSays('.xlsx', content) ? null : problem('FILE_CONTENT_DIFFERS', { name }, 'file'));
    const sheets = await this.workbooks.read(content);
    const [samples, standards] = [await this.samplesOf(holder), await this.kept.standards()];
    const { leaves } = await this.kept.leaves(holder);
    return readWorkbook(sheets, { samples, materials: leaves.filter(({ withdrawn }) => !withdrawn), standards: [...standards.values()], newId: (sampleId, code) => v5(code, sampleId) });
  }

  /** Everything the holder offers, as of now. */
  private async samplesOf(holder: Holder): Promise<SheetSample[]> {
    await upToDate(this.engines, catalogueLeaves, catalogueSamples, catalogueStandards, unitLeaves, unitSamples);
    const { leaves } = await this.kept.leaves(holder);
    const rows = await this.kept.rows(holder, leaves.filter(({ withdrawn }) => !withdrawn));
    return rows.map(({ id, sample }) => ({ ...sample, id, mark: markOf(sample) }));
  }

  private async nameOf(holder: Holder): Promise<string> {
    if (!holder) return '样品目录模板';
    const { state } = await load(this.engines.eventStore, testingUnit, holder.testUnitId);
    return `${state?.shortName || state?.testUnitName || ''}样品目录`.replaceAll(/[\\/:*?"<>|]/g, '');
  }
}

/** Changes when anything of a sample does. */
const markOf = (sample: object): string => createHash('sha256').update(canonicalize(sample) ?? '').digest('hex').slice(0, 8);

/** What is imported was read off a sample: it is put only where that still holds. */
const agreed = ({ before, after }: SampleChange) => (sample: SampleChange['before']): SampleChange['after'] => {
  refuseIf(sameFacts(sample, before) || sameFacts(sample, after) ? null : problem('CHANGED_MEANWHILE'));
  return after;
};

const partlyDone = (all: readonly SampleChange[], done: readonly SampleChange[], error: RuleBroken): RuleBroken =>
  new RuleBroken(problem('PARTLY_DONE', {
    done: done.map(({ before }) => before.sampleCode).join('、'), notDone: all.filter((change) => !done.includes(change)).map(({ before }) => before.sampleCode).join('、'), cause: problem(error.code, error.params),
  }));

const reportOf = ({ problems, changes, ...counts }: WorkbookReading, language: Language, imported: boolean): WorkbookReport => ({
  ...counts, imported, problemCount: problems.length,
  problems: problems.slice(0, MOST_PROBLEMS).map(({ problem: found, ...place }) => ({ ...place, code: found.code, message: messageOfProblem(found, language) })),
  changes: changes.map(({ id, before, after }) => ({ sampleId: id, sampleCode: after.sampleCode, sampleName: after.name, changes: sampleChanges(before, after) })),
});
