import type { ReferenceEvent } from '#events';
import { type FactChange, factChanges } from '../changes/fact-changes.js';
import { lengthOf } from '../consignment/limits.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { type ListName, QUALIFICATIONS } from './list-names.js';
import { isBlank, normalizedCode } from '../text/text.js';

/** One entry of a list, of a dictionary as of the qualifications; `code` is empty and bigCategoryIds says something of a qualification only. */
export type ListEntry = {
  id: string;
  code: string;
  name: string;
  memo: string;
  isOff: boolean;
  bigCategoryIds: readonly string[];
};

export const LIST_LIMITS = { entries: 200, code: 50, name: 50, memo: 200 };

/** What a list holds, in its order, what is switched off too. */
export const entriesOf = (listed: ReferenceEvent | null): ListEntry[] => {
  if (listed?.type === 'DictionaryListed')
    return inOrder(listed.data.rows, ({ orderNum }) => orderNum).map(
      ({ id, typecode, typename, memo = '', isDeleted = false }) => ({
        id,
        code: typecode,
        name: typename,
        memo,
        isOff: isDeleted,
        bigCategoryIds: [],
      }),
    );
  if (listed?.type === 'QualificationsListed')
    return inOrder(listed.data.qualifications, ({ orderIndex }) => orderIndex).map(
      ({ id, name, bigCategoryIds, memo = '', isDeleted = false }) => ({
        id,
        code: '',
        name,
        memo,
        isOff: isDeleted,
        bigCategoryIds,
      }),
    );
  return [];
};

/** The event that says a list holds these from now on, in this order. */
export const listedAs = (name: string, entries: readonly ListEntry[]): ReferenceEvent =>
  name === QUALIFICATIONS
    ? {
        type: 'QualificationsListed',
        data: {
          qualifications: entries.map((entry, place) => ({
            id: entry.id,
            name: entry.name.trim(),
            orderIndex: place + 1,
            bigCategoryIds: [...entry.bigCategoryIds],
            ...keptOf(entry),
          })),
        },
      }
    : {
        type: 'DictionaryListed',
        data: {
          name,
          rows: entries.map((entry, place) => ({
            id: entry.id,
            typecode: entry.code.trim(),
            typename: entry.name.trim(),
            orderNum: place + 1,
            ...keptOf(entry),
          })),
        },
      };

/** What entries listed before did not have is absent while it says nothing, so that an unchanged list is the same event. */
const keptOf = ({ memo, isOff }: ListEntry): { memo?: string; isDeleted?: true } => ({
  ...(memo.trim() ? { memo: memo.trim() } : {}),
  ...(isOff ? { isDeleted: true as const } : {}),
});

/** An entry as it was typed, with the code it gets when none was: its name, or the next number. */
export const withCode = ({ codes }: ListName, entries: readonly ListEntry[], entry: ListEntry): ListEntry => {
  if (codes === null || codes === 'none' || !isBlank(entry.code)) return entry;
  return {
    ...entry,
    code:
      codes === 'text'
        ? entry.name.trim().slice(0, LIST_LIMITS.code)
        : String(Math.max(0, ...entries.map(({ code }) => Number(code) || 0)) + 1),
  };
};

/**
 * What is wrong with a list as it is to hold. An entry is never left out and keeps its code, for samples, consignments and laboratories
 * name it: what is not wanted any more is switched off, and stays to be read. Something is left to choose. `known` are the big categories
 * there are; one that went since stays where it was named.
 */
export const listProblems = (
  { codes }: ListName,
  before: readonly ListEntry[],
  after: readonly ListEntry[],
  known: readonly string[],
): Problem[] => [
  ...before
    .filter(({ id }) => !after.some((entry) => sameId(entry.id, id)))
    .map(({ name }) => problem('LIST_ENTRY_MISSING', { name }, 'entries')),
  ...(after.length > LIST_LIMITS.entries ? [problem('TOO_MANY_ENTRIES', { max: LIST_LIMITS.entries }, 'entries')] : []),
  ...(after.some(({ isOff }) => !isOff) ? [] : [problem('LIST_ALL_OFF', {}, 'entries')]),
  ...after.flatMap(({ id, bigCategoryIds }, place) =>
    bigCategoryIds
      .filter(
        (each) =>
          !known.includes(each) && !before.some((entry) => sameId(entry.id, id) && entry.bigCategoryIds.includes(each)),
      )
      .map((name) => problem('BIG_CATEGORY_UNKNOWN', { name }, `entries.${place}.bigCategoryIds`)),
  ),
  ...after.flatMap((entry, place) =>
    entryProblems(codes, before.find(({ id }) => sameId(id, entry.id)) ?? null, entry, after.slice(0, place)).map(
      (found) => ({ ...found, path: `entries.${place}.${found.path}` }),
    ),
  ),
];

const entryProblems = (
  codes: ListName['codes'],
  was: ListEntry | null,
  { code, name, memo, isOff, bigCategoryIds }: ListEntry,
  others: readonly ListEntry[],
): Problem[] => {
  const twin = others.find((other) => other.name.trim() === name.trim() && !other.isOff && !isOff);
  const ofCode =
    codes === 'none' || codes === null
      ? []
      : [
          ...required('code', code, LIST_LIMITS.code),
          ...(codes === 'number' && code !== '' && !/^\d{1,6}$/.test(code)
            ? [problem('LIST_CODE_NO_NUMBER', {}, 'code')]
            : []),
          ...(was && was.code !== code ? [problem('LIST_CODE_FIXED', { code: was.code }, 'code')] : []),
          ...(others.some((other) => normalizedCode(other.code) === normalizedCode(code))
            ? [problem('LIST_ENTRY_TAKEN', { name: code }, 'code')]
            : []),
        ];
  return [
    ...ofCode,
    ...required('name', name, LIST_LIMITS.name),
    ...(!isBlank(name) && twin ? [problem('LIST_ENTRY_TAKEN', { name: name.trim() }, 'name')] : []),
    ...(lengthOf(memo) > LIST_LIMITS.memo ? [problem('TEXT_TOO_LONG', { max: LIST_LIMITS.memo }, 'memo')] : []),
    ...(codes === 'none' && bigCategoryIds.length === 0
      ? [problem('QUALIFICATION_WITHOUT_CATEGORIES', {}, 'bigCategoryIds')]
      : []),
  ];
};

const required = (path: string, text: string, max: number): Problem[] =>
  isBlank(text)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, path)]
    : lengthOf(text) > max
      ? [problem('TEXT_TOO_LONG', { max }, path)]
      : [];

const inOrder = <Row>(rows: readonly Row[], placeOf: (row: Row) => number): Row[] =>
  rows.toSorted((left, right) => placeOf(left) - placeOf(right));

/** What differs between a list before and after: entry by entry, and the order of those that are in both where it is another. `nameOf` names big categories. */
export const listChanges = (
  before: ReferenceEvent | null,
  after: ReferenceEvent | null,
  nameOf: (categoryId: string) => string,
): FactChange[] => {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const spoken = (entries: readonly ListEntry[]) => ({
    entries: entries.map(({ bigCategoryIds, ...entry }) => ({
      ...entry,
      ...(bigCategoryIds.length > 0 ? { bigCategories: bigCategoryIds.map(nameOf) } : {}),
    })),
  });
  const [was, is] = [orderOf(old, now), orderOf(now, old)];
  const moved: FactChange[] = was.every(({ id }, place) => id === is[place]?.id)
    ? []
    : [{ field: 'order', about: '', member: '', old: namesOf(was), new: namesOf(is) }];
  return [...factChanges(before && spoken(old), after && spoken(now)), ...moved];
};

const orderOf = (entries: readonly ListEntry[], others: readonly ListEntry[]): ListEntry[] =>
  entries.filter(({ id }) => others.some((other) => other.id === id));
const namesOf = (entries: readonly ListEntry[]): string => entries.map(({ name }) => name).join('、');
