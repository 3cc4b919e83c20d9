import { Controller, Inject } from '@nestjs/common';
import { getLatestInstruction, listInstructionsOfType } from '#contract';
import { instructions, type InstructionRow } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { toInstructionText } from './instruction-rows.js';

/** So many are read on one page; nobody writes more for a type. */
const MOST = 100;

/** What everybody who is signed in reads: the newest instruction of a type, and all of them. */
@Controller()
export class ReadInstructions {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getLatestInstruction)
  async handle(@Input() { type, atLeast }: InputOf<typeof getLatestInstruction>) {
    const { stale, texts } = await this.newest(1, { type, atLeast });
    return answer(texts[0] ?? null, { stale });
  }

  @Handles(listInstructionsOfType)
  async list(@Input() asked: InputOf<typeof listInstructionsOfType>) {
    const { stale, texts } = await this.newest(MOST, asked);
    return answer(texts, { stale });
  }

  private async newest(limit: number, { type, atLeast }: InputOf<typeof listInstructionsOfType>) {
    const { views } = this.engines;
    const { stale } = await fresh(views, instructions, atLeast);
    const { rows } = await views.find<InstructionRow>(instructions, {
      where: [{ column: type === '0' ? 'forRawMaterial' : 'forOnSite', eq: 1 }],
      sort: [{ column: 'creationTime', direction: 'desc' }],
      limit,
    });
    return { stale, texts: rows.map(toInstructionText) };
  }
}
