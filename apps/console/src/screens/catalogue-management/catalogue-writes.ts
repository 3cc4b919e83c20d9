import {
  addSampleLevel,
  deleteSampleLevel,
  getReferenceListChanges,
  getSampleLevels,
  saveReferenceList,
  keepSampleForm,
  type SampleExampleView,
  type ReferenceListView,
  type ReferenceListEntry,
  type CatalogueMaterialView,
  type CataloguePropertyView,
  type SampleRequirementView,
  type SampleFormView,
  listReferenceLists,
  type SampleLevelRow,
  sysTestSampleGetAll,
  tuTestSampleGetAll,
  updateSampleLevel,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain/catalogue-maintenance';
import { findList } from '#domain/reference';
import { openActionDialog } from '../../components/action-dialog.js';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { textOf } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './form.texts.js';
import { texts as listTexts } from './lists.texts.js';
import { texts as catalogueTexts } from './texts.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

export type SampleFormInput = {
  specification?: string;
  properties?: readonly Omit<CataloguePropertyView, 'id' | 'isJoined'>[];
  materials?: readonly Omit<CatalogueMaterialView, 'label' | 'sampleNameLink'>[];
  requirements?: readonly (Omit<SampleRequirementView, 'id'> & { id?: string })[];
  examples?: readonly SampleExampleView[];
  reason?: string;
};

/** Whole lists, unless somebody changed the sample meanwhile. */
export const saveSampleForm = (
  { ownerQuery }: CatalogueOwner,
  { sampleId, revision }: SampleFormView,
  { properties, materials, requirements, examples, ...patch }: SampleFormInput,
): Promise<SampleFormView> => {
  const body = {
    ...ownerQuery,
    ...patch,
    ...(properties ? { properties: properties.map((each) => ({ ...each, type: typeOf(each.type) })) } : {}),
    ...(materials ? { materials: [...materials] } : {}),
    ...(requirements ? { requirements: requirements.map((each) => ({ ...each, paramIds: [...each.paramIds] })) } : {}),
    ...(examples ? { examples: [...examples] } : {}),
  };
  return withIdempotencyKey(`sample form ${sampleId} ${revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
    callOperation(keepSampleForm, { query: { sampleId }, body, idempotencyKey, ifMatch: revision }),
  );
};

const TYPES = [1, 2, 3, 4, 5, 6] as const;
const typeOf = (type: number): (typeof TYPES)[number] => TYPES.find((candidate) => candidate === type) ?? 1;

/** The list with one entry at a position from 1; by default at its old position, or last for a new one. */
export const moveEntryTo = <Entry>(
  entries: readonly Entry[],
  entry: Entry,
  existing: Entry | null,
  position: number,
): Entry[] => {
  const otherEntries = entries.filter((each) => each !== existing);
  return [...otherEntries.slice(0, position - 1), entry, ...otherEntries.slice(position - 1)];
};

export const confirmRemoveProperty = async (
  owner: CatalogueOwner,
  form: SampleFormView,
  property: CataloguePropertyView,
): Promise<void> => {
  const { name } = property;
  await confirmRemoval({
    action: 'removeProperty',
    sentence: property.isJoined ? 'removeJoinedSentence' : 'removePropertySentence',
    name,
    run: (reason) =>
      saveSampleForm(owner, form, {
        properties: form.properties.filter((each) => each !== property),
        ...(property.isJoined
          ? { specification: form.specification.replace(`{${name}}`, '').replaceAll(/ {2,}/g, ' ').trim() }
          : {}),
        reason,
      }),
  });
};

export const confirmRemoveMaterial = (
  owner: CatalogueOwner,
  form: SampleFormView,
  material: CatalogueMaterialView,
): Promise<void> =>
  confirmRemoval({
    action: 'removeMaterial',
    sentence: 'removeMaterialSentence',
    name: material.label,
    run: (reason) =>
      saveSampleForm(owner, form, { materials: form.materials.filter((each) => each !== material), reason }),
  });

/** `name` names the requirement's parameters. */
export const confirmRemoveRequirement = (
  owner: CatalogueOwner,
  form: SampleFormView,
  requirement: SampleRequirementView,
  name: string,
): Promise<void> =>
  confirmRemoval({
    action: 'removeRequirement',
    sentence: 'removeRequirementSentence',
    name,
    run: (reason) =>
      saveSampleForm(owner, form, { requirements: form.requirements.filter((each) => each !== requirement), reason }),
  });

export const confirmRemoveExample = (
  owner: CatalogueOwner,
  form: SampleFormView,
  example: SampleExampleView,
): Promise<void> =>
  confirmRemoval({
    action: 'removeExample',
    sentence: 'removeExampleSentence',
    name: example.name,
    run: (reason) =>
      saveSampleForm(owner, form, { examples: form.examples.filter((each) => each !== example), reason }),
  });

type Key = keyof typeof texts.zh;
const confirmRemoval = async ({
  action,
  sentence,
  name,
  run,
}: {
  action: Key;
  sentence: Key;
  name: string;
  run(reason: string): Promise<unknown>;
}): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, action),
    sentence: textOf(texts, sentence, { name }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run,
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'removed'));
  await samplesChanged();
};

/** Input for a level: a new one, or an existing one with another name, position or parent. */
export type LevelDraft = { name: string; parentId: string; orderNum: number };

/** Samples contain the path of their level. */
const levelsChanged = (): Promise<void> =>
  invalidateOperations(getSampleLevels, sysTestSampleGetAll, tuTestSampleGetAll);

export const addLevel = async ({ name, parentId }: LevelDraft): Promise<void> => {
  await withIdempotencyKey(`level ${parentId} ${name}`, (idempotencyKey) =>
    callOperation(addSampleLevel, { body: { name, parentId: parentId || null }, idempotencyKey }),
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
  await withIdempotencyKey(`level ${JSON.stringify([level, body])}`, (idempotencyKey) =>
    callOperation(updateSampleLevel, { body, idempotencyKey }),
  );
  await levelsChanged();
};

export const confirmRemoveLevel = async ({ sampleLevelId, displayName }: SampleLevelRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(catalogueTexts, 'removeLevel'),
    sentence: textOf(catalogueTexts, 'removeLevelSentence', { name: displayName }),
    intent: 'danger',
    reason: { label: textOf(catalogueTexts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      withIdempotencyKey(`remove level ${sampleLevelId} ${reason}`, (idempotencyKey) =>
        callOperation(deleteSampleLevel, { query: { id: sampleLevelId, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(catalogueTexts, 'removed'));
  await invalidateOperations(getSampleLevels);
};

/** Names for the history of a level. */
export const levelMemberLabel = (field: string): string => {
  if (field === 'orderNum') return textOf(listTexts, 'levelOrder');
  return textOf(catalogueTexts, field === 'levelAbove' ? 'levelAbove' : 'levelName');
};

export const openLevelHistory = ({ sampleLevelId, displayName }: SampleLevelRow): Promise<void> =>
  openChangeHistory({ kind: 'category', id: sampleLevelId, name: displayName, labelOf: levelMemberLabel });

/** An entry as input: without an id it is new. */
export type ListEntryInput = Omit<ReferenceListEntry, 'id'> & { id?: string };

export const listTitle = ({ name }: Pick<ReferenceListView, 'name'>): string =>
  findList(name)?.title[language()] ?? name;

/**
 * Sends the new content of a list, based on the revision that was shown; everything that shows lists is refreshed, also
 * after a refusal.
 */
export const saveList = async (
  { name: list, revision }: ReferenceListView,
  entries: readonly ListEntryInput[],
): Promise<void> => {
  const body = { entries: entries.map((entry) => ({ ...entry, bigCategoryIds: [...entry.bigCategoryIds] })) };
  try {
    await withIdempotencyKey(`list ${list} ${revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
      callOperation(saveReferenceList, { query: { list }, body, ifMatch: revision, idempotencyKey }),
    );
  } finally {
    await invalidateOperations(listReferenceLists, getSampleLevels);
  }
};

const runReportingFailure = async (work: () => Promise<void>, successText?: string): Promise<void> => {
  try {
    await work();
    if (successText !== undefined) toastSuccess(successText);
  } catch (error) {
    reportFailure(error);
  }
};

export const toggleEntry = (list: ReferenceListView, entry: ReferenceListEntry): Promise<void> =>
  runReportingFailure(
    () =>
      saveList(
        list,
        list.entries.map((each) => (each === entry ? { ...each, isOff: !entry.isOff } : each)),
      ),
    textOf(listTexts, entry.isOff ? 'switchedOn' : 'switchedOff', { name: entry.name }),
  );

export const moveEntry = (list: ReferenceListView, entry: ReferenceListEntry, step: -1 | 1): Promise<void> => {
  const index = list.entries.indexOf(entry);
  const otherEntries = list.entries.filter((each) => each !== entry);
  return runReportingFailure(() =>
    saveList(list, [...otherEntries.slice(0, index + step), entry, ...otherEntries.slice(index + step)]),
  );
};

/** Names of an entry's members for administrators of a list. */
export const listMemberLabel = (field: string, member: string): string => {
  const key = member || field;
  return key in listTexts.zh ? textOf(listTexts, key as keyof typeof listTexts.zh) : textOf(listTexts, 'name');
};

export const openListHistory = (list: ReferenceListView): Promise<void> =>
  openChangeHistory({
    name: listTitle(list),
    query: queryOptionsOf(getReferenceListChanges, { list: list.name }),
    labelOf: listMemberLabel,
  });
