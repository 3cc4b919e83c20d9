import { Controller, Inject } from '@nestjs/common';
import { getReportFile } from '#contract';
import { downloadProblem, problem, refuseIf, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { FileLinks } from '../files/file-tickets.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findReport } from './find-report.js';

/** The way to a report's file: a client finds it from the publication until it is declared void, an auditor never. */
@Controller()
export class LinkReportFile {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  @Handles(getReportFile)
  async handle(@Input() { id }: InputOf<typeof getReportFile>, @By() caller: Caller) {
    const found = await findReport(this.engines.eventStore, id, caller);
    refuseIf(downloadProblem(found, caller.actor.role));
    const { file } = found;
    if (!file) throw new RuleBroken(problem('REPORT_HAS_NO_FILE'));
    return { name: file.name, size: file.size, url: await this.links.linkTo(file, caller) };
  }
}
