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

/** All problems of a standard, each with the member's name in the interface (002 CAT-001). */
export const standardProblems = (standard: CatalogueStandard): Problem[] => [
  ...requiredTextProblems('baseStandardName', standard.standardName, CATALOGUE_LIMITS.name),
  ...requiredTextProblems('printsManCode', standard.publishCode, CATALOGUE_LIMITS.code),
  ...(['executeDate', 'expireDate'] as const).flatMap((member) =>
    standard[member] === null || DAY.test(standard[member]) ? [] : [problem('DAY_INVALID', {}, member)],
  ),
  ...(standard.executeDate !== null && standard.expireDate !== null && standard.expireDate < standard.executeDate
    ? [problem('EXPIRES_BEFORE_IT_HOLDS', {}, 'expireDate')]
    : []),
];

/** Whether two standards have the same number and name, regardless of spaces and letter case. */
export const isSameStandard = (
  left: Pick<CatalogueStandard, 'publishCode' | 'standardName'>,
  right: Pick<CatalogueStandard, 'publishCode' | 'standardName'>,
): boolean => identityOf(left) === identityOf(right);

/** Number and name of a standard as one text. No two standards have the same. */
export const identityOf = ({
  publishCode,
  standardName,
}: Pick<CatalogueStandard, 'publishCode' | 'standardName'>): string =>
  `${foldedForSearch(publishCode)}\n${foldedForSearch(standardName)}`;

/** The key of a standard in forms; a clause is appended after #. */
export const uniqueKeyOf = ({ uniqueKey }: Pick<CatalogueStandard, 'uniqueKey'>, clauseCode: string): string =>
  clauseCode ? `${uniqueKey}#${clauseCode}` : uniqueKey;

/** Makes the key of a new standard from its number, without whitespace. */
export const standardKeyOf = (publishCode: string): string => `std_${publishCode.replaceAll(/\s/g, '')}`;

const requiredTextProblems = (member: string, text: string, max: number): Problem[] =>
  isBlank(text)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, member)]
    : lengthOf(text) > max
      ? [problem('TEXT_TOO_LONG', { max }, member)]
      : [];

/** The number of a standard in the form used for lookups, without spaces and letter case. */
export const identityOfCode = (publishCode: string): string => foldedForSearch(publishCode);

/** The members of a standard that can be entered. An absent member stays unchanged. Days have the form 2026-01-31. */
export type StandardPatch = {
  baseStandardName?: string | undefined;
  printsManCode?: string | undefined;
  type?: number | undefined;
  executeDate?: string | null | undefined;
  expireDate?: string | null | undefined;
  clauseCodes?: readonly string[] | undefined;
};

/** An empty standard. */
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

/** Applies an input to a standard. A changed number also changes the key. */
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
 * Orders changes so that a standard gives up its number and name before another one takes them. `circular` are the
 * changes that wait for each other.
 */
export const orderByRenames = <Change extends Renaming>(
  changes: readonly Change[],
): { ordered: Change[]; circular: Change[] } => {
  const changeByIdentity = new Map(
    changes.flatMap((change) => (change.before ? [[identityOf(change.before), change] as const] : [])),
  );
  const ordered = new Set<Change>();
  const circular = new Set<Change>();
  for (const change of changes) {
    const chain: Change[] = [];
    for (
      let current: Change | undefined = change;
      current && !ordered.has(current) && !circular.has(current);
      current = findBlocker(current, changeByIdentity)
    ) {
      const cycleStart = chain.indexOf(current);
      if (cycleStart >= 0) {
        for (const each of chain.splice(cycleStart)) circular.add(each);
        break;
      }
      chain.push(current);
    }
    for (const each of chain.toReversed()) ordered.add(each);
  }
  return { ordered: [...ordered], circular: [...circular] };
};

const findBlocker = <Change extends Renaming>(
  change: Change,
  changeByIdentity: ReadonlyMap<string, Change>,
): Change | undefined => {
  const blocker = changeByIdentity.get(identityOf(change.after));
  return blocker === change ? undefined : blocker;
};

/**
 * The standards that a template sample, a template pack, or a unit's copy of either refers to. The id is the stream
 * name, including the category.
 */
export type StandardUseRow = { id: string; standardIds: string[] };

const { SampleListed, SampleWithdrawn, PackListed, PackWithdrawn } = catalogueEvents;
const events = { SampleListed, SampleWithdrawn, PackListed, PackWithdrawn, ...unitSampleEvents, ...unitPackEvents };

const ids = (standards: readonly { standardId: string }[]): string[] => standards.map(({ standardId }) => standardId);

const standardIdsOfSample = ({ parameters, standards = [] }: CatalogueSample): string[] => [
  ...new Set([
    ...ids(standards),
    ...parameters.flatMap(({ standards: parameterStandards, basis }) => [...ids(parameterStandards), ...ids(basis)]),
  ]),
];
const standardIdsOfPack = ({ entries }: CataloguePack): string[] => [
  ...new Set(entries.flatMap(({ standards, basis }) => [...ids(standards), ...ids(basis)])),
];

/** Small rows of everything that refers to standards. They tell whether a standard can be deleted (002 CAT-001). */
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
        return { id, standardIds: standardIdsOfSample(data.sample) };
      case 'PackListed':
      case 'UnitPackKept':
        return { id, standardIds: standardIdsOfPack(data.pack) };
      // A withdrawn copy still exists and can be offered again.
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
