import { lengthOf } from '../consignment/limits.js';
import { problem } from '../rules/rule-broken.js';
import { asOneLine } from '../text/text.js';
import type { KnownPictures } from './known-pictures.js';
import { EXAMPLE_LIMITS, type SampleExample, withExamples } from './sample-examples.js';
import type { WorkbookDraft } from './workbook-draft.js';
import { exampleColumns, EXAMPLE_SHEET } from './workbook-example-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** `moved` is below 0 where the row moved it up, above 0 where it moved it down. */
type Placed = { example: SampleExample; num: number; moved: number };

/** Examples: rows are found by sample and picture; a picture of another sample is added to this one. None is taken away: that is done where a reason is given. */
export const readExamples = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  { byKey }: KnownPictures,
): void => {
  const placed = new Map<string, Placed[]>();
  for (const row of rowsIn(sheets, EXAMPLE_SHEET, exampleColumns, ['sampleCode', 'picture'], problems)) {
    const key = row.text('picture');
    const sample = draft.entryOf(row, 'picture', (id) => `${id}/examples/${key}`);
    if (!sample) continue;
    const image = byKey.get(key);
    if (image === undefined) {
      row.refuse('picture', problem('CELL_PICTURE_UNKNOWN'));
      continue;
    }
    const now =
      placed.get(sample.id) ??
      (draft.now(sample).examples ?? []).map((example, at) => ({ example, num: at + 1, moved: 0 }));
    const before = now.find(({ example }) => example.image === image) ?? null;
    if (!before && now.length >= EXAMPLE_LIMITS.most) {
      row.refuse('picture', problem('TOO_MANY_ENTRIES', { max: EXAMPLE_LIMITS.most }));
      continue;
    }
    const after = exampleIn(row, before ?? { example: { name: '', image }, num: now.length + 1, moved: 0 });
    if (!after) continue;
    const all = before ? now.map((each) => (each === before ? after : each)) : [...now, after];
    placed.set(sample.id, all);
    draft.put(
      sample.id,
      withExamples(
        draft.now(sample),
        all.toSorted(byPlace).map(({ example }) => example),
      ),
    );
  }
};

/** A number is the place the example shall have: one that moved up goes before what is there, one that moved down after it. */
const byPlace = (left: Placed, right: Placed): number => left.num - right.num || left.moved - right.moved;

/** Null for a row that is refused. */
const exampleIn = (row: SheetRow, before: Placed): Placed | null => {
  const typed = row.values()['num'];
  const num = typeof typed === 'number' ? typed : before.num;
  const name = row.has('name') ? row.text('name') : before.example.name;
  const wrong =
    name === ''
      ? problem('CATALOGUE_TEXT_REQUIRED')
      : lengthOf(name) > EXAMPLE_LIMITS.name
        ? problem('TEXT_TOO_LONG', { max: EXAMPLE_LIMITS.name })
        : null;
  if (wrong) row.refuse(row.has('name') ? 'name' : 'picture', wrong);
  return wrong
    ? null
    : {
        example: { ...before.example, name: name === asOneLine(before.example.name) ? before.example.name : name },
        num,
        moved: Math.sign(num - before.num),
      };
};
