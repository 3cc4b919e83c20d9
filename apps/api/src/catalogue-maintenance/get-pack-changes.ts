import { Controller, Inject } from '@nestjs/common';
import { getPackChanges, type RecordChange } from '#contract';
import { keptPack, load, packChanges, problem, RuleBroken, unitPack } from '#domain';
import type { Engines } from '#engines';
import { catalogueEvents, decode, unitPackEvents, type CataloguePack, type RecordedEvent } from '#events';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { copyHistory } from './copy-history.js';
import { holderFor } from './holder.js';
import { unitPackId } from './kept-packs.js';

@Controller()
export class GetPackChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  /** Of a unit's pack its own changes and, as far as they held for the unit, the template's. */
  @Handles(getPackChanges)
  async handle(
    @Input() { packId, testUnitId }: InputOf<typeof getPackChanges>,
    @By() caller: Caller,
  ): Promise<RecordChange[]> {
    const { eventStore } = this.engines;
    const holder = await holderFor(eventStore, caller, testUnitId);
    const template = (await load(eventStore, keptPack, packId)).past;
    const own = holder ? (await load(eventStore, unitPack, unitPackId(holder.testUnitId, packId))).past : [];
    if (template.length + own.length === 0) throw new RuleBroken(problem('NO_SUCH_PACK'));
    return copyHistory<CataloguePack>(this.users, [...template, ...own], { told, compare: packChanges });
  }
}

const events = { ...catalogueEvents, ...unitPackEvents };

const told = (event: RecordedEvent) => {
  const { type, data } = decode(events, event);
  const reason = 'reason' in data ? data.reason : undefined;
  switch (type) {
    case 'PackListed':
      return { type, of: 'template' as const, item: data.pack, reason };
    case 'PackWithdrawn':
      return { type, of: 'template' as const, item: null, reason };
    case 'UnitPackKept':
      return { type, of: 'copy' as const, item: data.pack, reason };
    case 'UnitPackReset':
      return { type, of: 'copy' as const, item: null, reason };
    default:
      return { type, of: 'copy' as const, reason };
  }
};
