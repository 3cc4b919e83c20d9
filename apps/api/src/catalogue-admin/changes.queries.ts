import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getPackChanges, getSampleChanges, type RecordChange, type ResultOf } from '#contract';
import {
  managedPack,
  packChanges,
  sampleChanges,
  templateSample,
  unitPack,
  unitSample,
} from '#domain/catalogue-maintenance';
import type { FactChange } from '#domain/changes';
import { load } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import {
  catalogueEvents,
  decode,
  unitPackEvents,
  unitSampleEvents,
  type CataloguePack,
  type CatalogueSample,
  type RecordedEvent,
} from '#events';
import type { Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { unitPackId } from './owned-packs.js';
import { catalogueOwnerFor, unitSampleId } from './catalogue-owner.js';

/** `item` is the template or the copy after the event, null if it is removed, absent if it is unchanged. */
type ItemEvent<Item> = { type: string; target: 'template' | 'copy'; item?: Item | null; reason?: string | undefined };

type HistoryReader<Item> = {
  itemEventOf(event: RecordedEvent): ItemEvent<Item>;
  compare(before: Item | null, after: Item): FactChange[];
};

const packEvents = { ...catalogueEvents, ...unitPackEvents };

const sampleEvents = { ...catalogueEvents, ...unitSampleEvents };

/** Changes of a unit's sample, including those of the template while it was in effect. */
export class ListSampleChanges extends Query<OperationReturn<ResultOf<typeof getSampleChanges>>> {
  constructor(
    readonly input: InputOf<typeof getSampleChanges>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListSampleChanges)
export class ListSampleChangesHandler implements IQueryHandler<ListSampleChanges> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { sampleId, testUnitId }, caller }: ListSampleChanges): Promise<RecordChange[]> {
    const { eventStore } = this.engines;
    const owner = await catalogueOwnerFor(eventStore, caller, testUnitId);
    const templateEvents = (await load(eventStore, templateSample, sampleId)).events;
    const copyEvents = owner
      ? (await load(eventStore, unitSample, unitSampleId(owner.testUnitId, sampleId))).events
      : [];
    if (templateEvents.length + copyEvents.length === 0) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
    return copyHistory<CatalogueSample>(this.users, [...templateEvents, ...copyEvents], {
      itemEventOf: toSampleEvent,
      compare: sampleChanges,
    });
  }
}

/** Changes of a unit's pack, including those of the template while it was in effect. */
export class ListPackChanges extends Query<OperationReturn<ResultOf<typeof getPackChanges>>> {
  constructor(
    readonly input: InputOf<typeof getPackChanges>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListPackChanges)
export class ListPackChangesHandler implements IQueryHandler<ListPackChanges> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { packId, testUnitId }, caller }: ListPackChanges): Promise<RecordChange[]> {
    const { eventStore } = this.engines;
    const owner = await catalogueOwnerFor(eventStore, caller, testUnitId);
    const templateEvents = (await load(eventStore, managedPack, packId)).events;
    const copyEvents = owner ? (await load(eventStore, unitPack, unitPackId(owner.testUnitId, packId))).events : [];
    if (templateEvents.length + copyEvents.length === 0) throw new RuleBroken(problem('NO_SUCH_PACK'));
    return copyHistory<CataloguePack>(this.users, [...templateEvents, ...copyEvents], {
      itemEventOf: toPackEvent,
      compare: packChanges,
    });
  }
}

export const changeQueryHandlers = [ListSampleChangesHandler, ListPackChangesHandler];

/**
 * The changes of an item as it was in effect, newest first. While a unit has a copy, changes of the template do not
 * affect it.
 */
const copyHistory = async <Item>(
  users: Users,
  events: readonly RecordedEvent[],
  { itemEventOf, compare }: HistoryReader<Item>,
): Promise<RecordChange[]> => {
  const nameOf = await loadUserNames(
    users,
    events.map(({ metadata }) => metadata.by.userId),
  );
  let [template, copy]: [Item | null, Item | null] = [null, null];
  const changes: RecordChange[] = [];
  for (const event of events.toSorted((left, right) => (left.position < right.position ? -1 : 1))) {
    const { type, target: of, item, reason = '' } = itemEventOf(event);
    const [before, wasCopied]: [Item | null, boolean] = [copy ?? template, copy !== null];
    if (item !== undefined && of === 'template') template = item;
    if (item !== undefined && of === 'copy') copy = item;
    if (wasCopied && of === 'template') continue;
    const after: Item | null = copy ?? template;
    changes.push({
      id: event.id,
      action: type,
      at: event.metadata.at,
      by: nameOf(event.metadata.by.userId),
      ...(event.metadata.by.via && { via: event.metadata.by.via }),
      reason,
      changes: after ? compare(before, after) : [],
    });
  }
  return changes.toReversed();
};

const toPackEvent = (event: RecordedEvent) => {
  const { type, data } = decode(packEvents, event);
  const reason = 'reason' in data ? data.reason : undefined;
  switch (type) {
    case 'PackListed':
      return { type, target: 'template' as const, item: data.pack, reason };
    case 'PackWithdrawn':
      return { type, target: 'template' as const, item: null, reason };
    case 'UnitPackKept':
      return { type, target: 'copy' as const, item: data.pack, reason };
    case 'UnitPackReset':
      return { type, target: 'copy' as const, item: null, reason };
    default:
      return { type, target: 'copy' as const, reason };
  }
};

const toSampleEvent = (event: RecordedEvent) => {
  const { type, data } = decode(sampleEvents, event);
  const reason = 'reason' in data ? data.reason : undefined;
  switch (type) {
    case 'SampleListed':
      return { type, target: 'template' as const, item: data.sample, reason };
    case 'SampleWithdrawn':
      return { type, target: 'template' as const, item: null, reason };
    case 'UnitSampleKept':
      return { type, target: 'copy' as const, item: data.sample, reason };
    case 'UnitSampleReset':
      return { type, target: 'copy' as const, item: null, reason };
    default:
      return { type, target: 'copy' as const, reason };
  }
};
