import { Controller, Inject } from '@nestjs/common';
import { getAccessoryTypes } from '#contract';
import { referenceLists, sameId, type ReferenceRow } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetAccessoryTypes {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Those of every testing unit and the asked one's own. An installation older than the list has none. */
  @Handles(getAccessoryTypes)
  async handle(@Input() { testUnitId, type, containsIsDeleted }: InputOf<typeof getAccessoryTypes>) {
    const list = await this.engines.views.get<ReferenceRow>(referenceLists, 'accessoryTypes');
    const all = list?.kind === 'accessoryTypes' ? list.accessoryTypes : [];
    const asked = all.filter((each) => each.type === type && (containsIsDeleted || !each.isDeleted) && (each.testUnitId === null || (testUnitId !== undefined && sameId(each.testUnitId, testUnitId))));
    return asked.map(({ isDeleted: _, orderNum: __, ...shown }) => shown);
  }
}
