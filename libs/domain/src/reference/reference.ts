import { type ConsignStatus, decode, type EventStore, idOfStream, type ReferenceEvent, referenceEvents } from '#events';
import { type FactChange, factChanges } from '../changes/changes.js';
import { consignStatusName } from '../consignment/transitions.js';
import { type Aggregate, load } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual, sameId } from '../rules/equality.js';
import { type InEveryLanguage, inLanguages, type Language } from '../text/language.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import { isBlank, lengthOf, normalizedCode } from '../text/text.js';

/** How the entries of a list are identified: by a text code, by a numeric code, or by name only. */
export type ListCodes = 'text' | 'number' | 'none';

/**
 * A list of the platform. `codes` is null if the program refers to its entries by number, so that the list cannot be
 * edited.
 */
export type ListName = { name: string; title: InEveryLanguage; codes: ListCodes | null };

/** Reference list of the qualifications that laboratories can hold. All other lists are dictionaries. */
export const QUALIFICATIONS = 'qualifications';

/**
 * Lists that forms and services offer, in the order of the page that edits them (001 section 3, 002 CAT-005, CAT-007).
 */
export const LIST_NAMES: readonly ListName[] = [
  {
    name: 'sampleAmountUnit',
    title: inLanguages('样品数量单位', 'Units of sample quantity', 'Unidades de cantidad'),
    codes: 'text',
  },
  {
    name: 'extraAmountUnits',
    title: inLanguages('补充数量单位', 'Further units of quantity', 'Otras unidades de cantidad'),
    codes: 'text',
  },
  {
    name: 'sample_process_method',
    title: inLanguages('检后处理方式', 'What happens after the test', 'Destino tras el ensayo'),
    codes: 'text',
  },
  { name: 'mailCompanies', title: inLanguages('快递公司', 'Mail companies', 'Empresas de mensajería'), codes: 'text' },
  { name: 'detectionTypes', title: inLanguages('检测类别', 'Test categories', 'Clases de ensayo'), codes: 'number' },
  { name: 'testReasons', title: inLanguages('检测原因', 'Reasons of a test', 'Motivos de ensayo'), codes: 'text' },
  {
    name: 'specimenDescriptions',
    title: inLanguages('样品状态描述', 'Descriptions of specimens', 'Descripciones de la muestra'),
    codes: 'text',
  },
  { name: QUALIFICATIONS, title: inLanguages('检测资质', 'Qualifications', 'Acreditaciones'), codes: 'none' },
  { name: 'consignTypes', title: inLanguages('委托类型', 'Types of consignment', 'Tipos de encargo'), codes: null },
  {
    name: 'ConsignStatus',
    title: inLanguages('委托状态', 'Statuses of consignments', 'Estados de encargo'),
    codes: null,
  },
  { name: 'ReportStatus', title: inLanguages('报告状态', 'Statuses of reports', 'Estados de informe'), codes: null },
  {
    name: 'sendSampleTypes',
    title: inLanguages('送样方式', 'Ways of sending samples', 'Formas de envío'),
    codes: null,
  },
  { name: 'mailPayTypes', title: inLanguages('邮费支付方式', 'Who pays the mail', 'Pago del envío'), codes: null },
  {
    name: 'receiveReportTypes',
    title: inLanguages('报告领取方式', 'Ways of receiving reports', 'Entrega de informes'),
    codes: null,
  },
  { name: 'priceTypes', title: inLanguages('价格类型', 'Types of prices', 'Tipos de precio'), codes: null },
  { name: 'standardTypes', title: inLanguages('标准类型', 'Types of standards', 'Tipos de norma'), codes: null },
  {
    name: 'standardSourceTypes',
    title: inLanguages('标准来源', 'Sources of standards', 'Origen de normas'),
    codes: null,
  },
  {
    name: 'propertyTypes',
    title: inLanguages('辅助属性类型', 'Types of properties', 'Tipos de propiedad'),
    codes: null,
  },
];

/** The list with this name; null if there is none. */
export const findList = (name: string): ListName | null => LIST_NAMES.find((list) => list.name === name) ?? null;

/**
 * One entry of a dictionary or of the qualifications. A qualification has an empty `code`; only a qualification has
 * bigCategoryIds.
 */
export type ListEntry = {
  id: string;
  code: string;
  name: string;
  memo: string;
  isOff: boolean;
  bigCategoryIds: readonly string[];
};

export const LIST_LIMITS = { entries: 200, code: 50, name: 50, memo: 200 };

/** All entries of a list in their order, including those that are switched off. */
export const entriesOf = (event: ReferenceEvent | null): ListEntry[] => {
  if (event?.type === 'DictionaryListed')
    return sortByPlace(event.data.rows, ({ orderNum }) => orderNum).map(
      ({ id, typecode, typename, memo = '', isDeleted = false }) => ({
        id,
        code: typecode,
        name: typename,
        memo,
        isOff: isDeleted,
        bigCategoryIds: [],
      }),
    );
  if (event?.type === 'QualificationsListed')
    return sortByPlace(event.data.qualifications, ({ orderIndex }) => orderIndex).map(
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

/** The event that sets the entries of a list, in this order. */
export const toListEvent = (name: string, entries: readonly ListEntry[]): ReferenceEvent =>
  name === QUALIFICATIONS
    ? {
        type: 'QualificationsListed',
        data: {
          qualifications: entries.map((entry, index) => ({
            id: entry.id,
            name: entry.name.trim(),
            orderIndex: index + 1,
            bigCategoryIds: [...entry.bigCategoryIds],
            ...optionalMembers(entry),
          })),
        },
      }
    : {
        type: 'DictionaryListed',
        data: {
          name,
          rows: entries.map((entry, index) => ({
            id: entry.id,
            typecode: entry.code.trim(),
            typename: entry.name.trim(),
            orderNum: index + 1,
            ...optionalMembers(entry),
          })),
        },
      };

/**
 * Empty members are omitted. Entries recorded before these members existed lack them, so an unchanged list gives an
 * equal event.
 */
const optionalMembers = ({ memo, isOff }: ListEntry): { memo?: string; isDeleted?: true } => ({
  ...(memo.trim() ? { memo: memo.trim() } : {}),
  ...(isOff ? { isDeleted: true as const } : {}),
});

/** The entry with a code. An entry without a code gets its name or the next number, depending on the list. */
export const assignCode = ({ codes }: ListName, entries: readonly ListEntry[], entry: ListEntry): ListEntry => {
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
 * The problems of a list's new entries. An entry cannot be removed and keeps its code, because samples, consignments
 * and laboratories refer to it. An unwanted entry is switched off and remains readable. At least one entry must stay
 * on. `currentIds` are the existing big categories; a deleted one may remain where it was already assigned.
 */
export const listProblems = (
  { codes }: ListName,
  before: readonly ListEntry[],
  after: readonly ListEntry[],
  currentIds: readonly string[],
): Problem[] => [
  ...before
    .filter(({ id }) => !after.some((entry) => sameId(entry.id, id)))
    .map(({ name }) => problem('LIST_ENTRY_MISSING', { name }, 'entries')),
  ...(after.length > LIST_LIMITS.entries ? [problem('TOO_MANY_ENTRIES', { max: LIST_LIMITS.entries }, 'entries')] : []),
  ...(after.some(({ isOff }) => !isOff) ? [] : [problem('LIST_ALL_OFF', {}, 'entries')]),
  ...after.flatMap(({ id, bigCategoryIds }, index) =>
    bigCategoryIds
      .filter(
        (each) =>
          !currentIds.includes(each) &&
          !before.some((entry) => sameId(entry.id, id) && entry.bigCategoryIds.includes(each)),
      )
      .map((name) => problem('BIG_CATEGORY_UNKNOWN', { name }, `entries.${index}.bigCategoryIds`)),
  ),
  ...after.flatMap((entry, index) =>
    entryProblems(codes, before.find(({ id }) => sameId(id, entry.id)) ?? null, entry, after.slice(0, index)).map(
      (entryProblem) => ({ ...entryProblem, path: `entries.${index}.${entryProblem.path}` }),
    ),
  ),
];

const entryProblems = (
  codes: ListName['codes'],
  previous: ListEntry | null,
  { code, name, memo, isOff, bigCategoryIds }: ListEntry,
  others: readonly ListEntry[],
): Problem[] => {
  const twin = others.find((other) => other.name.trim() === name.trim() && !other.isOff && !isOff);
  const codeProblems =
    codes === 'none' || codes === null
      ? []
      : [
          ...requiredTextProblems('code', code, LIST_LIMITS.code),
          ...(codes === 'number' && code !== '' && !/^\d{1,6}$/.test(code)
            ? [problem('LIST_CODE_NO_NUMBER', {}, 'code')]
            : []),
          ...(previous && previous.code !== code ? [problem('LIST_CODE_FIXED', { code: previous.code }, 'code')] : []),
          ...(others.some((other) => normalizedCode(other.code) === normalizedCode(code))
            ? [problem('LIST_ENTRY_TAKEN', { name: code }, 'code')]
            : []),
        ];
  return [
    ...codeProblems,
    ...requiredTextProblems('name', name, LIST_LIMITS.name),
    ...(!isBlank(name) && twin ? [problem('LIST_ENTRY_TAKEN', { name: name.trim() }, 'name')] : []),
    ...(lengthOf(memo) > LIST_LIMITS.memo ? [problem('TEXT_TOO_LONG', { max: LIST_LIMITS.memo }, 'memo')] : []),
    ...(codes === 'none' && bigCategoryIds.length === 0
      ? [problem('QUALIFICATION_WITHOUT_CATEGORIES', {}, 'bigCategoryIds')]
      : []),
  ];
};

const requiredTextProblems = (path: string, text: string, max: number): Problem[] =>
  isBlank(text)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, path)]
    : lengthOf(text) > max
      ? [problem('TEXT_TOO_LONG', { max }, path)]
      : [];

const sortByPlace = <Row>(rows: readonly Row[], placeOf: (row: Row) => number): Row[] =>
  rows.toSorted((left, right) => placeOf(left) - placeOf(right));

/**
 * The differences between two states of a list: entry by entry, and the order of the entries in both, if it changed.
 * `nameOf` returns the name of a big category.
 */
export const listChanges = (
  before: ReferenceEvent | null,
  after: ReferenceEvent | null,
  nameOf: (categoryId: string) => string,
): FactChange[] => {
  const [previous, current] = [entriesOf(before), entriesOf(after)];
  const toNamedEntries = (entries: readonly ListEntry[]) => ({
    entries: entries.map(({ bigCategoryIds, ...entry }) => ({
      ...entry,
      ...(bigCategoryIds.length > 0 ? { bigCategories: bigCategoryIds.map(nameOf) } : {}),
    })),
  });
  const [previousOrder, currentOrder] = [entriesInBoth(previous, current), entriesInBoth(current, previous)];
  const orderChanges: FactChange[] = previousOrder.every(({ id }, index) => id === currentOrder[index]?.id)
    ? []
    : [{ field: 'order', about: '', member: '', old: namesOf(previousOrder), new: namesOf(currentOrder) }];
  return [...factChanges(before && toNamedEntries(previous), after && toNamedEntries(current)), ...orderChanges];
};

const entriesInBoth = (entries: readonly ListEntry[], others: readonly ListEntry[]): ListEntry[] =>
  entries.filter(({ id }) => others.some((other) => other.id === id));
const namesOf = (entries: readonly ListEntry[]): string => entries.map(({ name }) => name).join('、');

/**
 * List: sets a list that every installation needs, or its replacement; `fact` is the new content. SaveList: saves the
 * entries of an edited list; `bigCategoryIds` are the existing big categories.
 */
export type ReferenceCommand =
  | { type: 'List'; fact: ReferenceEvent }
  | { type: 'SaveList'; list: ListName; entries: readonly ListEntry[]; bigCategoryIds: readonly string[] };

/**
 * Stream reference-<name>. An unchanged list records no event.
 * @throws RuleBroken with the problems that listProblems finds (002 CAT-007).
 */
export const reference: Aggregate<typeof referenceEvents, ReferenceCommand, ReferenceEvent | null> = {
  category: 'reference',
  events: referenceEvents,
  decider: {
    initialState: null,
    decide(command, current) {
      if (command.type === 'SaveList')
        refuseIf(listProblems(command.list, entriesOf(current), command.entries, command.bigCategoryIds));
      const fact = command.type === 'SaveList' ? toListEvent(command.list.name, command.entries) : command.fact;
      return isJsonEqual(fact, current) ? [] : [fact];
    },
    evolve: (_current, event) => event,
  },
};

type DataOf<Type extends ReferenceEvent['type']> = Extract<ReferenceEvent, { type: Type }>['data'];
/** An entry of the list of attachment types, for one testing unit or for all (AT-001). */
export type AccessoryTypeRow = DataOf<'AccessoryTypesListed'>['accessoryTypes'][number];
export type DictionaryRow = DataOf<'DictionaryListed'>['rows'][number];

/**
 * One list that every installation needs. The id of a dictionary is its name, e.g. "ConsignStatus" or
 * "sampleAmountUnit"; the other ids are "qualifications", "areas", "extraFields" and "accessoryTypes".
 */
export type ReferenceRow =
  | { id: string; kind: 'dictionary'; rows: DictionaryRow[] }
  | { id: string; kind: 'qualifications'; qualifications: DataOf<'QualificationsListed'>['qualifications'] }
  | { id: string; kind: 'areas'; areas: DataOf<'AreasListed'>['areas'] }
  | { id: string; kind: 'extraFields'; fields: DataOf<'ExtraFieldsListed'>['fields'] }
  | { id: string; kind: 'accessoryTypes'; accessoryTypes: DataOf<'AccessoryTypesListed'>['accessoryTypes'] };

export const referenceLists: Projection<ReferenceRow> = {
  name: 'referenceLists',
  version: 2,
  types: ['DictionaryListed', 'QualificationsListed', 'AreasListed', 'ExtraFieldsListed', 'AccessoryTypesListed'],
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, recorded, id) {
    const event = decode(referenceEvents, recorded);
    switch (event.type) {
      case 'DictionaryListed':
        return {
          id,
          kind: 'dictionary',
          rows: event.data.rows.toSorted((left, right) => left.orderNum - right.orderNum),
        };
      case 'QualificationsListed':
        return {
          id,
          kind: 'qualifications',
          qualifications: event.data.qualifications.toSorted((left, right) => left.orderIndex - right.orderIndex),
        };
      case 'AreasListed':
        return { id, kind: 'areas', areas: event.data.areas };
      case 'ExtraFieldsListed':
        return { id, kind: 'extraFields', fields: event.data.fields };
      case 'AccessoryTypesListed':
        return {
          id,
          kind: 'accessoryTypes',
          accessoryTypes: event.data.accessoryTypes.toSorted((left, right) => left.orderNum - right.orderNum),
        };
      case 'ImportCompleted':
        return row;
    }
  },
  view: { columns: { kind: { type: 'text', of: (row) => row.kind } }, search: null, indexes: [] },
};

/**
 * Names of the statuses: in Chinese from the enumeration ConsignStatus (LS-002), in the other languages from this
 * product.
 */
export const statusNamesOf = async (
  store: EventStore,
  language: Language,
): Promise<(status: ConsignStatus) => string> => {
  const enumeration = language === 'zh' ? (await load(store, reference, 'ConsignStatus')).state : null;
  const rows = enumeration?.type === 'DictionaryListed' ? enumeration.data.rows : [];
  const nameByStatus = new Map(rows.map(({ typecode, typename }) => [Number(typecode), typename]));
  return (status) => nameByStatus.get(status) ?? consignStatusName(status, language);
};
