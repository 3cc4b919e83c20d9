import {
  catalogueEvents,
  type CatalogueSample,
  type EventCatalogue,
  type EventOf,
  specificationRuleEvents,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { isJsonEqual, sameId } from '../rules/equality.js';
import { isOffered, isVisible } from './choose-parameters.js';

/** Lists an item of the catalogue, or replaces the one listed under its id. */
export type ListCommand<Catalogue extends EventCatalogue> = { type: 'List'; fact: EventOf<Catalogue> };

type CatalogueItem<Catalogue extends EventCatalogue> = Aggregate<
  Catalogue,
  ListCommand<Catalogue>,
  EventOf<Catalogue> | null
>;

/**
 * Each item has one stream with one event for each change. Listing the same content again records nothing (ADR-002).
 */
const item = <Catalogue extends EventCatalogue>(category: string, events: Catalogue): CatalogueItem<Catalogue> => ({
  category,
  events,
  decider: {
    initialState: null,
    decide: ({ fact }, currentFact) => (isJsonEqual(fact, currentFact) ? [] : [fact]),
    evolve: (_currentFact, event) => event,
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

/** How a unit joins the specification of a sample. The rule saved last applies. */
export const specificationRule = item('specificationRule', specificationRuleEvents);

/**
 * A parameter with the names used by searches. If `isOffered` is false, it is visible but cannot be chosen (001 section
 * 4).
 */
export type LeafParameter = { id: string; code: string; name: string; displayName: string; isOffered: boolean };

/** A sample as a leaf of the tree, with what browsing and searching need of all samples. */
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
  /** The visible parameters, in the order of the catalogue. */
  parameters: LeafParameter[];
  /** The distinct ids of all standards of the sample and of its visible parameters. */
  standardIds: string[];
};

/** Makes the leaf of a sample under an id. */
export const toCatalogueLeaf = (id: string, sample: CatalogueSample): CatalogueLeafRow => {
  const { name, sampleCode, categoryId, bigCategoryId, sampleNameLink, isLocaleItem, orderNum, isMixDesign } = sample;
  const visibleParameters = sample.parameters.filter(isVisible);
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
    parameters: visibleParameters.map((parameter) => ({
      id: parameter.id,
      code: parameter.code,
      name: parameter.name,
      displayName: parameter.displayName,
      isOffered: isOffered(parameter),
    })),
    standardIds: [
      ...new Set(
        [
          ...(sample.standards ?? []),
          ...visibleParameters.flatMap(({ standards, basis }) => [...standards, ...basis]),
        ].map(({ standardId }) => standardId),
      ),
    ],
  };
};

/** Separates the levels of a path in the catalogue. */
const STEP = '→';

/**
 * What is tested, according to the catalogue: the last level of the sample's path. A test item of an appointment has
 * the name of its structure (SF-020), so its own name does not show it.
 */
export const catalogueNameOf = ({
  sampleNameLink,
  testUnitSampleName,
}: {
  sampleNameLink: string;
  testUnitSampleName: string;
}): string => sampleNameLink.split(STEP).at(-1)?.trim() || testUnitSampleName;

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Replaces the HTML entities of rich text by their characters. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#39|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/**
 * The rich text of a requirement as one line for the printed form. Headings, pictures and tags are removed; ends of
 * list items, paragraphs and lines become spaces.
 */
export const plainText = (html: string): string => {
  const text = html
    .replace(/<h\d[^>]*>.*?<\/h\d>/gis, '')
    .replace(/<\/(?:li|p|div)>|<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
};

/**
 * The laboratory's requirements for the whole sample and for the chosen parameters, in order (SAPI-010). Their text is
 * HTML.
 */
export const requirementsFor = (
  sample: Pick<CatalogueSample, 'requirements'>,
  paramIds: readonly string[],
): CatalogueSample['requirements'] =>
  sample.requirements
    .filter(
      (requirement) =>
        requirement.paramIds.length === 0 ||
        requirement.paramIds.some((id) => paramIds.some((paramId) => sameId(paramId, id))),
    )
    .toSorted((left, right) => left.orderNum - right.orderNum);

/** The complete first requirement as one line of text, as printed below a sample; empty if there is none. */
export const printedRequirement = (
  sample: Pick<CatalogueSample, 'requirements'>,
  paramIds: readonly string[],
): string => {
  const [first] = requirementsFor(sample, paramIds);
  return first ? plainText(first.defaultSampleDescription) : '';
};
