import { Controller, Inject } from '@nestjs/common';
import { getAccessory } from '#contract';
import { sameId } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { accessoryView } from './accessory-view.js';
import { FileLinks } from './file-links.js';
import { ownerOf } from './foreign-key.js';

@Controller()
export class GetAccessories {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  @Handles(getAccessory)
  async handle(@Input() input: InputOf<typeof getAccessory>, @By() caller: Caller) {
    const { accessoryType, accessoryTypeID, forceFilterAccessoryTypeID, withSamples } = input;
    const {
      found: { id, state, revision, position, personsShown },
      sampleId,
    } = await ownerOf(this.engines, input, caller);
    const asked = state.attachments.filter(
      (each) =>
        ((withSamples && sampleId === undefined) || sameId(each.sampleId ?? null, sampleId ?? null)) &&
        (accessoryType === '' || sameId(each.accessoryType, accessoryType)) &&
        (!forceFilterAccessoryTypeID || sameId(each.accessoryTypeID, accessoryTypeID)),
    );
    return answer(await Promise.all(asked.map((each) => accessoryView(each, id, this.links, caller, personsShown))), {
      revision,
      position,
    });
  }
}
