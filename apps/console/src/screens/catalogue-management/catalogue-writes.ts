import {
  addSampleLevel,
  deleteSampleLevel,
  getReferenceListChanges,
  getSampleLevels,
  keepReferenceList,
  keepSampleForm,
  type KeptExample,
  type KeptList,
  type KeptListEntry,
  type KeptMaterial,
  type KeptProperty,
  type KeptRequirement,
  type KeptSampleForm,
  listReferenceLists,
  type SampleLevelRow,
  sysTestSampleGetAll,
  tuTestSampleGetAll,
  updateSampleLevel,
} from '#contract';
import { CATALOGUE_LIMITS, listNamed } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { succeed } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { textOf } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import { texts } from './form.texts.js';
import { texts as listsTexts, texts as listTexts } from './lists.texts.js';
import { texts as catalogueManagementTexts } from './texts.js';
import { type Keeper, samplesChanged } from './verbs.js';

export type TypedForm = {
  specification?: string;
  properties?: readonly Omit<KeptProperty, 'id' | 'isJoined'>[];
  materials?: readonly Omit<KeptMaterial, 'label' | 'sampleNameLink'>[];
  requirements?: readonly (Omit<KeptRequirement, 'id'> & { id?: string })[];
  examples?: readonly KeptExample[];
  reason?: string;
};

/** Whole lists, if nobody changed the sample meanwhile. */
export const keepForm = (
  { whose }: Keeper,
  { sampleId, revision }: KeptSampleForm,
  { properties, materials, requirements, examples, ...typed }: TypedForm,
): Promise<KeptSampleForm> => {
  const body = {
    ...whose,
    ...typed,
    ...(properties ? { properties: properties.map((each) => ({ ...each, type: typeOf(each.type) })) } : {}),
    ...(materials ? { materials: [...materials] } : {}),
    ...(requirements ? { requirements: requirements.map((each) => ({ ...each, paramIds: [...each.paramIds] })) } : {}),
    ...(examples ? { examples: [...examples] } : {}),
  };
  return underOneKey(`sample form ${sampleId} ${revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
    call(keepSampleForm, { query: { sampleId }, body, idempotencyKey, ifMatch: revision }),
  );
};

const TYPES = [1, 2, 3, 4, 5, 6] as const;
const typeOf = (type: number): (typeof TYPES)[number] => TYPES.find((known) => known === type) ?? 1;

/** The list with one entry at a place from 1 on; in its old place otherwise, a new one last. */
export const placed = <Entry>(
  entries: readonly Entry[],
  entry: Entry,
  before: Entry | null,
  place: number,
): Entry[] => {
  const others = entries.filter((each) => each !== before);
  return [...others.slice(0, place - 1), entry, ...others.slice(place - 1)];
};

export const askRemoveProperty = async (
  keeper: Keeper,
  form: KeptSampleForm,
  property: KeptProperty,
): Promise<void> => {
  const { name } = property;
  await askRemoval({
    verb: 'removeProperty',
    sentence: property.isJoined ? 'removeJoinedSentence' : 'removePropertySentence',
    name,
    run: (reason) =>
      keepForm(keeper, form, {
        properties: form.properties.filter((each) => each !== property),
        ...(property.isJoined
          ? { specification: form.specification.replace(`{${name}}`, '').replaceAll(/ {2,}/g, ' ').trim() }
          : {}),
        reason,
      }),
  });
};

export const askRemoveMaterial = (keeper: Keeper, form: KeptSampleForm, material: KeptMaterial): Promise<void> =>
  askRemoval({
    verb: 'removeMaterial',
    sentence: 'removeMaterialSentence',
    name: material.label,
    run: (reason) => keepForm(keeper, form, { materials: form.materials.filter((each) => each !== material), reason }),
  });

/** `name` is what the requirement's parameters are called. */
export const askRemoveRequirement = (
  keeper: Keeper,
  form: KeptSampleForm,
  requirement: KeptRequirement,
  name: string,
): Promise<void> =>
  askRemoval({
    verb: 'removeRequirement',
    sentence: 'removeRequirementSentence',
    name,
    run: (reason) =>
      keepForm(keeper, form, { requirements: form.requirements.filter((each) => each !== requirement), reason }),
  });

export const askRemoveExample = (keeper: Keeper, form: KeptSampleForm, example: KeptExample): Promise<void> =>
  askRemoval({
    verb: 'removeExample',
    sentence: 'removeExampleSentence',
    name: example.name,
    run: (reason) => keepForm(keeper, form, { examples: form.examples.filter((each) => each !== example), reason }),
  });

type Key = keyof typeof texts.zh;
const askRemoval = async ({
  verb,
  sentence,
  name,
  run,
}: {
  verb: Key;
  sentence: Key;
  name: string;
  run(reason: string): Promise<unknown>;
}): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, verb),
    sentence: textOf(texts, sentence, { name }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run,
  });
  if (done) succeed(textOf(texts, 'removed'));
  await samplesChanged();
};

/** What is typed of a level: a new one, or one there is by another name, at another place or under another. */
export type LevelDraft = { name: string; parentId: string; orderNum: number };

/** Samples show the path of their level. */
const levelsChanged = (): Promise<void> => changed(getSampleLevels, sysTestSampleGetAll, tuTestSampleGetAll);

export const addLevel = async ({ name, parentId }: LevelDraft): Promise<void> => {
  await underOneKey(`level ${parentId} ${name}`, (idempotencyKey) =>
    call(addSampleLevel, { body: { name, parentId: parentId || null }, idempotencyKey }),
  );
  await levelsChanged();
};

export const changeLevel = async (level: SampleLevelRow, { name, parentId, orderNum }: LevelDraft): Promise<void> => {
  const body = {
    id: level.sampleLevelId,
    name,
    orderNum,
    ...(parentId !== '' && parentId !== level.parentId ? { parentId } : {}),
  };
  await underOneKey(`level ${JSON.stringify([level, body])}`, (idempotencyKey) =>
    call(updateSampleLevel, { body, idempotencyKey }),
  );
  await levelsChanged();
};

export const askRemoveLevel = async ({ sampleLevelId, displayName }: SampleLevelRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(catalogueManagementTexts, 'removeLevel'),
    sentence: textOf(catalogueManagementTexts, 'removeLevelSentence', { name: displayName }),
    intent: 'danger',
    reason: { label: textOf(catalogueManagementTexts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      underOneKey(`remove level ${sampleLevelId} ${reason}`, (idempotencyKey) =>
        call(deleteSampleLevel, { query: { id: sampleLevelId, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(catalogueManagementTexts, 'removed'));
  await changed(getSampleLevels);
};

/** Names that the history of a level uses. */
export const wordOfLevel = (field: string): string => {
  if (field === 'orderNum') return textOf(listTexts, 'levelOrder');
  return textOf(catalogueManagementTexts, field === 'levelAbove' ? 'levelAbove' : 'levelName');
};

export const askLevelHistory = ({ sampleLevelId, displayName }: SampleLevelRow): Promise<void> =>
  askChanges({ kind: 'category', id: sampleLevelId, name: displayName, labelOf: wordOfLevel });

/** An entry as it is typed: without an id a new one. */
export type TypedEntry = Omit<KeptListEntry, 'id'> & { id?: string };

export const titleOf = ({ name }: Pick<KeptList, 'name'>): string => listNamed(name)?.title[language()] ?? name;

/** Sends what a list is to hold, on the revision that was shown; everything that shows lists is read again, also when it was refused. */
export const keepList = async ({ name: list, revision }: KeptList, entries: readonly TypedEntry[]): Promise<void> => {
  const body = { entries: entries.map((entry) => ({ ...entry, bigCategoryIds: [...entry.bigCategoryIds] })) };
  try {
    await underOneKey(`list ${list} ${revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
      call(keepReferenceList, { query: { list }, body, ifMatch: revision, idempotencyKey }),
    );
  } finally {
    await changed(listReferenceLists, getSampleLevels);
  }
};

const attempt = async (work: () => Promise<void>, done?: string): Promise<void> => {
  try {
    await work();
    if (done !== undefined) succeed(done);
  } catch (error) {
    reportFailure(error);
  }
};

export const switchEntry = (list: KeptList, entry: KeptListEntry): Promise<void> =>
  attempt(
    () =>
      keepList(
        list,
        list.entries.map((each) => (each === entry ? { ...each, isOff: !entry.isOff } : each)),
      ),
    textOf(listsTexts, entry.isOff ? 'switchedOn' : 'switchedOff', { name: entry.name }),
  );

export const moveEntry = (list: KeptList, entry: KeptListEntry, by: -1 | 1): Promise<void> => {
  const at = list.entries.indexOf(entry);
  const others = list.entries.filter((each) => each !== entry);
  return attempt(() => keepList(list, [...others.slice(0, at + by), entry, ...others.slice(at + by)]));
};

/** What those who keep a list call a member of an entry. */
export const wordOfList = (field: string, member: string): string => {
  const key = member || field;
  return key in listsTexts.zh ? textOf(listsTexts, key as keyof typeof listsTexts.zh) : textOf(listsTexts, 'name');
};

export const askListHistory = (list: KeptList): Promise<void> =>
  askChanges({ name: titleOf(list), read: readOf(getReferenceListChanges, { list: list.name }), labelOf: wordOfList });
