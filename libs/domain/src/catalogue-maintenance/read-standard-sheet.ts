import type { CatalogueStandard } from '#events';
import { problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { addedBefore } from './added-before.js';
import { inOrderOfRenames } from './standard-order.js';
import { standardWith, NEW_STANDARD } from './standard-facts.js';
import { identityOf, standardProblems } from './standard-problems.js';
import { placeOfWord } from './workbook-cells.js';
import { standardColumns, STANDARD_SHEET, STANDARD_TYPES, type SheetStandard } from './workbook-other-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** A standard that the workbook changes, before and after; null before for a new one. */
export type StandardChange = { id: string; before: CatalogueStandard | null; after: CatalogueStandard };

type Known = { standards: readonly SheetStandard[]; mayKeep: boolean; newId(identity: string): string };

const KEYS: Readonly<Record<string, string>> = { baseStandardName: 'name', printsManCode: 'code' };

/** The list of standards: rows are found by their number in the list, one without by number and name; what is new is added. In the order in which they can be put: one that gives its number up before the one that takes it. */
export const readStandardSheet = (
  sheets: readonly ReadSheet[],
  problems: CellProblem[],
  { standards, mayKeep, newId }: Known,
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
    const heldBy = there
      ? null
      : addedBefore(
          id,
          standards.map((standard) => ({ id: standard.id, name: `${standard.publishCode} ${standard.standardName}` })),
        );
    if (heldBy) {
      row.refuse('code', heldBy);
      continue;
    }
    drafts.set(id, { there, after: standardIn(row, there ? factsOf(there) : NEW_STANDARD), row });
  }
  const all = [
    ...standards.map((standard) => ({ id: standard.id, ...(drafts.get(standard.id)?.after ?? standard) })),
    ...[...drafts].flatMap(([id, { there, after }]) => (there ? [] : [{ ...after, id }])),
  ];
  const holders = new Map<string, string[]>();
  for (const standard of all)
    holders.set(identityOf(standard), [...(holders.get(identityOf(standard)) ?? []), standard.id]);
  const changes = [...drafts].flatMap(([id, { there, after, row }]) => {
    const before = there ? factsOf(there) : null;
    if (sameFacts(before, after)) return [];
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
  const { ordered, circular } = inOrderOfRenames(changes);
  for (const { id } of circular) drafts.get(id)?.row.refuse('code', problem('STANDARDS_EXCHANGED'));
  return ordered;
};

const standardIn = (row: SheetRow, before: CatalogueStandard): CatalogueStandard => {
  const { clauseCodes } = row.values();
  const type = placeOfWord(STANDARD_TYPES, row.text('type')) + 1;
  if (row.has('type') && type === 0)
    row.refuse('type', problem('CELL_NOT_ONE_OF', { choices: STANDARD_TYPES.join('、') }));
  const day = (key: string) => (row.has(key) ? row.text(key) || null : undefined);
  return standardWith(
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

const factsOf = ({ id: _, mark: __, ...standard }: SheetStandard): CatalogueStandard => standard;
