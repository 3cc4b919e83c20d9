import { Controller, Inject } from '@nestjs/common';
import { getAllowedReportActions } from '#contract';
import { allowedReportActions, load, messageOfProblem, nextReportStatuses, report, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { readableReport } from './find-report.js';

@Controller()
export class GetAllowedReportActions {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getAllowedReportActions)
  async handle(
    @Input() { id }: InputOf<typeof getAllowedReportActions>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    const {
      state,
      head: { revision },
    } = await load(this.engines.eventStore, report, id);
    const found = await readableReport(this.engines.eventStore, state, caller);
    const actions = allowedReportActions(found, caller.actor).map(({ action, problem }) => ({
      action,
      allowed: problem === null,
      reason: problem && { code: problem.code, message: messageOfProblem(problem, language) },
    }));
    const maySay = actions.some(({ action, allowed }) => action === 'changeStatus' && allowed);
    return answer(
      {
        revision,
        reportStatus: found.reportStatus,
        nextStatuses: maySay ? [...nextReportStatuses(found.reportStatus)] : [],
        actions,
      },
      { revision },
    );
  }
}
