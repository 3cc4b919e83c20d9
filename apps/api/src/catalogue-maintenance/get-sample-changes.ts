import { Controller, Inject } from '@nestjs/common';
import { getSampleChanges, type RecordChange } from '#contract';
import { load, problem, RuleBroken, sampleChanges, templateSample, unitSample } from '#domain';
import type { Engines } from '#engines';
import { catalogueEvents, decode, unitSampleEvents, type CatalogueSample, type RecordedEvent } from '#events';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { copyHistory } from './copy-history.js';
import { holderFor, unitSampleId } from './holder.js';

@Controller()
export class GetSampleChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  /** Of a unit's sample its own changes and, as far as they held for the unit, the template's. */
  @Handles(getSampleChanges)
  async handle(
    @Input() { sampleId, testUnitId }: InputOf<typeof getSampleChanges>,
    @By() caller: Caller,
  ): Promise<RecordChange[]> {
    const { eventStore } = this.engines;
    const holder = await holderFor(eventStore, caller, testUnitId);
    const template = (await load(eventStore, templateSample, sampleId)).past;
    const own = holder ? (await load(eventStore, unitSample, unitSampleId(holder.testUnitId, sampleId))).past : [];
    if (template.length + own.length === 0) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
    return copyHistory<CatalogueSample>(this.users, [...template, ...own], { told, compare: sampleChanges });
  }
}

const events = { ...catalogueEvents, ...unitSampleEvents };

const told = (event: RecordedEvent) => {
  const { type, data } = decode(events, event);
  const reason = 'reason' in data ? data.reason : undefined;
  switch (type) {
    case 'SampleListed':
      return { type, of: 'template' as const, item: data.sample, reason };
    case 'SampleWithdrawn':
      return { type, of: 'template' as const, item: null, reason };
    case 'UnitSampleKept':
      return { type, of: 'copy' as const, item: data.sample, reason };
    case 'UnitSampleReset':
      return { type, of: 'copy' as const, item: null, reason };
    default:
      return { type, of: 'copy' as const, reason };
  }
};
