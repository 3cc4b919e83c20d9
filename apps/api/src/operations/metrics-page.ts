import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Engines } from '#engines';
import { Open } from '../auth/access.guard.js';
import { ENGINES } from '../provided.js';
import { Metrics } from './metrics.js';
import { viewStates } from './view-states.js';

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
    for (const [state, count] of Object.entries(await this.engines.jobs.counts({}))) this.metrics.jobs.set({ state }, count);
    return this.metrics.registry.metrics();
  }
}
