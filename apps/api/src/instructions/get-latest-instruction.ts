import { Controller, Inject } from '@nestjs/common';
import { getLatestInstruction } from '#contract';
import { instructions, type InstructionRow } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { toInstructionText } from './instruction-rows.js';

@Controller()
export class GetLatestInstruction {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getLatestInstruction)
  async handle(@Input() { type, atLeast }: InputOf<typeof getLatestInstruction>) {
    const { views } = this.engines;
    const { stale } = await fresh(views, instructions, atLeast);
    const { rows } = await views.find<InstructionRow>(instructions, {
      where: [{ column: type === '0' ? 'forRawMaterial' : 'forOnSite', eq: 1 }],
      sort: [{ column: 'creationTime', direction: 'desc' }],
      limit: 1,
    });
    const [newest] = rows;
    return answer(newest ? toInstructionText(newest) : null, { stale });
  }
}
