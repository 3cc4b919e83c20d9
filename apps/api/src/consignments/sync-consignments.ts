import { Controller, Inject } from '@nestjs/common';
import { syncUpdateConsignInfo } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { idsIn, type IdsAndReason } from './ids-and-reason.js';

/** No unit is integrated with a laboratory system yet, so there is nothing to fetch; ids are held to the caller's unit all the same. */
@Controller()
export class SyncConsignments {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(syncUpdateConsignInfo)
  async handle(@Input() input: IdsAndReason, @By() caller: Caller) {
    for (const id of idsIn(input)) await findConsignment(this.engines.eventStore, id, caller);
    return true as const;
  }
}
