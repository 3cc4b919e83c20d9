import { Controller, Inject } from '@nestjs/common';
import { uploadReport } from '#contract';
import { fileProblem, refuseIf, REPORT_EXTENSIONS, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { UploadTickets } from '../files/file-tickets.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { actOnReport, reportAfterwards } from './act-on-reports.js';
import { findReport } from './find-report.js';

@Controller()
export class UploadReport {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly uploads: UploadTickets,
  ) {}

  @Handles(uploadReport)
  async handle(
    @Input() { id, uploadId }: InputOf<typeof uploadReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await findReport(this.engines.eventStore, id, caller); // a stranger to the report learns nothing of what else is wrong
    const file = await this.uploads.open(uploadId, caller);
    refuseIf(fileProblem(file, REPORT_EXTENSIONS));
    return reportAfterwards(
      id,
      await actOnReport(
        this.engines.eventStore,
        this.decisions,
        id,
        { caller, context },
        { type: 'UploadReport', by: context.by, file },
      ),
    );
  }
}
