import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { registerReport } from '#contract';
import {
  earlierOf,
  load,
  problem,
  report,
  RuleBroken,
  type CommandContext,
  type Report,
  type ReportCommand,
} from '#domain';
import type { Engines } from '#engines';
import type { Actor } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment, type Found } from '../consignments/find-consignment.js';
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
    const found = await findConsignment(eventStore, asked.consignId, caller);
    const command = registrationOf(found, context.by, asked);
    const testUnitId = caller.unitId ?? '';
    if (!isRepeated)
      await takeNumberFor(this.engines, this.decisions, command, known, { testUnitId, reportId }, context);
    return reportAfterwards(reportId, await this.decisions.decide(report, reportId, command, context));
  }
}

/** The registration of a report on a consignment as it stands; on all of its samples unless some are named. @throws RuleBroken NO_SUCH_CONSIGNMENT */
export const registrationOf = (
  { id, state, past }: Found,
  by: Actor,
  { reportNumber, sampleIds }: { reportNumber: string; sampleIds?: readonly string[] | undefined },
) => {
  if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  return {
    type: 'RegisterReport',
    by,
    consignmentId: id,
    consignment: state,
    acceptedAt: past.findLast(({ type }) => type === 'SampleConfirmed')?.metadata.at ?? null,
    sampleIds: sampleIds ?? state.samples.map((sample) => sample.id),
    reportNumber: reportNumber.trim(),
  } as const satisfies ReportCommand;
};

type Numbered = Parameters<typeof takeReportNumber>[2];

/** Takes the number of a report that is to be registered, once nothing else is wrong with it. @throws RuleBroken as the decider and takeReportNumber do */
export const takeNumberFor = async (
  engines: Engines,
  decisions: Decisions,
  command: ReturnType<typeof registrationOf>,
  known: Report,
  { testUnitId, reportId }: Omit<Numbered, 'reportNumber'>,
  context: CommandContext,
): Promise<void> => {
  report.decider.decide(command, known); // whatever is wrong is said before a number is taken
  await takeReportNumber(engines, decisions, { testUnitId, reportId, reportNumber: command.reportNumber }, context);
};
