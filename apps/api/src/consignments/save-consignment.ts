import { Controller, Inject } from '@nestjs/common';
import { saveConsignInfo, updatePreSiteConsign } from '#contract';
import { consignment, handle, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { typedHeader } from './typed-header.js';
import { switchesOf } from './unit-facts.js';
import { wholeAfter } from './written.js';

@Controller()
export class SaveConsignment {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(saveConsignInfo)
  save(@Input() typed: InputOf<typeof saveConsignInfo>, @By() caller: Caller, @Command() context: CommandContext, @In() language: Language) {
    return this.store(typed, caller, context, language);
  }

  @Handles(updatePreSiteConsign)
  saveAppointment(@Input() typed: InputOf<typeof updatePreSiteConsign>, @By() caller: Caller, @Command() context: CommandContext, @In() language: Language) {
    return this.store(typed, caller, context, language);
  }

  private async store(typed: InputOf<typeof saveConsignInfo>, caller: Caller, context: CommandContext, language: Language) {
    const { eventStore } = this.engines;
    const { state } = await findConsignment(eventStore, typed.id, caller);
    const [header, { rules }] = await Promise.all([typedHeader(eventStore, typed, state), switchesOf(eventStore, typed.testUnitId)]);
    const saved = await handle(eventStore, consignment, typed.id, { type: 'SaveHeader', by: context.by, header, settings: rules }, context);
    return wholeAfter(eventStore, typed.id, saved, caller, language);
  }
}
