import type { CatalogueSample } from '#events';
import { lengthOf } from '../consignment/limits.js';
import { imageAddressesIn } from '../files/image-rules.js';
import { problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { addedBefore } from './added-before.js';
import type { KnownPictures } from './known-pictures.js';
import { CATALOGUE_LIMITS } from './sample-problems.js';
import type { WorkbookDraft } from './workbook-draft.js';
import { codesOfParameters, requirementColumns, REQUIREMENT_SHEET } from './workbook-other-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';
import { isBlank, normalizedLine } from '../text/text.js';
import { withCode } from './workbook-cells.js';

const MOST = 200;

type Requirement = CatalogueSample['requirements'][number];
type Known = { newId(sampleId: string, code: string): string; clean(html: string): string; pictures: KnownPictures };

/** Receiving requirements, of a sample as a whole or of some of its parameters: rows are found by their number, one without is new. None is taken away: that is done where a reason is given. */
export const readRequirements = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  { newId, clean, pictures }: Known,
): void => {
  const seen = new Set<string>();
  for (const row of rowsIn(sheets, REQUIREMENT_SHEET, requirementColumns, ['sampleCode', 'text'], problems)) {
    const sample = draft.sampleOf(row);
    if (!sample) continue;
    const now = draft.now(sample);
    const number = row.text('id');
    const id = number || newId(sample.id, `requirement/${row.text('params')}/${row.text('text')}`);
    if (seen.has(`${sample.id}/${id}`)) {
      row.refuse('id', problem('CELL_TWICE'));
      continue;
    }
    seen.add(`${sample.id}/${id}`);
    const before = now.requirements.find((each) => each.id === id);
    if (number !== '' && !before) {
      row.refuse('id', problem('CELL_NUMBER_UNKNOWN'));
      continue;
    }
    if (!before && now.requirements.length >= MOST) {
      row.refuse('text', problem('TOO_MANY_ENTRIES', { max: MOST }));
      continue;
    }
    const after = requirementIn(
      row,
      before ?? { id, paramIds: [], defaultSampleDescription: '', orderNum: now.requirements.length + 1 },
      !before,
      now,
      { clean, pictures },
    );
    if (!after) continue;
    // A row without a number is known by what it says: what says something else by now was changed by somebody.
    const changed =
      number === '' && before && !sameFacts(after, { ...before, orderNum: after.orderNum })
        ? addedBefore(id, [{ id, name: textOf(before.defaultSampleDescription) }])
        : null;
    if (changed) {
      row.refuse('text', changed);
      continue;
    }
    draft.put(sample.id, {
      ...now,
      requirements: before
        ? now.requirements.map((each) => (each === before ? after : each))
        : [...now.requirements, after],
    });
  }
};

/** Null for a row that is refused. What says the same as before is left as it is, for it was cleaned already. */
const requirementIn = (
  row: SheetRow,
  before: Requirement,
  isNew: boolean,
  sample: CatalogueSample,
  { clean, pictures }: Pick<Known, 'clean' | 'pictures'>,
): Requirement | null => {
  const { num, params } = row.values();
  const text =
    row.text('text') === normalizedLine(before.defaultSampleDescription)
      ? before.defaultSampleDescription
      : clean(row.text('text'));
  const codes = Array.isArray(params) ? params : null;
  const unknown = (codes ?? []).filter((code) => !withCode(sample.parameters, code));
  for (const code of unknown) row.refuse('params', problem('CELL_PARAMETER_UNKNOWN', { code }));
  const isTooLong = lengthOf(text) > CATALOGUE_LIMITS.requirements;
  if (isTooLong) row.refuse('text', problem('TEXT_TOO_LONG', { max: CATALOGUE_LIMITS.requirements }));
  const isEmptied = isBlank(text) && (isNew || before.defaultSampleDescription !== '');
  if (isEmptied) row.refuse('text', problem(isNew ? 'CATALOGUE_TEXT_REQUIRED' : 'CELL_DELETES_NOTHING'));
  const earlier = embeddedIn(clean(before.defaultSampleDescription));
  const isForeign =
    text !== before.defaultSampleDescription &&
    !(
      imageAddressesIn(text).every((address) => pictures.addresses.has(address)) &&
      embeddedIn(text).every((picture) => earlier.includes(picture))
    );
  if (isForeign) row.refuse('text', problem('CELL_PICTURE_UNKNOWN'));
  if (isEmptied || isTooLong || isForeign || unknown.length > 0) return null;
  const isSame = !codes || codes.join('\n') === codesOfParameters(before.paramIds, sample).join('\n');
  const paramIds = isSame ? before.paramIds : codes.flatMap((code) => withCode(sample.parameters, code)?.id ?? []);
  return { ...before, paramIds, defaultSampleDescription: text, ...(typeof num === 'number' ? { orderNum: num } : {}) };
};

/** Pictures that lie in a cleaned text itself: of those a row keeps what it had, and brings none along. */
const embeddedIn = (html: string): string[] =>
  [...html.matchAll(/<img [^>]*?src="(data:[^"]*)"/g)].map(([, source]) => source ?? '');

/** A requirement as a message can name it. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .slice(0, 40);
