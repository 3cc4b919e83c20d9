import type { CatalogueSample } from '#events';
import { problem } from '../../rules/rule-broken.js';
import { normalizedCode } from '../../text/text.js';
import type { SheetSample } from './column.js';
import type { SheetRow } from './rows.js';

/** The state of a catalogue while a workbook is read, with the row that each item comes from. */
export class WorkbookDraft {
  private readonly byCode: Map<string, SheetSample>;
  /** Samples that the workbook adds. */
  readonly addedSamples: SheetSample[] = [];
  private readonly drafts = new Map<string, CatalogueSample>();
  private readonly rowsByEntry = new Map<string, SheetRow>();
  private readonly readIdentities = new Set<string>();
  private readonly rowsBySample = new Map<string, SheetRow>();

  constructor(samples: readonly SheetSample[]) {
    this.byCode = new Map(samples.map((sample) => [normalizedCode(sample.sampleCode), sample]));
  }

  /** The sample with the code in a row. An unknown code is a problem of the row. */
  sampleOf(row: SheetRow): SheetSample | null {
    const sample = this.findByCode(row.text('sampleCode'));
    if (sample) this.rowsBySample.set(sample.id, row);
    else row.refuse('sampleCode', problem('CELL_SAMPLE_UNKNOWN'));
    return sample;
  }

  /**
   * The sample of an entry in a row. The row has a problem if the identifying cell is empty or if the entry occurs a
   * second time.
   */
  entryOf(row: SheetRow, key: string, identity: (sampleId: string) => string): SheetSample | null {
    const sample = this.sampleOf(row);
    if (!sample) return null;
    const entryProblem =
      row.text(key) === ''
        ? problem('CATALOGUE_TEXT_REQUIRED')
        : this.readIdentities.has(identity(sample.id))
          ? problem('CELL_TWICE')
          : null;
    this.readIdentities.add(identity(sample.id));
    if (entryProblem) row.refuse(key, entryProblem);
    return entryProblem ? null : sample;
  }

  /** The sample with this code, or null. Does not report a problem. */
  findByCode(code: string): SheetSample | null {
    return this.byCode.get(normalizedCode(code)) ?? null;
  }

  add(sample: SheetSample): void {
    this.byCode.set(normalizedCode(sample.sampleCode), sample);
    this.addedSamples.push(sample);
  }

  currentSample({ id, mark: _, link: __, ...sample }: SheetSample): CatalogueSample {
    return this.drafts.get(id) ?? sample;
  }

  changedSample({ id }: SheetSample): CatalogueSample | null {
    return this.drafts.get(id) ?? null;
  }

  saveSample(sampleId: string, sample: CatalogueSample): void {
    this.drafts.set(sampleId, sample);
  }

  setEntryRow(key: string, row: SheetRow): void {
    this.rowsByEntry.set(key, row);
  }

  rowOfEntry(key: string): SheetRow | undefined {
    return this.rowsByEntry.get(key);
  }

  /** The row of the sample itself, otherwise a row of one of its entries. */
  rowOfSample(sampleId: string): SheetRow | undefined {
    return this.rowsByEntry.get(sampleId) ?? this.rowsBySample.get(sampleId);
  }

  /** The number of rows of the sample sheet. Entries have keys of the form `sample/entry`. */
  get samplesNamed(): number {
    return [...this.rowsByEntry.keys()].filter((key) => !key.includes('/')).length;
  }
}
