import { Controller, Inject } from '@nestjs/common';
import { setActualFee } from '#contract';
import { consignment, handle, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { statusAfterwards } from './written.js';

@Controller()
export class SetActualFee {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(setActualFee)
  async handle(@Input() { id, actFee }: InputOf<typeof setActualFee>, @Command() context: CommandContext) {
    return statusAfterwards(await handle(this.engines.eventStore, consignment, id, { type: 'SetActualFee', by: context.by, actFee }, context));
  }
}
