import { Controller, Inject } from '@nestjs/common';
import { setConsignmentBill } from '#contract';
import { consignment, handle, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { statusAfterwards } from './written.js';

@Controller()
export class SetBill {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(setConsignmentBill)
  async handle(@Input() { id, billFile }: InputOf<typeof setConsignmentBill>, @Command() context: CommandContext) {
    return statusAfterwards(await handle(this.engines.eventStore, consignment, id, { type: 'SetBill', by: context.by, billFile }, context));
  }
}
