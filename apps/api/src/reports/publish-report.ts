import { Controller, Inject } from '@nestjs/common';
import { publishReport } from '#contract';
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

@Controller()
export class PublishReport {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(publishReport)
  async handle(
    @Input() { id }: InputOf<typeof publishReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return reportAfterwards(
      id,
      await actOnReport(
        this.engines.eventStore,
        this.decisions,
        id,
        { caller, context },
        { type: 'PublishReport', by: context.by },
      ),
    );
  }
}
