import { Controller, Inject } from '@nestjs/common';
import { getParameterStandards } from '#contract';
import { offeredParametersOf, type StandardRow } from '#domain';
import type { OfferedStandard } from '#events';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, type Clock } from '../provided.js';
import { Asked } from './asked.js';
import { catalogueSampleOf } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { datesOf } from './standard-dates.js';

@Controller()
export class GetParameterStandards {
  constructor(private readonly catalogues: Catalogues, @Inject(CLOCK) private readonly now: Clock) {}

  /** A unit's copy of a sample is called by the sample's own id, so either name will do. */
  @Handles(getParameterStandards)
  async handle(@Input() input: InputOf<typeof getParameterStandards>, @Asked() by: AskedBy) {
    const { unitSampleId = '', sampleId = unitSampleId, paramIds } = input;
    const catalogue = await this.catalogues.asked(input, by);
    const sample = await catalogueSampleOf(catalogue, { sampleId });
    const parameters = offeredParametersOf(sample).filter(({ id }) => paramIds.length === 0 || paramIds.includes(id));
    const rows = await catalogue.standards(parameters.flatMap(({ standards, basis }) => [...standards, ...basis]).map(({ standardId }) => standardId));
    const factsOf = factsFrom(rows, localDayOf(this.now()));
    return parameters.map(({ id, name, standards, basis }) => ({ paramId: id, paramName: name, standards: standards.map(factsOf), basis: basis.map(factsOf) }));
  }
}

/** What is offered with what the standard itself says; of a standard that was withdrawn only the number is left. */
const factsFrom = (rows: readonly StandardRow[], today: string) => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (offered: OfferedStandard) => {
    const standard = byId.get(offered.standardId);
    return { ...offered, standardName: standard?.standardName ?? '', ...datesOf(standard ?? { executeDate: null, expireDate: null }, today) };
  };
};
