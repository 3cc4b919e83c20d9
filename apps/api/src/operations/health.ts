import { Controller, Get, Inject, Res, type OnModuleDestroy } from '@nestjs/common';
import type { Engines, FileScanner } from '#engines';
import { Public } from '../auth/access.guard.js';
import type { ApiReply } from '../http/api-request.js';
import { ENGINES, LOGGER, SCANNER, type Log } from '../provided.js';
import { viewStates } from './view-states.js';

/** While jobs are away documents and messages wait, and everything else works: no reason to send people elsewhere (ADR-046). */
const CAN_WAIT = 'jobs';

/** Alive, and ready: what an orchestrator asks. */
@Controller()
export class Health implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(SCANNER) private readonly scanner: FileScanner,
  ) {}

  /** The service answers what is under way, and is not to be sent anything more. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  @Get('healthz')
  @Public()
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Which engine is ill is said, what ails it goes to the log: the page is open to everybody. */
  @Get('readyz')
  @Public()
  async ready(@Res({ passthrough: true }) reply: ApiReply) {
    const { health, viewing } = await this.states();
    const engines = Object.fromEntries(
      Object.entries(health).map(([name, state]) => [name, state === 'ok' ? 'ok' : 'unreachable']),
    );
    const missing = Object.entries(health).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
    if (missing.length > 0) this.log.error({ health }, 'engines are not reachable');
    // Jobs that may be lost are a reason for the operator to act, and none to send people elsewhere.
    const warnings = await this.engines.jobs.warnings().catch(() => []);
    const ready = viewing.ready && !this.isStopping;
    void reply.status(ready ? 200 : 503);
    return {
      ready,
      ...(this.isStopping ? { stopping: true } : {}),
      engines,
      warnings: warnings.map((warning) => ({ engine: 'jobs', ...warning })),
      scan: await this.scan(),
      views: viewing.views.map(({ name, version, state, behind }) => ({ name, version, state, behind })),
    };
  }

  /** An engine that goes away between two questions is asked again, so that it is named. */
  private async states(): Promise<{ health: Record<string, string>; viewing: Awaited<ReturnType<typeof viewStates>> }> {
    const health = await this.engines.health();
    const unknown = { ready: false, views: [] };
    if (!Object.entries(health).every(([name, state]) => state === 'ok' || name === CAN_WAIT))
      return { health, viewing: unknown };
    try {
      return { health, viewing: await viewStates(this.engines) };
    } catch (error) {
      this.log.error({ err: error }, 'how far the views are could not be read');
      return { health: await this.engines.health(), viewing: unknown };
    }
  }

  /** Who scans uploaded files; none is said as such. Without it uploads are refused, and all else goes on. */
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
