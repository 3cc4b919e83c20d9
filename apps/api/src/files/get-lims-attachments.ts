import { Controller, Inject } from '@nestjs/common';
import { getLimsConsignAttachments } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** No unit is integrated with a laboratory system yet, so there is nobody to ask; the consignment is held to the caller's unit all the same. */
@Controller()
export class GetLimsAttachments {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getLimsConsignAttachments)
  async handle(@Input() { consignId }: InputOf<typeof getLimsConsignAttachments>, @By() caller: Caller) {
    await findConsignment(this.engines.eventStore, consignId, caller);
    return { attachments: [], sampleAttachments: [] };
  }
}
