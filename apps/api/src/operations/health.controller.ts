import { Controller, Get, Inject, Res, type OnModuleDestroy } from '@nestjs/common';
import type { Engines, FileScanner } from '#engines';
import { Public } from '../auth/access.guard.js';
import type { ApiReply } from '../http/api-request.js';
import { ENGINES, LOGGER, SCANNER, type Log } from '../injection-tokens.js';
import { viewStates } from './view-states.js';

/** Without jobs only documents and messages wait, so the service stays ready (ADR-046). */
const CAN_WAIT = 'jobs';

/** Liveness and readiness for an orchestrator. */
@Controller()
export class HealthController implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(SCANNER) private readonly scanner: FileScanner,
  ) {}

  /** The service finishes requests in progress and is no longer ready for new ones. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  @Get('healthz')
  @Public()
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The endpoint is public, so it names a failing engine, but the reason is only in the log. */
  @Get('readyz')
  @Public()
  async ready(@Res({ passthrough: true }) reply: ApiReply) {
    const { health, viewing: viewHealth } = await this.states();
    const engines = Object.fromEntries(
      Object.entries(health).map(([name, state]) => [name, state === 'ok' ? 'ok' : 'unreachable']),
    );
    const missing = Object.entries(health).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
    if (missing.length > 0) this.log.error({ health }, 'engines are not reachable');
    // A warning is for the operator and does not change the readiness.
    const warnings = await this.engines.jobs.warnings().catch(() => []);
    const ready = viewHealth.ready && !this.isStopping;
    void reply.status(ready ? 200 : 503);
    return {
      ready,
      ...(this.isStopping ? { stopping: true } : {}),
      engines,
      warnings: warnings.map((warning) => ({ engine: 'jobs', ...warning })),
      scan: await this.scan(),
      views: viewHealth.views.map(({ name, version, state, behind }) => ({ name, version, state, behind })),
    };
  }

  /** Checks the engines again if the views cannot be read, so that the response names the engine that has failed. */
  private async states(): Promise<{ health: Record<string, string>; viewing: Awaited<ReturnType<typeof viewStates>> }> {
    const health = await this.engines.health();
    const unknownViews = { ready: false, views: [] };
    if (!Object.entries(health).every(([name, state]) => state === 'ok' || name === CAN_WAIT))
      return { health, viewing: unknownViews };
    try {
      return { health, viewing: await viewStates(this.engines) };
    } catch (error) {
      this.log.error({ err: error }, 'the checkpoints of the views could not be read');
      return { health: await this.engines.health(), viewing: unknownViews };
    }
  }

  /** The scanner of uploaded files, also if it is `none`. If it does not respond, only uploads are refused. */
  private async scan(): Promise<{ by: string; state: 'ok' | 'unreachable' }> {
    const { name } = this.scanner;
    const state = await this.scanner.check().then(
      () => 'ok' as const,
      (error: unknown) => {
        this.log.error({ err: error }, 'the scanner of uploaded files does not answer');
        return 'unreachable' as const;
      },
    );
    return { by: name, state };
  }
}
