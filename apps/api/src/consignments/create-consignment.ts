import { Controller, Inject } from '@nestjs/common';
import { createRawMateriaConsingInfo } from '#contract';
import type { CommandContext, Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES, LOG, type Log } from '../provided.js';
import { startConsignment } from './start-consignment.js';
import { StartingDefaults } from './starting-defaults.js';

@Controller()
export class CreateConsignment {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(LOG) private readonly log: Log,
    private readonly starting: StartingDefaults,
    private readonly decisions: Decisions,
  ) {}

  @Handles(createRawMateriaConsingInfo)
  handle(
    @Input() asked: InputOf<typeof createRawMateriaConsingInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    return startConsignment(this.engines, this.decisions, asked, caller, context, language, this.starting, this.log);
  }
}
