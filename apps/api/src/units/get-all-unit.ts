import { Controller, Inject } from '@nestjs/common';
import { getAllUnit } from '#contract';
import { testingUnitsMatching } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { allTestingUnits, toTestingUnitRow } from './testing-unit-row.js';

@Controller()
export class GetAllUnit {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getAllUnit)
  async handle(@Input() { currPage, maxPage, ...filter }: InputOf<typeof getAllUnit>) {
    const found = testingUnitsMatching(await allTestingUnits(this.engines.views), filter);
    return {
      items: found.slice((currPage - 1) * maxPage, currPage * maxPage).map(toTestingUnitRow),
      totalCount: found.length,
    };
  }
}
