import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { syncUpdateConsignInfo } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { catchRefusal, requireIds, type BulkInput } from '../consignments/bulk-calls.js';
import { withMeta, HandlesOperation } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { SyncFromLab } from './sync.commands.js';

/** Updates consignments from the system of their laboratory (000 API-025). */
@Controller()
export class SyncController {
  constructor(private readonly commands: CommandBus) {}

  @HandlesOperation(syncUpdateConsignInfo)
  sync(
    @Input() input: BulkInput,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    return catchRefusal(language, async () => {
      const { items, position } = await this.commands.execute(
        new SyncFromLab(requireIds(input), caller, context, language),
      );
      return withMeta({ items }, { position });
    });
  }
}
