import { Controller, Inject } from '@nestjs/common';
import { addReportApply } from '#contract';
import {
  copiesProblem,
  problem,
  readCount,
  refuseIf,
  reportApplication,
  RuleBroken,
  sameId,
  type CommandContext,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { findReport } from './find-report.js';

@Controller()
export class ApplyForReport {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(addReportApply)
  async handle(
    @Input() { consignId, reportId, reportCount, remark }: InputOf<typeof addReportApply>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { eventStore } = this.engines;
    const applied = reportId === undefined ? null : await findReport(eventStore, reportId, caller);
    const consignmentId = consignId ?? applied?.consignmentId;
    if (consignmentId === undefined)
      throw Problem.invalid([{ path: 'consignId', message: 'a consignment or a report is needed' }]);
    if (applied && !sameId(applied.consignmentId, consignmentId)) throw new RuleBroken(problem('NO_SUCH_REPORT'));
    const { state } = await findConsignment(eventStore, consignmentId, caller);
    if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    refuseIf(copiesProblem(reportCount));
    const application = { reportId: reportId ?? null, reportCount: readCount(reportCount) ?? 0, remark };
    const { expectedRevision: _, ...rest } = context; // applications are only added: there is no older state to protect
    const { position } = await this.decisions.decide(
      reportApplication,
      consignmentId,
      { type: 'ApplyForReport', by: context.by, consignmentId, consignment: state, application },
      rest,
    );
    return answer(true as const, { position });
  }
}
