import type { CatalogueSample } from '#events';
import { problem } from '../../rules/rule-broken.js';
import { normalizedCode } from '../../text/text.js';
import type { SheetSample } from './column.js';
import type { SheetRow } from './rows.js';

/** The state of a catalogue while a workbook is read, with the row that each item comes from. */
export class WorkbookDraft {
  private readonly byCode: Map<string, SheetSample>;
  /** Samples that the workbook adds. */
  readonly added: SheetSample[] = [];
  private readonly drafts = new Map<string, CatalogueSample>();
  private readonly places = new Map<string, SheetRow>();
  private readonly seen = new Set<string>();
  private readonly rows = new Map<string, SheetRow>();

  constructor(samples: readonly SheetSample[]) {
    this.byCode = new Map(samples.map((sample) => [normalizedCode(sample.sampleCode), sample]));
  }

  /** The sample with the code in a row. An unknown code is a problem of the row. */
  sampleOf(row: SheetRow): SheetSample | null {
    const sample = this.withCode(row.text('sampleCode'));
    if (sample) this.rows.set(sample.id, row);
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
    const wrong =
      row.text(key) === ''
        ? problem('CATALOGUE_TEXT_REQUIRED')
        : this.seen.has(identity(sample.id))
          ? problem('CELL_TWICE')
          : null;
    this.seen.add(identity(sample.id));
    if (wrong) row.refuse(key, wrong);
    return wrong ? null : sample;
  }

  /** The sample with this code, or null. Does not report a problem. */
  withCode(code: string): SheetSample | null {
    return this.byCode.get(normalizedCode(code)) ?? null;
  }

  add(sample: SheetSample): void {
    this.byCode.set(normalizedCode(sample.sampleCode), sample);
    this.added.push(sample);
  }

  now({ id, mark: _, link: __, ...sample }: SheetSample): CatalogueSample {
    return this.drafts.get(id) ?? sample;
  }

  changed({ id }: SheetSample): CatalogueSample | null {
    return this.drafts.get(id) ?? null;
  }

  put(sampleId: string, sample: CatalogueSample): void {
    this.drafts.set(sampleId, sample);
  }

  stands(key: string, row: SheetRow): void {
    this.places.set(key, row);
  }

  placeOf(key: string): SheetRow | undefined {
    return this.places.get(key);
  }

  /** The row of the sample itself, otherwise a row of one of its entries. */
  rowOf(sampleId: string): SheetRow | undefined {
    return this.places.get(sampleId) ?? this.rows.get(sampleId);
  }

  /** The number of rows of the sample sheet. Entries have keys of the form `sample/entry`. */
  get samplesNamed(): number {
    return [...this.places.keys()].filter((key) => !key.includes('/')).length;
  }
}
