import type { CatalogueSample } from '#events';
import { problem } from '../../rules/rule-broken.js';
import { normalizedCode } from '../../text/text.js';
import type { SheetSample } from './column.js';
import type { SheetRow } from './rows.js';

/** What a workbook has made of a catalogue so far, and at which row everything stands. */
export class WorkbookDraft {
  private readonly byCode: Map<string, SheetSample>;
  /** Samples that the workbook brings along. */
  readonly added: SheetSample[] = [];
  private readonly drafts = new Map<string, CatalogueSample>();
  private readonly places = new Map<string, SheetRow>();
  private readonly seen = new Set<string>();
  private readonly rows = new Map<string, SheetRow>();

  constructor(samples: readonly SheetSample[]) {
    this.byCode = new Map(samples.map((sample) => [normalizedCode(sample.sampleCode), sample]));
  }

  /** The sample whose code stands in a row; one that nobody knows is refused there. */
  sampleOf(row: SheetRow): SheetSample | null {
    const sample = this.withCode(row.text('sampleCode'));
    if (sample) this.rows.set(sample.id, row);
    else row.refuse('sampleCode', problem('CELL_SAMPLE_UNKNOWN'));
    return sample;
  }

  /**
   * The sample to which the entry of a row belongs; refused without what tells the entry from others, and the second
   * time.
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

  /** The sample of this code, without a word where there is none. */
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

  /** The row of a sample itself, or one of what hangs on it. */
  rowOf(sampleId: string): SheetRow | undefined {
    return this.places.get(sampleId) ?? this.rows.get(sampleId);
  }

  /** Rows of the sample sheet; entries stand under `sample/entry`. */
  get samplesNamed(): number {
    return [...this.places.keys()].filter((key) => !key.includes('/')).length;
  }
}
