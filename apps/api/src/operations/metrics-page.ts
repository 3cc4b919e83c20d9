import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Engines, JobState } from '#engines';
import { Open } from '../auth/access.guard.js';
import { ENGINES } from '../provided.js';
import { Metrics } from './metrics.js';
import { viewStates } from './view-states.js';

const JOB_STATES: JobState[] = ['waiting', 'active', 'done', 'failed'];

/** /metrics in Prometheus' text format. Lags and jobs are asked for when somebody looks. */
@Controller()
export class MetricsPage {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly metrics: Metrics) {}

  @Get('metrics')
  @Open()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async show(): Promise<string> {
    const { views } = await viewStates(this.engines);
    for (const { name, behind } of views) if (behind !== null) this.metrics.viewLag.set({ view: name }, behind);
    for (const state of JOB_STATES) this.metrics.jobs.set({ state }, (await this.engines.jobs.find({ state, limit: 1 })).total);
    return this.metrics.registry.metrics();
  }
}
