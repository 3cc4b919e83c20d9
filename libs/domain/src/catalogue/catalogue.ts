import {
  catalogueEvents,
  type CatalogueSample,
  type EventCatalogue,
  type EventOf,
  specificationRuleEvents,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { isJsonEqual, sameId } from '../rules/equality.js';
import { isOffered, isShown } from './choose-parameters.js';

/** Lists an item of the catalogue, or replaces what was listed under its id. */
export type ListCommand<Catalogue extends EventCatalogue> = { type: 'List'; fact: EventOf<Catalogue> };

type CatalogueItem<Catalogue extends EventCatalogue> = Aggregate<
  Catalogue,
  ListCommand<Catalogue>,
  EventOf<Catalogue> | null
>;

/** One stream an item, one event each time it changes; listing the same again records nothing (ADR-002). */
const item = <Catalogue extends EventCatalogue>(category: string, events: Catalogue): CatalogueItem<Catalogue> => ({
  category,
  events,
  decider: {
    initialState: null,
    decide: ({ fact }, listed) => (isJsonEqual(fact, listed) ? [] : [fact]),
    evolve: (_listed, event) => event,
  },
});

const {
  CategoryListed,
  CategoryWithdrawn,
  SampleListed,
  SampleWithdrawn,
  StandardListed,
  StandardWithdrawn,
  PackListed,
  PackWithdrawn,
} = catalogueEvents;
export const catalogueCategory = item('catalogueCategory', { CategoryListed, CategoryWithdrawn });
export const catalogueSample = item('catalogueSample', { SampleListed, SampleWithdrawn });
export const catalogueStandard = item('catalogueStandard', { StandardListed, StandardWithdrawn });
export const cataloguePack = item('cataloguePack', { PackListed, PackWithdrawn });

/** How a unit joins the specification of a sample; the newest saved is the rule. */
export const specificationRule = item('specificationRule', specificationRuleEvents);

/** A parameter as it is found by its name; `isOffered` false: shown, yet not to be chosen (001 section 4). */
export type LeafParameter = { id: string; code: string; name: string; displayName: string; isOffered: boolean };

/** A sample as a leaf of the tree: what browsing and searching need of all samples at once. */
export type CatalogueLeafRow = Pick<
  CatalogueSample,
  | 'name'
  | 'sampleCode'
  | 'categoryId'
  | 'bigCategoryId'
  | 'sampleNameLink'
  | 'isLocaleItem'
  | 'orderNum'
  | 'isMixDesign'
> & {
  id: string;
  /** Those that are shown, in the order of the catalogue. */
  parameters: LeafParameter[];
  /** Every standard of the sample and of the parameters it shows, once. */
  standardIds: string[];
};

/** The leaf of a sample under the id by which it is asked for. */
export const toCatalogueLeaf = (id: string, sample: CatalogueSample): CatalogueLeafRow => {
  const { name, sampleCode, categoryId, bigCategoryId, sampleNameLink, isLocaleItem, orderNum, isMixDesign } = sample;
  const shown = sample.parameters.filter(isShown);
  return {
    id,
    name,
    sampleCode,
    categoryId,
    bigCategoryId,
    sampleNameLink,
    isLocaleItem,
    orderNum,
    isMixDesign,
    parameters: shown.map((parameter) => ({
      id: parameter.id,
      code: parameter.code,
      name: parameter.name,
      displayName: parameter.displayName,
      isOffered: isOffered(parameter),
    })),
    standardIds: [
      ...new Set(
        [...(sample.standards ?? []), ...shown.flatMap(({ standards, basis }) => [...standards, ...basis])].map(
          ({ standardId }) => standardId,
        ),
      ),
    ],
  };
};

/** Joins the levels of a catalogue path, as the catalogue itself writes them. */
const STEP = '→';

/**
 * What is tested, by the catalogue: the last level of the sample's path. A test item of an appointment bears the name
 * of its structure (SF-020), so its own name does not tell.
 */
export const catalogueNameOf = ({
  sampleNameLink,
  testUnitSampleName,
}: {
  sampleNameLink: string;
  testUnitSampleName: string;
}): string => sampleNameLink.split(STEP).at(-1)?.trim() || testUnitSampleName;

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text as people read it: the entities that the rich text has become characters. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/**
 * A requirement's rich text as one line for the printed form: headings, pictures and tags go, list items become
 * sentences.
 */
export const plainText = (html: string): string => {
  const shown = html
    .replace(/<h\d[^>]*>.*?<\/h\d>/gis, '')
    .replace(/<\/(?:li|p|div)>|<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '');
  return withoutEntities(shown).replace(/\s+/g, ' ').trim();
};

/**
 * What the laboratory asks of a sample, for the whole sample and for the chosen parameters, in order (SAPI-010). HTML.
 */
export const requirementsFor = (
  sample: Pick<CatalogueSample, 'requirements'>,
  paramIds: readonly string[],
): CatalogueSample['requirements'] =>
  sample.requirements
    .filter(
      (requirement) =>
        requirement.paramIds.length === 0 ||
        requirement.paramIds.some((id) => paramIds.some((chosen) => sameId(chosen, id))),
    )
    .toSorted((left, right) => left.orderNum - right.orderNum);

/** The first of them as one line of text, whole, as it is printed below a sample; empty without one. */
export const printedRequirement = (
  sample: Pick<CatalogueSample, 'requirements'>,
  paramIds: readonly string[],
): string => {
  const [first] = requirementsFor(sample, paramIds);
  return first ? plainText(first.defaultSampleDescription) : '';
};
