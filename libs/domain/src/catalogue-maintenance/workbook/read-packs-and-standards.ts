import type { CataloguePack, CatalogueSample, CatalogueStandard } from '#events';
import { isJsonEqual } from '../../rules/equality.js';
import { problem } from '../../rules/rule-broken.js';
import { packEntryOf } from '../../sample/packs.js';
import { toSingleLine } from '../../text/text.js';
import { alreadyAddedProblem, type ExistingItem, eventSizeProblem } from '../catalogue-items.js';
import { identityOf, orderByRenames, NEW_STANDARD, standardProblems, applyStandardPatch } from '../standards.js';
import { packProblems } from '../unit-packs.js';
import { entryWithCode, indexOfWord } from './cells.js';
import type { SheetSample } from './column.js';
import type { WorkbookDraft } from './draft.js';
import {
  codesOfParameters,
  PACK_SHEET,
  packColumns,
  type SheetPack,
  type SheetStandard,
  STANDARD_SHEET,
  STANDARD_TYPES,
  standardColumns,
} from './list-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './rows.js';

/** A pack that the workbook changes, before and after. `before` is null for a new pack. */
export type PackChange = { id: string; before: CataloguePack | null; after: CataloguePack };

/** `held` are all existing packs, including renamed and deleted ones. */
type KnownPacks = {
  packs: readonly SheetPack[];
  held: readonly ExistingItem[];
  newId(sampleId: string, code: string): string;
};

/**
 * Reads packs of parameters. A row is matched by its number, or without a number by sample and name; a new name adds a
 * pack. Parameters that stay in a pack keep their standards; others get their default standards.
 */
export const readPacks = (
  sheets: readonly ReadSheet[],
  draft: WorkbookDraft,
  problems: CellProblem[],
  { packs, held, newId }: KnownPacks,
): PackChange[] => {
  const seen = new Set<string>();
  return rowsIn(sheets, PACK_SHEET, packColumns, ['sampleCode', 'name'], problems).flatMap((row) => {
    const sample = draft.sampleOf(row);
    if (!sample) return [];
    const [number, name] = [row.text('id'), row.text('name')];
    const there = packs.find(
      (pack) => pack.sampleId === sample.id && (number === '' ? toSingleLine(pack.name) === name : pack.id === number),
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
    const duplicate = there ? null : alreadyAddedProblem(id, held);
    if (duplicate) {
      row.refuse('name', duplicate);
      return [];
    }
    const before = there ? packOf(there) : null;
    const after = packIn(row, before ?? emptyFor(sample), draft.now(sample));
    if (isJsonEqual(before, after)) return [];
    for (const { code, params, path } of packProblems(after))
      row.refuse(path === 'name' ? 'name' : 'params', { code, params });
    const tooMuch = eventSizeProblem(after);
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

/**
 * If the codes are the same, the pack stays unchanged, including parameters that the sample no longer has. Forms omit
 * those.
 */
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
    const parameter = entryWithCode(sample.parameters, code);
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

const packOf = ({ id: _, mark: __, ...pack }: SheetPack): CataloguePack => pack;

/** A standard that the workbook changes, before and after. `before` is null for a new standard. */
export type StandardChange = { id: string; before: CatalogueStandard | null; after: CatalogueStandard };

type KnownStandards = { standards: readonly SheetStandard[]; mayKeep: boolean; newId(identity: string): string };

const KEYS: Readonly<Record<string, string>> = { baseStandardName: 'name', printsManCode: 'code' };

/**
 * Reads the list of standards. A row is matched by its number in the list, or without a number by code and name; a new
 * standard is added. The changes are ordered so that a standard gives up its code before another one takes it.
 */
export const readStandardSheet = (
  sheets: readonly ReadSheet[],
  problems: CellProblem[],
  { standards, mayKeep, newId }: KnownStandards,
): StandardChange[] => {
  const drafts = new Map<string, { there: SheetStandard | undefined; after: CatalogueStandard; row: SheetRow }>();
  for (const row of rowsIn(sheets, STANDARD_SHEET, standardColumns, ['code', 'name'], problems)) {
    const number = row.text('id');
    const identity = identityOf({ publishCode: row.text('code'), standardName: row.text('name') });
    const there = standards.find((standard) =>
      number === '' ? identityOf(standard) === identity : standard.id === number,
    );
    if (number !== '' && !there) {
      row.refuse('id', problem('NO_SUCH_STANDARD'));
      continue;
    }
    const id = there?.id ?? newId(identity);
    if (drafts.has(id)) {
      row.refuse('code', problem('CELL_TWICE'));
      continue;
    }
    const duplicate = there
      ? null
      : alreadyAddedProblem(
          id,
          standards.map((standard) => ({ id: standard.id, name: `${standard.publishCode} ${standard.standardName}` })),
        );
    if (duplicate) {
      row.refuse('code', duplicate);
      continue;
    }
    drafts.set(id, { there, after: standardIn(row, there ? standardOf(there) : NEW_STANDARD), row });
  }
  const all = [
    ...standards.map((standard) => ({ id: standard.id, ...(drafts.get(standard.id)?.after ?? standard) })),
    ...[...drafts].flatMap(([id, { there, after }]) => (there ? [] : [{ ...after, id }])),
  ];
  const holders = new Map<string, string[]>();
  for (const standard of all)
    holders.set(identityOf(standard), [...(holders.get(identityOf(standard)) ?? []), standard.id]);
  const changes = [...drafts].flatMap(([id, { there, after, row }]) => {
    const before = there ? standardOf(there) : null;
    if (isJsonEqual(before, after)) return [];
    if (!mayKeep) {
      row.refuse('code', problem('CELL_OF_TEMPLATE'));
      return [];
    }
    for (const { code, params, path = '' } of standardProblems(after)) row.refuse(KEYS[path] ?? path, { code, params });
    if ((holders.get(identityOf(after)) ?? []).length > 1) row.refuse('code', problem('STANDARD_TAKEN'));
    if (there && row.text('mark') !== '' && row.text('mark') !== there.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    return [{ id, before, after }];
  });
  const { ordered, circular } = orderByRenames(changes);
  for (const { id } of circular) drafts.get(id)?.row.refuse('code', problem('STANDARDS_EXCHANGED'));
  return ordered;
};

const standardIn = (row: SheetRow, before: CatalogueStandard): CatalogueStandard => {
  const { clauseCodes } = row.values();
  const type = indexOfWord(STANDARD_TYPES, row.text('type')) + 1;
  if (row.has('type') && type === 0)
    row.refuse('type', problem('CELL_NOT_ONE_OF', { choices: STANDARD_TYPES.join('、') }));
  const day = (key: string) => (row.has(key) ? row.text(key) || null : undefined);
  return applyStandardPatch(
    {
      baseStandardName: row.text('name'),
      printsManCode: row.text('code'),
      executeDate: day('executeDate'),
      expireDate: day('expireDate'),
      ...(type > 0 ? { type } : {}),
      ...(Array.isArray(clauseCodes) ? { clauseCodes } : {}),
    },
    before,
  );
};

const standardOf = ({ id: _, mark: __, ...standard }: SheetStandard): CatalogueStandard => standard;
