import { catalogueEvents, specificationRuleEvents, type EventCatalogue, type EventOf } from '#events';
import type { Aggregate } from '../handle.js';
import { sameFacts } from '../rules/same-facts.js';

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
    decide: ({ fact }, listed) => (sameFacts(fact, listed) ? [] : [fact]),
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
