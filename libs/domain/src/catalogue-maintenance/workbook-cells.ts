import type { CatalogueParameter, OfferedStandard } from '#events';
import type { StandardRow } from '../catalogue/catalogue-views.js';
import { quantityProblem, readQuantity } from '../numbers/typed-number.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { foldedForSearch, hasLineBreak, isBlank, normalizedCode, normalizedLine } from '../text/text.js';
import { isPrice } from './sample-problems.js';
import { identityOfCode, uniqueKeyOf } from './standard-problems.js';
import { NO, YES, type SheetColumn } from './workbook-column.js';
import { CLAUSE_MARK } from './workbook-columns.js';
import { PROPERTY_TYPE_WORDS } from './workbook-form-columns.js';

/** What a cell says, or what is wrong with it. */
export type Read<Value> = { value: Value } | { problem: Problem };

export type CellValue = string | number | boolean | null | readonly string[];

export const numberOrNull = (value: CellValue): number | null => (typeof value === 'number' ? value : null);

/** The place of the word that a cell says among those it may say, brackets and spaces of any width; -1 if it is none of them. */
export const placeOfWord = (words: readonly string[], text: string): number =>
  words.findIndex((word) => foldedForSearch(word) === foldedForSearch(text));

/** The entries of a cell that lists several, each one line. */
const partsOf = (text: string): string[] => text.split(PARTS).map(normalizedLine).filter(Boolean);
const PARTS = /[；;\n\r]/;

/** Why a cell of this kind is more than one line where it takes one, or where an entry of it does. */
export const lineProblem = (text: string, kind: SheetColumn<never>['kind']): Problem | null => {
  if (kind === 'paragraphs') return null;
  const lines = kind === 'choices' || kind === 'standards' ? partsOf(text) : [normalizedLine(text)];
  return lines.some(hasLineBreak) ? problem('TEXT_ONE_LINE') : null;
};

/** The entry of a code, in whatever width it is written; null if there is none. */
export const withCode = <Entry extends { code: string }>(entries: readonly Entry[], code: string): Entry | null =>
  entries.find((entry) => normalizedCode(entry.code) === normalizedCode(code)) ?? null;

/** A cell by the kind of its column; an empty one is nothing of its kind. */
export const readCell = (text: string, kind: Exclude<SheetColumn<never>['kind'], 'standards'>): Read<CellValue> => {
  switch (kind) {
    case 'text':
    case 'paragraphs':
    case 'day':
      return { value: text };
    case 'price': {
      const price = readQuantity(text);
      if (isBlank(text)) return { value: '' };
      return price !== null && isPrice(price)
        ? { value: price }
        : { problem: quantityProblem(text, problem('PRICE_INVALID')) ?? problem('PRICE_INVALID') };
    }
    case 'number': {
      const number = readQuantity(text);
      if (isBlank(text)) return { value: null };
      return number !== null && /^\d{1,9}(?:\.\d{1,6})?$/.test(number)
        ? { value: Number(number) }
        : { problem: quantityProblem(text, problem('CELL_NOT_A_NUMBER')) ?? problem('CELL_NOT_A_NUMBER') };
    }
    case 'yesNo':
      return text === YES || text === NO
        ? { value: text === YES }
        : { problem: problem('CELL_NOT_YES_OR_NO', { yes: YES, no: NO }) };
    case 'propertyType': {
      const found = placeOfWord(Object.values(PROPERTY_TYPE_WORDS), text);
      return found >= 0
        ? { value: Number(Object.keys(PROPERTY_TYPE_WORDS)[found]) }
        : { problem: problem('CELL_NOT_ONE_OF', { choices: Object.values(PROPERTY_TYPE_WORDS).join('、') }) };
    }
    case 'choices':
      return { value: partsOf(text) };
  }
};

/** The standard of a number, whatever spaces stand in it; `named` are those that the parameter names already. */
export type StandardsByCode = (code: string, named?: readonly OfferedStandard[]) => StandardRow | undefined;

/** `changed` are those that the workbook renames or adds. One that gets another number is still known by the old one: alone, or where a parameter names it already. */
export const standardsByCode = (
  standards: readonly StandardRow[],
  changed: readonly StandardRow[] = [],
): StandardsByCode => {
  const after = new Map(changed.map((standard) => [standard.id, standard]));
  const old = new Map<string, StandardRow[]>();
  for (const standard of standards)
    old.set(identityOfCode(standard.publishCode), [...(old.get(identityOfCode(standard.publishCode)) ?? []), standard]);
  const now = new Map(
    [...standards.map((standard) => after.get(standard.id) ?? standard), ...changed].map((standard) => [
      identityOfCode(standard.publishCode),
      standard,
    ]),
  );
  return (code, named = []) => {
    const held = old.get(identityOfCode(code)) ?? [];
    const found =
      held.find(({ id }) => named.some(({ standardId }) => standardId === id)) ??
      now.get(identityOfCode(code)) ??
      held.at(-1);
    return found && (after.get(found.id) ?? found);
  };
};

/** The standards that a cell names, separated by ; or a line; each as `code#clause` in terms of the catalogue, and those it does not have. */
export const readStandards = (
  text: string,
  byCode: StandardsByCode,
  named: readonly OfferedStandard[] = [],
): { found: { standard: StandardRow; clauseCode: string }[]; unknown: string[] } => {
  const found: { standard: StandardRow; clauseCode: string }[] = [];
  const unknown: string[] = [];
  for (const part of partsOf(text)) {
    const [code = '', clauseCode = ''] = part.split(CLAUSE_MARK).map(normalizedLine);
    const standard = byCode(code, named);
    if (standard) found.push({ standard, clauseCode });
    else unknown.push(part);
  }
  return { found, unknown };
};

type Named = { standard: StandardRow; clauseCode: string };

/** Both cells of a parameter as what it offers: a standard named in both serves both uses. What was offered before keeps its mark as default; of a parameter new to standards the first of each use is. */
export const offeredBy = (
  basis: readonly Named[],
  evaluation: readonly Named[],
  before: Pick<CatalogueParameter, 'standards'> | null,
): OfferedStandard[] => {
  const offered = new Map<string, OfferedStandard>();
  const put = ({ standard, clauseCode }: Named, useType: '1' | '2', isFirst: boolean) => {
    const key = `${standard.id}${CLAUSE_MARK}${clauseCode}`;
    const there = offered.get(key);
    const old = before?.standards.find((each) => keyOf(each) === key);
    offered.set(key, {
      standardId: standard.id,
      publishCode: standard.publishCode,
      clauseCode,
      type: standard.type,
      uniqueKey: old?.uniqueKey ?? uniqueKeyOf(standard, clauseCode),
      useType: there && there.useType !== useType ? '3' : useType,
      isDefault: old?.isDefault ?? (there?.isDefault || (isFirst && (before?.standards.length ?? 0) === 0)),
    });
  };
  basis.forEach((each, place) => put(each, '1', place === 0));
  evaluation.forEach((each, place) => put(each, '2', place === 0));
  return [...offered.values()];
};

const keyOf = ({ standardId, clauseCode }: OfferedStandard): string => `${standardId}${CLAUSE_MARK}${clauseCode}`;

/** Whether a parameter offers these already, in whatever order: then it is left as it is. */
export const sameOffer = (one: readonly OfferedStandard[], other: readonly OfferedStandard[]): boolean => {
  const keys = (standards: readonly OfferedStandard[]) =>
    standards
      .map((standard) => `${keyOf(standard)} ${standard.useType}`)
      .toSorted()
      .join('\n');
  return keys(one) === keys(other);
};
