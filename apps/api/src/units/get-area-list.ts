import { Controller, Inject } from '@nestjs/common';
import { getAreaList } from '#contract';
import { referenceLists, type ReferenceRow } from '#domain';
import type { Engines } from '#engines';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetAreaList {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getAreaList)
  async handle() {
    const list = await this.engines.views.get<ReferenceRow>(referenceLists, 'areas');
    return list?.kind === 'areas' ? list.areas : [];
  }
}
