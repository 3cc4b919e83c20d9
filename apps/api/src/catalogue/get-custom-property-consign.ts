import { Controller, Inject } from '@nestjs/common';
import { getCustomPropertyConsign } from '#contract';
import { referenceLists, type ReferenceRow } from '#domain';
import type { Engines } from '#engines';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetCustomPropertyConsign {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getCustomPropertyConsign)
  async handle() {
    const list = await this.engines.views.get<ReferenceRow>(referenceLists, 'extraFields');
    return list?.kind === 'extraFields' ? list.fields : [];
  }
}
