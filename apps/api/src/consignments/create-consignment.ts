import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { createRawMateriaConsingInfo } from '#contract';
import { consignment, handle, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { startingHeader } from './starting-header.js';
import { wholeAfter } from './written.js';

@Controller()
export class CreateConsignment {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(createRawMateriaConsingInfo)
  async handle(@Input() { consignType }: InputOf<typeof createRawMateriaConsingInfo>, @By() caller: Caller, @Command() context: CommandContext, @In() language: Language) {
    const { eventStore } = this.engines;
    const id = v5('consignment', context.commandId);
    const defaults = await startingHeader(this.engines, caller);
    const created = await handle(eventStore, consignment, id, { type: 'CreateConsignment', by: context.by, at: context.at, consignType, consignUnitName: caller.unitName, defaults }, context);
    return wholeAfter(eventStore, id, created, caller, language);
  }
}
