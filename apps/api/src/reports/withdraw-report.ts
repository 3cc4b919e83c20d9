import { Controller, Inject } from '@nestjs/common';
import { withdrawReport } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOnReport, reportAfterwards } from './act-on-reports.js';
import { freeNumberOf } from './report-number.js';

@Controller()
export class WithdrawReport {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(withdrawReport)
  async handle(
    @Input() { id, reason }: InputOf<typeof withdrawReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const done = await actOnReport(
      this.engines.eventStore,
      this.decisions,
      id,
      { caller, context },
      { type: 'WithdrawReport', by: context.by, reason },
    );
    await freeNumberOf(this.engines.vault, this.decisions, id, done.state, context);
    return reportAfterwards(id, done);
  }
}
