import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Engines } from '#engines';
import { Open } from '../auth/access.guard.js';
import type { ApiReply } from '../http/api-request.js';
import { ENGINES } from '../provided.js';
import { viewStates } from './view-states.js';

/** Alive, and ready: what an orchestrator asks. */
@Controller()
export class Health {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Get('healthz')
  @Open()
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Open()
  async ready(@Res({ passthrough: true }) reply: ApiReply) {
    const { store, views, jobs, vault } = this.engines;
    const [viewing, queue, safe] = await Promise.allSettled([viewStates({ store, views }), jobs.find({ limit: 1 }), vault.session('none')]);
    const ready = viewing.status === 'fulfilled' && viewing.value.ready && queue.status === 'fulfilled' && safe.status === 'fulfilled';
    void reply.status(ready ? 200 : 503);
    const engines = { store: viewing.status === 'fulfilled', views: viewing.status === 'fulfilled', jobs: queue.status === 'fulfilled', vault: safe.status === 'fulfilled' };
    return { ready, engines, ...(viewing.status === 'fulfilled' ? { last: viewing.value.last, views: viewing.value.views } : { views: [] }) };
  }
}
