import { Controller, Inject } from '@nestjs/common';
import { reportMailNumberSetting } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOnReports } from './act-on-reports.js';

@Controller()
export class SetReportMailNumber {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(reportMailNumberSetting)
  handle(
    @Input() { reportIds, val = '' }: InputOf<typeof reportMailNumberSetting>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return actOnReports(
      this.engines.eventStore,
      this.decisions,
      reportIds,
      { caller, context },
      { type: 'SetReportMailNumber', by: context.by, mailNumber: val },
    );
  }
}
