import { Controller, Inject } from '@nestjs/common';
import { getQualificationNameList } from '#contract';
import type { Engines } from '#engines';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { allTestingUnits } from './testing-unit-row.js';

@Controller()
export class GetQualificationNameList {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Names that active units hold: each finds at least one of them. */
  @Handles(getQualificationNameList)
  async handle() {
    const held = (await allTestingUnits(this.engines.views))
      .filter(({ isActive }) => isActive)
      .flatMap(({ qualifications }) => qualifications);
    return [...new Set(held.map(({ name }) => name))].toSorted((left, right) => left.localeCompare(right, 'zh'));
  }
}
