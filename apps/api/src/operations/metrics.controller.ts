import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import type { Engines } from '#engines';
import { Public } from '../auth/access.guard.js';
import type { ApiRequest } from '../http/api-request.js';
import { Problem } from '../http/problem.js';
import { listEndpoints, isFailing } from '../lab-systems/endpoint-health.js';
import { ENGINES, LOGGER, OPTIONS, type ApiOptions, type Log } from '../injection-tokens.js';
import { METRICS_TYPE, metricsRefusalStatus } from './metrics-access.js';
import { Metrics } from './metrics.js';
import { viewStates } from './view-states.js';

/**
 * /metrics in the text format of Prometheus. Engines, lags and jobs are read at each request; a value that cannot be
 * read is left out.
 */
@Controller()
export class MetricsController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    private readonly metrics: Metrics,
  ) {}

  @Get('metrics')
  @Public()
  @Header('Content-Type', METRICS_TYPE)
  async get(@Req() request: ApiRequest): Promise<string> {
    const refusal = metricsRefusalStatus(this.options.metricsAccess, request, this.options.trustsProxy);
    if (refusal !== null) throw refusal === 401 ? Problem.unauthorized() : Problem.forbidden();
    return this.render();
  }

  async render(): Promise<string> {
    const { engineUp, viewLag, viewFailed, viewSetAside, jobs, jobsOverdue, jobsPutBack, engineWarnings, registry } =
      this.metrics;
    const { endpoints, deliveriesWaiting } = this.metrics;
    const [health, viewing, counts, reconciled, warnings, endpointSummaries] = await Promise.all([
      this.engines.health(),
      this.orNull(viewStates(this.engines)),
      this.orNull(this.engines.jobs.counts({})),
      this.orNull(this.engines.jobs.reconciliationResults()),
      this.orNull(this.engines.jobs.warnings()),
      this.orNull(listEndpoints(this.engines)),
    ]);
    for (const [engine, state] of Object.entries(health)) engineUp.set({ engine }, state === 'ok' ? 1 : 0);
    // Otherwise, old values of an engine that does not respond would look current.
    for (const gauge of [viewLag, viewFailed, viewSetAside, jobs, jobsOverdue, jobsPutBack, engineWarnings, endpoints])
      gauge.reset();
    for (const { name, behind, state, setAside } of viewing?.views ?? []) {
      if (behind !== null) viewLag.set({ view: name }, behind);
      viewFailed.set({ view: name }, state === 'failed' ? 1 : 0);
      viewSetAside.set({ view: name }, setAside);
    }
    for (const [state, count] of Object.entries(counts ?? {})) jobs.set({ state }, count);
    for (const { name, overdue, putBack } of reconciled ?? []) {
      jobsOverdue.set({ job: name }, overdue);
      jobsPutBack.set({ job: name }, putBack);
    }
    for (const { code } of warnings ?? []) engineWarnings.set({ engine: 'jobs', code }, 1);
    for (const endpointSummary of endpointSummaries ?? []) {
      endpoints.inc({ state: endpointSummary.endpoint.state });
      if (isFailing(endpointSummary)) endpoints.inc({ state: 'failing' });
    }
    deliveriesWaiting.set((endpointSummaries ?? []).reduce((sum, { summary }) => sum + summary.waiting, 0));
    return registry.metrics();
  }

  private async orNull<Value>(measurement: Promise<Value>): Promise<Value | null> {
    try {
      return await measurement;
    } catch (error) {
      this.log.warn({ err: error }, 'an engine could not be measured');
      return null;
    }
  }
}
