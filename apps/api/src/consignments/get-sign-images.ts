import { Controller, Inject } from '@nestjs/common';
import { getConsignSignAccessoryList } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { documentUrl } from '../print/ticket.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { findConsignment } from './find-consignment.js';

/** A drawn signature is a name: whoever sees persons masked is shown none (ADR-016). */
@Controller()
export class GetSignImages {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(getConsignSignAccessoryList)
  async handle(@Input() { consignId }: InputOf<typeof getConsignSignAccessoryList>, @By() caller: Caller) {
    const { eventStore, vault } = this.engines;
    const { state, personsShown } = await findConsignment(eventStore, consignId, caller);
    const drawn = state.signatures.flatMap(({ id, signType, signedAt, imageHash }) =>
      imageHash === null || !personsShown ? [] : [{ id, signType, signedAt, hash: imageHash }],
    );
    return Promise.all(
      drawn.map(async ({ id, signType, signedAt, hash }) => ({
        id,
        signType,
        signedAt,
        url: await documentUrl(vault, { userId: caller.userId, hash, name: 'signature.png' }, this.now()),
      })),
    );
  }
}
