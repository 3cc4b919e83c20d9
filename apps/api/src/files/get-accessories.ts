import { Controller, Inject } from '@nestjs/common';
import { getAccessory } from '#contract';
import { sameId } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { accessoryView } from './accessory-view.js';
import { FileLinks } from './file-links.js';

@Controller()
export class GetAccessories {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly links: FileLinks) {}

  @Handles(getAccessory)
  async handle(@Input() { foreignKey, accessoryType, accessoryTypeID, forceFilterAccessoryTypeID }: InputOf<typeof getAccessory>, @By() caller: Caller) {
    const { state, revision, position, personsShown } = await findConsignment(this.engines.eventStore, foreignKey, caller);
    const asked = state.attachments.filter((each) => (accessoryType === '' || sameId(each.accessoryType, accessoryType)) && (!forceFilterAccessoryTypeID || sameId(each.accessoryTypeID, accessoryTypeID)));
    return answer(await Promise.all(asked.map((each) => accessoryView(each, foreignKey, this.links, caller, personsShown))), { revision, position });
  }
}
