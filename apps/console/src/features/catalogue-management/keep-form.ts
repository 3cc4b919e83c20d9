import {
  keepSampleForm,
  type KeptExample,
  type KeptMaterial,
  type KeptProperty,
  type KeptRequirement,
  type KeptSampleForm,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './form.texts.js';
import type { Keeper } from './keeper.js';
import { samplesChanged } from './sample-verbs.js';

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
