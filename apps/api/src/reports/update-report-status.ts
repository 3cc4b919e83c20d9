import { Controller, Inject } from '@nestjs/common';
import { updateReportStatus, updateReportStatusNew } from '#contract';
import { load, report, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { actOnReports } from './act-on-reports.js';
import { freeNumberOf } from './report-number.js';

type Asked = InputOf<typeof updateReportStatus>;

@Controller()
export class UpdateReportStatus {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(updateReportStatus)
  byPut(@Input() asked: Asked, @By() caller: Caller, @Command() context: CommandContext) {
    return this.update(asked, caller, context);
  }

  @Handles(updateReportStatusNew)
  byPost(@Input() asked: Asked, @By() caller: Caller, @Command() context: CommandContext) {
    return this.update(asked, caller, context);
  }

  private async update({ reportIds, reportStatus, reason = '' }: Asked, caller: Caller, context: CommandContext) {
    if (reportStatus === undefined) throw Problem.invalid([{ path: 'reportStatus', message: 'a status is needed' }]);
    const { eventStore, vault } = this.engines;
    const done = await actOnReports(
      eventStore,
      this.decisions,
      reportIds,
      { caller, context },
      { type: 'ChangeReportStatus', by: context.by, reportStatus, reason },
    );
    if (reportStatus === 90)
      for (const id of reportIds ?? [])
        await freeNumberOf(vault, this.decisions, id, (await load(eventStore, report, id)).state, context);
    return done;
  }
}
