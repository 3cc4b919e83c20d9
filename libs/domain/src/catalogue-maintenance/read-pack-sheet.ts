import type { CataloguePack, CatalogueSample } from '#events';
import { packEntryOf } from '../packs/pack-offer.js';
import { problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { asOneLine } from '../text/text.js';
import { addedBefore, type HeldId } from './added-before.js';
import { sizeProblem } from './event-size.js';
import { packProblems } from './pack-problems.js';
import { withCode } from './workbook-cells.js';
import type { SheetSample } from './workbook-column.js';
import type { WorkbookDraft } from './workbook-draft.js';
import { codesOfParameters, packColumns, PACK_SHEET, type SheetPack } from './workbook-other-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** A pack that the workbook changes, before and after; null before for a new one. */
export type PackChange = { id: string; before: CataloguePack | null; after: CataloguePack };

/** `held` are packs under whatever name, those that their keeper deleted too. */
type Known = { packs: readonly SheetPack[]; held: readonly HeldId[]; newId(sampleId: string, code: string): string };

/** Packs of parameters: rows are found by their number, one without by sample and name; a new name adds one. Parameters that stay keep their standards, others come with their defaults. */
export const readPacks = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  { packs, held, newId }: Known,
): PackChange[] => {
  const seen = new Set<string>();
  return rowsIn(sheets, PACK_SHEET, packColumns, ['sampleCode', 'name'], problems).flatMap((row) => {
    const sample = draft.sampleOf(row);
    if (!sample) return [];
    const [number, name] = [row.text('id'), row.text('name')];
    const there = packs.find(
      (pack) => pack.sampleId === sample.id && (number === '' ? asOneLine(pack.name) === name : pack.id === number),
    );
    if (number !== '' && !there) {
      row.refuse('id', problem('NO_SUCH_PACK'));
      return [];
    }
    const id = there?.id ?? newId(sample.id, `pack/${name}`);
    if (seen.has(id)) {
      row.refuse('name', problem('CELL_TWICE'));
      return [];
    }
    seen.add(id);
    const heldBy = there ? null : addedBefore(id, held);
    if (heldBy) {
      row.refuse('name', heldBy);
      return [];
    }
    const before = there ? factsOf(there) : null;
    const after = packIn(row, before ?? emptyFor(sample), draft.now(sample));
    if (sameFacts(before, after)) return [];
    for (const { code, params, path } of packProblems(after))
      row.refuse(path === 'name' ? 'name' : 'params', { code, params });
    const tooMuch = sizeProblem(after);
    if (tooMuch) row.refuse('params', tooMuch);
    if (there && row.text('mark') !== '' && row.text('mark') !== there.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    return [{ id, before, after }];
  });
};

const packIn = (row: SheetRow, before: CataloguePack, sample: CatalogueSample): CataloguePack => {
  const { name, exposed, num, params } = row.values();
  return {
    ...before,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof exposed === 'boolean' ? { exposed } : {}),
    ...(typeof num === 'number' ? { orderNum: num } : {}),
    ...(Array.isArray(params) ? { entries: entriesIn(row, params, before, sample) } : {}),
  };
};

/** The same codes leave a pack as it is, with what the sample has no more: forms leave that out. */
const entriesIn = (
  row: SheetRow,
  codes: readonly string[],
  { entries }: CataloguePack,
  sample: CatalogueSample,
): CataloguePack['entries'] => {
  if (
    entries.length > 0 &&
    codes.join('\n') ===
      codesOfParameters(
        entries.map(({ param }) => param.id),
        sample,
      ).join('\n')
  )
    return entries;
  return codes.flatMap((code) => {
    const parameter = withCode(sample.parameters, code);
    if (!parameter) row.refuse('params', problem('CELL_PARAMETER_UNKNOWN', { code }));
    return parameter
      ? [
          packEntryOf(
            parameter,
            entries.find(({ param }) => param.id === parameter.id),
          ),
        ]
      : [];
  });
};

const emptyFor = ({ id: sampleId, categoryId, bigCategoryId }: SheetSample): CataloguePack => ({
  name: '',
  sampleId,
  categoryId,
  bigCategoryId,
  exposed: true,
  orderNum: 1,
  entries: [],
});

const factsOf = ({ id: _, mark: __, ...pack }: SheetPack): CataloguePack => pack;
