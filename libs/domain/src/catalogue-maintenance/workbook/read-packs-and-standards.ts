import type { CataloguePack, CatalogueSample, CatalogueStandard } from '#events';
import { isJsonEqual } from '../../rules/equality.js';
import { problem } from '../../rules/rule-broken.js';
import { packEntryOf } from '../../sample/packs.js';
import { toSingleLine } from '../../text/text.js';
import { alreadyAddedProblem, type ExistingItem, eventSizeProblem } from '../catalogue-items.js';
import { identityOf, orderByRenames, NEW_STANDARD, standardProblems, applyStandardPatch } from '../standards.js';
import { packProblems } from '../unit-packs.js';
import { entryWithCode, indexOfText } from './cells.js';
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
import { type CellProblem, type ReadSheet, readRows, type SheetRow } from './rows.js';

/** A pack that the workbook changes, before and after. `before` is null for a new pack. */
export type PackChange = { id: string; before: CataloguePack | null; after: CataloguePack };

/** `existingPacks` are all existing packs, including renamed and deleted ones. */
type PacksToRead = {
  packs: readonly SheetPack[];
  existingPacks: readonly ExistingItem[];
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
  { packs, existingPacks, newId }: PacksToRead,
): PackChange[] => {
  const readIds = new Set<string>();
  return readRows(sheets, PACK_SHEET, packColumns, ['sampleCode', 'name'], problems).flatMap((row) => {
    const sample = draft.sampleOf(row);
    if (!sample) return [];
    const [number, name] = [row.text('id'), row.text('name')];
    const existing = packs.find(
      (pack) => pack.sampleId === sample.id && (number === '' ? toSingleLine(pack.name) === name : pack.id === number),
    );
    if (number !== '' && !existing) {
      row.refuse('id', problem('NO_SUCH_PACK'));
      return [];
    }
    const id = existing?.id ?? newId(sample.id, `pack/${name}`);
    if (readIds.has(id)) {
      row.refuse('name', problem('CELL_TWICE'));
      return [];
    }
    readIds.add(id);
    const duplicate = existing ? null : alreadyAddedProblem(id, existingPacks);
    if (duplicate) {
      row.refuse('name', duplicate);
      return [];
    }
    const before = existing ? packOf(existing) : null;
    const after = readPack(row, before ?? emptyFor(sample), draft.currentSample(sample));
    if (isJsonEqual(before, after)) return [];
    for (const { code, params, path } of packProblems(after))
      row.refuse(path === 'name' ? 'name' : 'params', { code, params });
    const sizeProblem = eventSizeProblem(after);
    if (sizeProblem) row.refuse('params', sizeProblem);
    if (existing && row.text('mark') !== '' && row.text('mark') !== existing.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    return [{ id, before, after }];
  });
};

const readPack = (row: SheetRow, before: CataloguePack, sample: CatalogueSample): CataloguePack => {
  const { name, exposed, num, params } = row.values();
  return {
    ...before,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof exposed === 'boolean' ? { exposed } : {}),
    ...(typeof num === 'number' ? { orderNum: num } : {}),
    ...(Array.isArray(params) ? { entries: readEntries(row, params, before, sample) } : {}),
  };
};

/**
 * If the codes are the same, the pack stays unchanged, including parameters that the sample no longer has. Forms omit
 * those.
 */
const readEntries = (
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

type StandardsToRead = { standards: readonly SheetStandard[]; canChange: boolean; newId(identity: string): string };

const KEYS: Readonly<Record<string, string>> = { baseStandardName: 'name', printsManCode: 'code' };

/**
 * Reads the list of standards. A row is matched by its number in the list, or without a number by code and name; a new
 * standard is added. The changes are ordered so that a standard gives up its code before another one takes it.
 */
export const readStandardSheet = (
  sheets: readonly ReadSheet[],
  problems: CellProblem[],
  { standards, canChange, newId }: StandardsToRead,
): StandardChange[] => {
  const drafts = new Map<string, { existing: SheetStandard | undefined; after: CatalogueStandard; row: SheetRow }>();
  for (const row of readRows(sheets, STANDARD_SHEET, standardColumns, ['code', 'name'], problems)) {
    const number = row.text('id');
    const identity = identityOf({ publishCode: row.text('code'), standardName: row.text('name') });
    const existing = standards.find((standard) =>
      number === '' ? identityOf(standard) === identity : standard.id === number,
    );
    if (number !== '' && !existing) {
      row.refuse('id', problem('NO_SUCH_STANDARD'));
      continue;
    }
    const id = existing?.id ?? newId(identity);
    if (drafts.has(id)) {
      row.refuse('code', problem('CELL_TWICE'));
      continue;
    }
    const duplicate = existing
      ? null
      : alreadyAddedProblem(
          id,
          standards.map((standard) => ({ id: standard.id, name: `${standard.publishCode} ${standard.standardName}` })),
        );
    if (duplicate) {
      row.refuse('code', duplicate);
      continue;
    }
    drafts.set(id, { existing, after: readStandard(row, existing ? standardOf(existing) : NEW_STANDARD), row });
  }
  const all = [
    ...standards.map((standard) => ({ id: standard.id, ...(drafts.get(standard.id)?.after ?? standard) })),
    ...[...drafts].flatMap(([id, { existing, after }]) => (existing ? [] : [{ ...after, id }])),
  ];
  const idsByIdentity = new Map<string, string[]>();
  for (const standard of all)
    idsByIdentity.set(identityOf(standard), [...(idsByIdentity.get(identityOf(standard)) ?? []), standard.id]);
  const changes = [...drafts].flatMap(([id, { existing, after, row }]) => {
    const before = existing ? standardOf(existing) : null;
    if (isJsonEqual(before, after)) return [];
    if (!canChange) {
      row.refuse('code', problem('CELL_OF_TEMPLATE'));
      return [];
    }
    for (const { code, params, path = '' } of standardProblems(after)) row.refuse(KEYS[path] ?? path, { code, params });
    if ((idsByIdentity.get(identityOf(after)) ?? []).length > 1) row.refuse('code', problem('STANDARD_TAKEN'));
    if (existing && row.text('mark') !== '' && row.text('mark') !== existing.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    return [{ id, before, after }];
  });
  const { ordered, circular } = orderByRenames(changes);
  for (const { id } of circular) drafts.get(id)?.row.refuse('code', problem('STANDARDS_EXCHANGED'));
  return ordered;
};

const readStandard = (row: SheetRow, before: CatalogueStandard): CatalogueStandard => {
  const { clauseCodes } = row.values();
  const type = indexOfText(STANDARD_TYPES, row.text('type')) + 1;
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
