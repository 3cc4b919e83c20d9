import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { syncUpdateConsignInfo } from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Caller } from '../auth/caller.js';
import { idsIn, refusedOr, type IdsAndReason } from '../consignments/lifecycle.controller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { Input } from '../http/input.js';
import { SyncFromLab } from './sync.commands.js';

/** Consignments as the system of their laboratory keeps them now (000 API-025). */
@Controller()
export class SyncController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(syncUpdateConsignInfo)
  sync(
    @Input() input: IdsAndReason,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    return refusedOr(language, async () => {
      const { items, position } = await this.commands.execute(new SyncFromLab(idsIn(input), caller, context, language));
      return answer({ items }, { position });
    });
  }
}
