import { Controller, Inject } from '@nestjs/common';
import { listJobs } from '#contract';
import type { Engines } from '#engines';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { failingEndpoints as failingEndpointsOf } from '../../lab-systems/endpoints-at-work.js';
import { ENGINES } from '../../provided.js';
import { jobFilterOf } from './job-filter.js';
import { JobRows } from './job-rows.js';

@Controller()
export class ListJobs {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly rows: JobRows,
  ) {}

  @HandlesOperation(listJobs)
  async handle(@Input() { skipCount, maxResultCount, state, ...asked }: InputOf<typeof listJobs>) {
    const { jobs, views } = this.engines;
    const filter = await jobFilterOf(views, asked);
    const [reconciled, warnings, failingEndpoints] = await Promise.all([
      jobs.reconciled(),
      jobs.warnings(),
      failingEndpointsOf(this.engines),
    ]);
    if (filter === null) {
      const counts = { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 };
      return { items: [], totalCount: 0, counts, reconciled, warnings, failingEndpoints };
    }
    const [found, counts] = await Promise.all([
      jobs.find({ ...filter, ...(state ? { state } : {}), skip: skipCount, limit: maxResultCount }),
      jobs.counts(filter),
    ]);
    const items = await this.rows.of(found.jobs);
    return { items, totalCount: found.total, counts, reconciled, warnings, failingEndpoints };
  }
}
