import { Controller, Inject } from '@nestjs/common';
import { setActualFee } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOn } from './act-on.js';
import { statusAfterwards } from './written.js';

@Controller()
export class SetActualFee {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(setActualFee)
  async handle(@Input() { id, actFee }: InputOf<typeof setActualFee>, @By() caller: Caller, @Command() context: CommandContext) {
    return statusAfterwards(await actOn(this.engines.eventStore, id, { caller, context }, () => ({ type: 'SetActualFee', by: context.by, actFee })));
  }
}
