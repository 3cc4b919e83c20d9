import { Controller, Inject } from '@nestjs/common';
import { getSampleChanges, type RecordChange } from '#contract';
import { load, problem, RuleBroken, sampleChanges, templateSample, unitSample } from '#domain';
import type { Engines } from '#engines';
import { catalogueEvents, decode, unitSampleEvents, type CatalogueSample, type RecordedEvent } from '#events';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { holderFor, unitSampleId } from './holder.js';

type Told = Omit<RecordChange, 'by'> & { userId: string; position: string };

@Controller()
export class GetSampleChanges {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(Users) private readonly users: Users) {}

  /** Of a unit's sample its own changes and, as far as they held for the unit, the template's. */
  @Handles(getSampleChanges)
  async handle(@Input() { sampleId, testUnitId }: InputOf<typeof getSampleChanges>, @By() caller: Caller): Promise<RecordChange[]> {
    const { eventStore } = this.engines;
    const holder = await holderFor(eventStore, caller, testUnitId);
    const template = (await load(eventStore, templateSample, sampleId)).past;
    const own = holder ? (await load(eventStore, unitSample, unitSampleId(holder.testUnitId, sampleId))).past : [];
    const told = changesOf([...template, ...own]).toReversed();
    if (told.length === 0) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
    const nameOf = await namesOf(this.users, told.map(({ userId }) => userId));
    return told.map(({ userId, position: _, ...change }) => ({ ...change, by: nameOf(userId) }));
  }
}

const events = { ...catalogueEvents, ...unitSampleEvents };

/** What each event changed of the sample as it held at that time: while there is a copy, what happens to the template passes it by. */
const changesOf = (past: readonly RecordedEvent[]): Told[] => {
  let template: CatalogueSample | null = null;
  let copy: CatalogueSample | null = null;
  const told: Told[] = [];
  for (const event of past.toSorted((left, right) => (left.position < right.position ? -1 : 1))) {
    const before: CatalogueSample | null = copy ?? template;
    const wasCopied = copy !== null;
    const { type, data } = decode(events, event);
    if (type === 'SampleListed') template = data.sample;
    else if (type === 'SampleWithdrawn') template = null;
    else if (type === 'UnitSampleKept') copy = data.sample;
    else if (type === 'UnitSampleReset') copy = null;
    const passesBy = wasCopied && (type === 'SampleListed' || type === 'SampleWithdrawn');
    if (passesBy) continue;
    const after = copy ?? template;
    const reason = 'reason' in data && data.reason !== undefined ? data.reason : '';
    told.push({ id: event.id, action: type, at: event.metadata.at, userId: event.metadata.by.userId, position: event.position, reason, changes: after ? sampleChanges(before, after) : [] });
  }
  return told;
};
