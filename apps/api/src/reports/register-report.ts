import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { registerReport } from '#contract';
import { earlierOf, load, problem, report, RuleBroken, type CommandContext, type ReportCommand } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { reportAfterwards } from './act-on-reports.js';
import { takeReportNumber } from './report-number.js';

@Controller()
export class RegisterReport {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(registerReport)
  async handle(
    @Input() asked: InputOf<typeof registerReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { eventStore } = this.engines;
    const reportId = v5('report', context.commandId);
    const { state: known, past } = await load(eventStore, report, reportId);
    const isRepeated = known.phase === 'registered' && earlierOf(past, context) !== undefined;
    const command = await this.commandFor(asked, caller, context);
    if (!isRepeated) {
      report.decider.decide(command, known); // whatever is wrong is said before a number is taken
      await takeReportNumber(
        this.engines,
        this.decisions,
        { testUnitId: caller.unitId ?? '', reportNumber: command.reportNumber, reportId },
        context,
      );
    }
    return reportAfterwards(reportId, await this.decisions.decide(report, reportId, command, context));
  }

  private async commandFor(
    { consignId, sampleIds, reportNumber }: InputOf<typeof registerReport>,
    caller: Caller,
    context: CommandContext,
  ) {
    const { state, past } = await findConsignment(this.engines.eventStore, consignId, caller);
    if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    return {
      type: 'RegisterReport',
      by: context.by,
      consignmentId: consignId,
      consignment: state,
      acceptedAt: past.findLast(({ type }) => type === 'SampleConfirmed')?.metadata.at ?? null,
      sampleIds: sampleIds ?? state.samples.map(({ id }) => id),
      reportNumber: reportNumber.trim(),
    } as const satisfies ReportCommand;
  }
}
