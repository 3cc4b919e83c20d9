import {
  catalogueEvents,
  type CataloguePack,
  type CatalogueSample,
  type CatalogueStandard,
  decode,
  type RecordedEvent,
  unitPackEvents,
  unitSampleEvents,
} from '#events';
import type { Projection } from '../event-sourcing/projection.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { foldedForSearch, isBlank, lengthOf } from '../text/text.js';
import { CATALOGUE_LIMITS } from './samples.js';

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Everything that is wrong with a standard as it was typed, with its member as the calls spell it (002 CAT-001). */
export const standardProblems = (standard: CatalogueStandard): Problem[] => [
  ...required('baseStandardName', standard.standardName, CATALOGUE_LIMITS.name),
  ...required('printsManCode', standard.publishCode, CATALOGUE_LIMITS.code),
  ...(['executeDate', 'expireDate'] as const).flatMap((member) =>
    standard[member] === null || DAY.test(standard[member]) ? [] : [problem('DAY_INVALID', {}, member)],
  ),
  ...(standard.executeDate !== null && standard.expireDate !== null && standard.expireDate < standard.executeDate
    ? [problem('EXPIRES_BEFORE_IT_HOLDS', {}, 'expireDate')]
    : []),
];

/** Two standards are the same when number and name are; spaces and letter case apart. */
export const sameStandard = (
  one: Pick<CatalogueStandard, 'publishCode' | 'standardName'>,
  other: Pick<CatalogueStandard, 'publishCode' | 'standardName'>,
): boolean => identityOf(one) === identityOf(other);

/** What makes a standard unique, as one text. */
export const identityOf = ({
  publishCode,
  standardName,
}: Pick<CatalogueStandard, 'publishCode' | 'standardName'>): string =>
  `${foldedForSearch(publishCode)}\n${foldedForSearch(standardName)}`;

/** The key by which forms name a standard, or with # one of its clauses. */
export const uniqueKeyOf = ({ uniqueKey }: Pick<CatalogueStandard, 'uniqueKey'>, clauseCode: string): string =>
  clauseCode ? `${uniqueKey}#${clauseCode}` : uniqueKey;

/** The key of a new standard. */
export const standardKeyOf = (publishCode: string): string => `std_${publishCode.replaceAll(/\s/g, '')}`;

const required = (member: string, text: string, max: number): Problem[] =>
  isBlank(text)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, member)]
    : lengthOf(text) > max
      ? [problem('TEXT_TOO_LONG', { max }, member)]
      : [];

/** The number of a standard as it is looked up: spaces and letter case apart. */
export const identityOfCode = (publishCode: string): string => foldedForSearch(publishCode);

/** What may be typed of a standard; an absent member stays. Days as 2026-01-31. */
export type StandardPatch = {
  baseStandardName?: string | undefined;
  printsManCode?: string | undefined;
  type?: number | undefined;
  executeDate?: string | null | undefined;
  expireDate?: string | null | undefined;
  clauseCodes?: readonly string[] | undefined;
};

/** A standard that nobody has typed anything of. */
export const NEW_STANDARD: CatalogueStandard = {
  standardName: '',
  publishCode: '',
  type: 3,
  sourceType: 1,
  uniqueKey: '',
  executeDate: null,
  expireDate: null,
  publicationPrefix: '',
  replacedBy: null,
  clauseCodes: [],
};

/** A standard as it becomes by what was typed; another number gives it another key. */
export const applyStandardPatch = (
  { baseStandardName, printsManCode, type, executeDate, expireDate, clauseCodes }: StandardPatch,
  before: CatalogueStandard,
): CatalogueStandard => {
  const publishCode = printsManCode ?? before.publishCode;
  return {
    ...before,
    publishCode,
    standardName: baseStandardName ?? before.standardName,
    type: type ?? before.type,
    clauseCodes: clauseCodes ? [...clauseCodes] : before.clauseCodes,
    executeDate: executeDate === undefined ? before.executeDate : executeDate,
    expireDate: expireDate === undefined ? before.expireDate : expireDate,
    ...(publishCode === before.publishCode
      ? {}
      : { uniqueKey: standardKeyOf(publishCode), publicationPrefix: publishCode.replace(/[-:—]\d{4}$/, '') }),
  };
};

type Renaming = { before: CatalogueStandard | null; after: CatalogueStandard };

/**
 * Whoever gives a number and name up comes before whoever takes them. `circular` are those that wait for each other.
 */
export const orderByRenames = <Change extends Renaming>(
  changes: readonly Change[],
): { ordered: Change[]; circular: Change[] } => {
  const holders = new Map(
    changes.flatMap((change) => (change.before ? [[identityOf(change.before), change] as const] : [])),
  );
  const ordered = new Set<Change>();
  const circular = new Set<Change>();
  for (const change of changes) {
    const waiting: Change[] = [];
    for (let at: Change | undefined = change; at && !ordered.has(at) && !circular.has(at); at = waitsFor(at, holders)) {
      const circle = waiting.indexOf(at);
      if (circle >= 0) {
        for (const each of waiting.splice(circle)) circular.add(each);
        break;
      }
      waiting.push(at);
    }
    for (const each of waiting.toReversed()) ordered.add(each);
  }
  return { ordered: [...ordered], circular: [...circular] };
};

const waitsFor = <Change extends Renaming>(
  change: Change,
  holders: ReadonlyMap<string, Change>,
): Change | undefined => {
  const holder = holders.get(identityOf(change.after));
  return holder === change ? undefined : holder;
};

/**
 * Which standards one sample, one unit's copy of it, one pack or a unit's copy of that names; the id is that of its
 * stream, category and all.
 */
export type StandardUseRow = { id: string; standardIds: string[] };

const { SampleListed, SampleWithdrawn, PackListed, PackWithdrawn } = catalogueEvents;
const events = { SampleListed, SampleWithdrawn, PackListed, PackWithdrawn, ...unitSampleEvents, ...unitPackEvents };

const ids = (standards: readonly { standardId: string }[]): string[] => standards.map(({ standardId }) => standardId);

const namedBySample = ({ parameters, standards = [] }: CatalogueSample): string[] => [
  ...new Set([
    ...ids(standards),
    ...parameters.flatMap(({ standards: offered, basis }) => [...ids(offered), ...ids(basis)]),
  ]),
];
const namedByPack = ({ entries }: CataloguePack): string[] => [
  ...new Set(entries.flatMap(({ standards, basis }) => [...ids(standards), ...ids(basis)])),
];

/** Small rows of everything that names standards: what says whether a standard may go (002 CAT-001). */
export const standardUses: Projection<StandardUseRow> = {
  name: 'standardUses',
  version: 2,
  types: Object.keys(events),
  idsOf: ({ stream }: RecordedEvent) => [stream],
  project(row, event, id) {
    const { type, data } = decode(events, event);
    switch (type) {
      case 'SampleListed':
      case 'UnitSampleKept':
        return { id, standardIds: namedBySample(data.sample) };
      case 'PackListed':
      case 'UnitPackKept':
        return { id, standardIds: namedByPack(data.pack) };
      // Withdrawn from offer, the copy is still there to be taken up again.
      case 'UnitSampleWithdrawn':
        return row;
      case 'SampleWithdrawn':
      case 'PackWithdrawn':
      case 'UnitPackWithdrawn':
      case 'UnitPackReset':
      case 'UnitSampleReset':
        return null;
    }
  },
  view: { columns: {}, search: null, indexes: [] },
};
