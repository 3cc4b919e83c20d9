import type { CatalogueCategory } from '#events';
import { categoryPaths, categoryPathText } from '../catalogue/category-paths.js';
import { type Problem, problem, RuleBroken } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { asOneLine } from '../text/text.js';
import type { ReadLists } from './read-list-sheets.js';
import { categoryProblems, isUnder, siblingProblem, typedLevel } from './sample-levels.js';
import { kindWordOf } from './workbook-kind-words.js';
import { categoryColumns, CATEGORY_SHEET, type SheetCategory } from './workbook-list-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** A category that the workbook changes, before and after; `path` is where it lies now. */
export type CategoryChange = { id: string; path: string; before: CatalogueCategory; after: CatalogueCategory };

/**
 * What a workbook would make of the sample tree: a row is found by the path as it was exported, whatever its other cells make of it. Names are
 * compared when all rows are read, so that two categories can swap theirs. New categories are made in the console. Whoever comes to lie under another comes
 * after it, whatever lies between them: no moment of the import shows two under each other.
 */
export const readCategories = (
  sheets: readonly ReadSheet[],
  { categories, mayKeep }: ReadLists,
  problems: CellProblem[],
): CategoryChange[] => {
  const paths = categoryPaths(categories);
  const pathOf = ({ id }: SheetCategory) => asOneLine(categoryPathText(paths.get(id) ?? []));
  const at = (path: string, kind: string) =>
    categories
      .filter((category) => pathOf(category) === path)
      .find((category, _, found) => found.length === 1 || kindWordOf(category) === kind);
  const drafts = new Map<string, { category: SheetCategory; after: SheetCategory; row: SheetRow }>();
  for (const row of rowsIn(sheets, CATEGORY_SHEET, categoryColumns, ['path'], problems)) {
    const category = at(row.text('path'), row.text('kind'));
    if (!category) {
      row.refuse('path', problem('CELL_CATEGORY_UNKNOWN'));
      continue;
    }
    if (drafts.has(category.id)) {
      row.refuse('path', problem('CELL_TWICE'));
      continue;
    }
    const { name, num } = row.values();
    const above = row.has('parent') ? parentNamed(row, category, at) : undefined;
    const after =
      above === null
        ? null
        : attempt(
            () =>
              typedLevel(
                category.id,
                category,
                {
                  parentId: above,
                  ...(typeof name === 'string' ? { name } : {}),
                  ...(typeof num === 'number' ? { orderNum: num } : {}),
                },
                categories,
              ),
            (found) => row.refuse('parent', found),
          );
    if (after) drafts.set(category.id, { category, after: { ...category, ...after }, row });
  }
  const all = categories.map((category) => drafts.get(category.id)?.after ?? category);
  const changes = [...drafts.values()].flatMap(({ category, after, row }) => {
    const [before, now] = [factsOf(category), factsOf(after)];
    if (sameFacts(before, now)) return [];
    if (!mayKeep) {
      row.refuse('name', problem('CELL_OF_TEMPLATE'));
      return [];
    }
    const taken = siblingProblem(category.id, now, all);
    for (const { code, params } of [...categoryProblems(now), ...(taken ? [taken] : [])])
      row.refuse('name', { code, params });
    // Each move alone may be right where both together lead in a circle.
    const above = all.find(({ id }) => id === now.parentId);
    if (above && isUnder(above, category.id, all)) row.refuse('parent', problem('CATEGORY_CANNOT_MOVE'));
    if (row.text('mark') !== '' && row.text('mark') !== category.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    return [{ id: category.id, path: pathOf(category), before, after: now }];
  });
  const depths = depthsIn(all);
  return changes.toSorted((left, right) => (depths.get(left.id) ?? 0) - (depths.get(right.id) ?? 0));
};

/** How deep everything lies; what lies in a circle is refused, and ends here. */
const depthsIn = (all: readonly SheetCategory[]): Map<string, number> => {
  const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
  return new Map(
    all.map(({ id }) => {
      const above = new Set<string>();
      for (let at = parents.get(id); at && !above.has(at); at = parents.get(at)) above.add(at);
      return [id, above.size];
    }),
  );
};

/** The level above that a row names; undefined where it stays as it is, null where it is refused. */
const parentNamed = (
  row: SheetRow,
  category: SheetCategory,
  at: (path: string, kind: string) => SheetCategory | undefined,
): string | undefined | null => {
  const text = row.text('parent');
  if (text === '' && category.parentId === null) return undefined;
  const found = text === '' ? undefined : at(text, kindWordOf(category));
  if (found) return found.id;
  row.refuse('parent', problem(text === '' ? 'CATEGORY_CANNOT_MOVE' : 'CELL_CATEGORY_UNKNOWN'));
  return null;
};

const attempt = <Result>(make: () => Result, refuse: (found: Problem) => void): Result | null => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    refuse({ code: error.code, params: error.params });
    return null;
  }
};

const factsOf = ({ id: _, mark: __, ...category }: SheetCategory): CatalogueCategory => category;
