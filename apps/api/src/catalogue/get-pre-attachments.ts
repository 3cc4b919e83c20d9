import { Controller, Inject } from '@nestjs/common';
import { getPreAttachments } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { filesOfLab } from '../files/lab-files.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { Catalogues } from './catalogues.js';

@Controller()
export class GetPreAttachments {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  /** Asked of the testing unit the consignment goes to, once the caller may read it. */
  @Handles(getPreAttachments)
  async handle(@Input() { consignId }: InputOf<typeof getPreAttachments>, @By() caller: Caller) {
    const { state } = await findConsignment(this.engines.eventStore, consignId, caller);
    const held = (await filesOfLab(this.engines.eventStore, state)).map(({ id, name }) => ({
      id,
      attachmentName: name,
    }));
    return [...held, ...(await (await this.catalogues.of(state.header.testUnitId)).attachments(consignId))];
  }
}
