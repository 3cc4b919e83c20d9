import { catalogueEvents, type EventCatalogue, type EventOf } from '#events';
import type { Aggregate } from '../handle.js';
import { sameFacts } from '../rules/same-facts.js';

/** Lists an item of the catalogue, or replaces what was listed under its id. */
export type ListCommand<Catalogue extends EventCatalogue> = { type: 'List'; fact: EventOf<Catalogue> };

type CatalogueItem<Catalogue extends EventCatalogue> = Aggregate<Catalogue, ListCommand<Catalogue>, EventOf<Catalogue> | null>;

/** One stream an item, one event each time it changes; listing the same again records nothing (DECISIONS 10). */
const item = <Catalogue extends EventCatalogue>(category: string, events: Catalogue): CatalogueItem<Catalogue> => ({
  category,
  events,
  decider: {
    initialState: null,
    decide: ({ fact }, listed) => (sameFacts(fact, listed) ? [] : [fact]),
    evolve: (_listed, event) => event,
  },
});

const { CategoryListed, SampleListed, StandardListed, PackListed } = catalogueEvents;
export const catalogueCategory = item('catalogueCategory', { CategoryListed });
export const catalogueSample = item('catalogueSample', { SampleListed });
export const catalogueStandard = item('catalogueStandard', { StandardListed });
export const cataloguePack = item('cataloguePack', { PackListed });
