import type { CategoryRow } from '../catalogue/catalogue-views.js';
import { categoryPaths, categoryPathText } from '../catalogue/category-paths.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { addedBefore, type HeldId } from './added-before.js';
import { asOneLine, normalizedCode } from '../text/text.js';
import { newSample } from './new-sample.js';
import type { SheetSample } from './workbook-column.js';
import { kindWordOf } from './workbook-kind-words.js';
import type { SheetRow } from './workbook-rows.js';

/** Where samples may be added, which codes (half-width, without blanks) are taken by samples that are not offered now, what is held by whatever code, and how many a keeper may add yet. */
export type NewSamples = {
  categories: readonly CategoryRow[];
  takenCodes: ReadonlySet<string>;
  held: readonly HeldId[];
  room: number;
  newId(code: string): string;
};

/** New ones of one workbook. */
const MOST_NEW = 500;
/** A unit's own beside those of the template. */
const MOST_OWN = 2000;

/** How many samples of its own a unit may add to those it has; the template has no such end. */
export const roomForOwnSamples = (leaves: readonly { origin: 'template' | 'copy' | 'own' }[]): number =>
  MOST_OWN - leaves.filter(({ origin }) => origin === 'own').length;

/** What to say where a unit has no room for another sample of its own. */
export const tooManyOwnSamples = (): Problem => problem('TOO_MANY_OWN_SAMPLES', { max: MOST_OWN });

/**
 * The sample that a row with an unknown code adds: it names a category, by its path with or without the sample's own name, and no version, which only
 * an exported row has. Null for any other row, which is told what is wrong with it.
 */
export const readNewSample = (row: SheetRow, known: NewSamples | undefined, added: number): SheetSample | null => {
  const [sampleCode, name, path] = [row.text('sampleCode'), row.text('sampleName'), row.text('category')];
  if (!known || sampleCode === '' || path === '' || row.text('mark') !== '') {
    row.refuse('sampleCode', problem('CELL_SAMPLE_UNKNOWN'));
    return null;
  }
  if (known.takenCodes.has(normalizedCode(sampleCode))) {
    row.refuse('sampleCode', problem('SAMPLE_CODE_TAKEN', { code: sampleCode }));
    return null;
  }
  if (added >= Math.min(MOST_NEW, known.room)) {
    row.refuse(
      'sampleCode',
      known.room < MOST_NEW ? tooManyOwnSamples() : problem('TOO_MANY_NEW_SAMPLES', { max: MOST_NEW }),
    );
    return null;
  }
  const id = known.newId(sampleCode);
  const before = addedBefore(id, known.held);
  if (before) {
    row.refuse('sampleCode', before);
    return null;
  }
  const paths = categoryPaths(known.categories);
  const linkOf = ({ id }: CategoryRow, ...more: string[]) =>
    asOneLine(categoryPathText([...(paths.get(id) ?? []), ...more]));
  const found = known.categories.filter((category) => path === linkOf(category) || path === linkOf(category, name));
  const category = found.length === 1 ? found[0] : found.find((each) => kindWordOf(each) === row.text('kind'));
  if (!category) {
    row.refuse('category', problem('CELL_CATEGORY_UNKNOWN'));
    return null;
  }
  const { id: categoryId, bigCategoryId, isLocaleItem, qualificationIds } = category;
  return {
    ...newSample(id),
    id,
    mark: '',
    sampleCode,
    testUnitSampleSysCode: sampleCode,
    name,
    categoryId,
    bigCategoryId,
    isLocaleItem,
    qualificationIds,
    sampleNameLink: linkOf(category, name),
  };
};
