import { Controller, Inject } from '@nestjs/common';
import { getConsingInfo } from '#contract';
import type { Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { FileLinks } from '../files/file-tickets.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { billAddress } from './bill-address.js';
import { consignmentView } from './consignment-view.js';
import { findConsignment } from './find-consignment.js';

@Controller()
export class GetConsignment {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  @Handles(getConsingInfo)
  async handle(@Input() { id }: InputOf<typeof getConsingInfo>, @By() caller: Caller, @In() language: Language) {
    const { eventStore } = this.engines;
    const found = await findConsignment(eventStore, id, caller);
    const bill = await billAddress(this.links, found, caller);
    return answer(await consignmentView(eventStore, found, caller, language, bill), {
      revision: found.revision,
      position: found.position,
    });
  }
}
