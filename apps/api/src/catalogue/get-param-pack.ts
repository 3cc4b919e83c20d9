import { Controller } from '@nestjs/common';
import { getParamPack } from '#contract';
import { problem, RuleBroken, type PackRow } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class GetParamPack {
  constructor(private readonly catalogues: Catalogues) {}

  @Handles(getParamPack)
  async handle(@Input() input: InputOf<typeof getParamPack>, @Asked() by: AskedBy) {
    const pack = await (await this.catalogues.asked(input, by)).pack(input.id);
    if (!pack) throw new RuleBroken(problem('NO_SUCH_PACK'));
    const { id, name, sampleId, entries } = pack;
    return { id, name, sampleId, entries, packJson: packJsonOf(pack) };
  }
}

/** The pack as text, as a sample stores it with the choice. */
const packJsonOf = ({ id, name, entries }: PackRow): string =>
  JSON.stringify({
    packId: id,
    name,
    params: entries.map(({ param, standards, basis }) => ({
      tuTestParamId: param.id,
      tuTestParamName: param.name,
      standards,
      basis,
    })),
  });
