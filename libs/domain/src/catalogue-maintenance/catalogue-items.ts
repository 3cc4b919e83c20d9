import {
  type CatalogueCategory,
  catalogueEvents,
  type CataloguePack,
  type CatalogueSample,
  type CatalogueStandard,
  type EventCatalogue,
  type EventOf,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { isJsonEqual } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { categoryProblems } from './sample-levels.js';
import { catalogueReasonProblems, catalogueSampleProblems } from './samples.js';
import { standardProblems } from './standards.js';
import { packProblems } from './unit-packs.js';

/** Saves a new or changed item with its complete content, or withdraws it with a reason. */
export type SaveItemCommand<Item> =
  | { type: 'AddItem'; item: Item }
  | { type: 'ChangeItem'; item: Item; reason?: string }
  | { type: 'WithdrawItem'; reason: string };

type ItemDefinition<Catalogue extends EventCatalogue, Item> = {
  category: string;
  events: Catalogue;
  missingCode: RuleCode;
  problemsOf(item: Item): readonly Problem[];
  toListedEvent(item: Item, reason?: string): EventOf<Catalogue>;
  toWithdrawnEvent(reason: string): EventOf<Catalogue>;
  /** The item that an event lists; null if the event withdraws it. */
  itemOfEvent(event: EventOf<Catalogue>): Item | null;
};

const itemAggregate = <Catalogue extends EventCatalogue, Item>({
  category,
  events,
  missingCode,
  problemsOf,
  toListedEvent,
  toWithdrawnEvent,
  itemOfEvent,
}: ItemDefinition<Catalogue, Item>): Aggregate<Catalogue, SaveItemCommand<Item>, Item | null> => ({
  category,
  events,
  decider: {
    initialState: null,
    decide(command, item) {
      if (command.type === 'AddItem') {
        refuseIf(item ? problem('RECORD_EXISTS') : null);
        refuseIf(problemsOf(command.item));
        return [toListedEvent(command.item)];
      }
      if (!item) throw new RuleBroken(problem(missingCode));
      switch (command.type) {
        case 'ChangeItem':
          refuseIf(problemsOf(command.item));
          return isJsonEqual(command.item, item) ? [] : [toListedEvent(command.item, command.reason)];
        case 'WithdrawItem':
          refuseIf(catalogueReasonProblems(command.reason));
          return [toWithdrawnEvent(command.reason.trim())];
      }
    },
    evolve: (_item, event) => itemOfEvent(event),
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

/**
 * catalogueSample-<id>: a sample of the system template, managed by the administrator (002 CAT-002).
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_SAMPLE, the problems of catalogueSampleProblems
 */
export const templateSample = itemAggregate<
  { SampleListed: typeof SampleListed; SampleWithdrawn: typeof SampleWithdrawn },
  CatalogueSample
>({
  category: 'catalogueSample',
  events: { SampleListed, SampleWithdrawn },
  missingCode: 'NO_SUCH_SAMPLE',
  problemsOf: catalogueSampleProblems,
  toListedEvent: (sample, reason) => ({ type: 'SampleListed', data: { sample, ...(reason ? { reason } : {}) } }),
  toWithdrawnEvent: (reason) => ({ type: 'SampleWithdrawn', data: { reason } }),
  itemOfEvent: (event) => (event.type === 'SampleListed' ? event.data.sample : null),
});

/**
 * catalogueStandard-<id> (002 CAT-001).
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_STANDARD, the problems of standardProblems
 */
export const managedStandard = itemAggregate<
  { StandardListed: typeof StandardListed; StandardWithdrawn: typeof StandardWithdrawn },
  CatalogueStandard
>({
  category: 'catalogueStandard',
  events: { StandardListed, StandardWithdrawn },
  missingCode: 'NO_SUCH_STANDARD',
  problemsOf: standardProblems,
  toListedEvent: (standard) => ({ type: 'StandardListed', data: { standard } }),
  toWithdrawnEvent: (reason) => ({ type: 'StandardWithdrawn', data: { reason } }),
  itemOfEvent: (event) => (event.type === 'StandardListed' ? event.data.standard : null),
});

/** cataloguePack-<id>. @throws RuleBroken RECORD_EXISTS, NO_SUCH_PACK, the problems of packProblems */
export const managedPack = itemAggregate<
  { PackListed: typeof PackListed; PackWithdrawn: typeof PackWithdrawn },
  CataloguePack
>({
  category: 'cataloguePack',
  events: { PackListed, PackWithdrawn },
  missingCode: 'NO_SUCH_PACK',
  problemsOf: packProblems,
  toListedEvent: (pack, reason) => ({ type: 'PackListed', data: { pack, ...(reason ? { reason } : {}) } }),
  toWithdrawnEvent: (reason) => ({ type: 'PackWithdrawn', data: { reason } }),
  itemOfEvent: (event) => (event.type === 'PackListed' ? event.data.pack : null),
});

/**
 * catalogueCategory-<id>: a level of the sample tree (002 CAT-006).
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_CATEGORY, the problems of categoryProblems
 */
export const managedCategory = itemAggregate<
  { CategoryListed: typeof CategoryListed; CategoryWithdrawn: typeof CategoryWithdrawn },
  CatalogueCategory
>({
  category: 'catalogueCategory',
  events: { CategoryListed, CategoryWithdrawn },
  missingCode: 'NO_SUCH_CATEGORY',
  problemsOf: categoryProblems,
  toListedEvent: (category) => ({ type: 'CategoryListed', data: { category } }),
  toWithdrawnEvent: (reason) => ({ type: 'CategoryWithdrawn', data: { reason } }),
  itemOfEvent: (event) => (event.type === 'CategoryListed' ? event.data.category : null),
});

/** A stored item with the name that users know. */
export type ExistingItem = { id: string; name: string; isDeleted?: boolean };

/**
 * The id of a new row is derived from its code or name. An item that was added under this id earlier may have been
 * renamed or deleted since and must not be overwritten. Returns null if the id is free.
 */
export const alreadyAddedProblem = (id: string, existing: readonly ExistingItem[]): Problem | null => {
  const match = existing.find((each) => each.id === id);
  return match ? problem(match.isDeleted ? 'CELL_DELETED_SINCE' : 'CELL_ADDED_BEFORE', { name: match.name }) : null;
};

/** The part of an event's 256 KiB that is available beside reason, keys and metadata, in KiB (ADR-002). */
const MAX_KB = 240;

/** One event holds the whole item, so an item that is too large is rejected before anything is stored. */
export const eventSizeProblem = (item: unknown): Problem | null =>
  new TextEncoder().encode(JSON.stringify(item)).length > MAX_KB * 1024
    ? problem('CELL_TOO_MUCH', { max: MAX_KB })
    : null;
