import { Controller, Inject } from '@nestjs/common';
import { saveConsignInfo, updatePreSiteConsign } from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { Decisions } from '../decisions/decisions.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOn } from './act-on.js';
import { typedHeader } from './typed-header.js';
import { switchesOf } from './unit-facts.js';
import { wholeAfter } from './written.js';

@Controller()
export class SaveConsignment {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(saveConsignInfo)
  save(
    @Input() typed: InputOf<typeof saveConsignInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    return this.store(typed, caller, context, language);
  }

  @Handles(updatePreSiteConsign)
  saveAppointment(
    @Input() typed: InputOf<typeof updatePreSiteConsign>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    return this.store(typed, caller, context, language);
  }

  private async store(
    typed: InputOf<typeof saveConsignInfo>,
    caller: Caller,
    context: CommandContext,
    language: Language,
  ) {
    const { eventStore } = this.engines;
    const saved = await actOn(this.decisions, typed.id, { caller, context }, async (state) => {
      const [typedForm, { rules }] = await Promise.all([
        typedHeader(eventStore, this.catalogues, typed, state),
        switchesOf(eventStore, typed.testUnitId),
      ]);
      return { type: 'SaveHeader', by: context.by, ...typedForm, settings: rules };
    });
    return wholeAfter(eventStore, typed.id, saved, caller, language);
  }
}
