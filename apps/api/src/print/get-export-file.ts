import { Controller, Headers, Inject, Res, StreamableFile } from '@nestjs/common';
import { getExportFile } from '#contract';
import { ledgerExport, load, problem, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import { StoreUnavailable, type RecordedEvent } from '#events';
import { Users } from '../auth/users.js';
import type { ApiReply } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { readExportTicket } from './export-ticket.js';

const RETRY_AFTER_S = '1';
const DONE = 100;

/**
 * The ledger a ticket was given for. Until the worker has made it: 202 and how far it is; a browser that opened it looks again by itself.
 * Who asks for JSON alone is told 100 instead of being sent the file.
 */
@Controller()
export class GetExportFile {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(getExportFile)
  async handle(
    @Input() { ticket: given }: InputOf<typeof getExportFile>,
    @Headers('accept') accepted: string | undefined,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const { eventStore, files, vault } = this.engines;
    const ticket = await readExportTicket(vault, given, this.now());
    const holder = ticket && (await this.users.byId(ticket.userId));
    if (!ticket || !holder?.active) throw Problem.notFound();
    const { state, past } = await load(eventStore, ledgerExport, ticket.exportId);
    const file = state.built && state.built.pages >= ticket.pages ? await files.get(state.built.fileHash) : null;
    if (file && accepted === 'application/json') return { progress: DONE };
    if (file)
      return new StreamableFile(file.content, {
        type: file.contentType,
        disposition: `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        length: file.content.byteLength,
      });
    if (state.failure) throw new RuleBroken(problem('EXPORT_FAILED'));
    // Made, and collected a day later. With a page that came since, a fuller one is on its way.
    if (!file && state.built?.pages === state.pages.length) throw new RuleBroken(problem('EXPORT_GONE'));
    void reply.status(202).header('Retry-After', RETRY_AFTER_S).header('Refresh', RETRY_AFTER_S);
    return { progress: await this.progressOf(past) };
  }

  /** In percent, of the job that works for any request of this export; 0 while it waits. */
  private async progressOf(past: readonly RecordedEvent[]): Promise<number> {
    const { jobs } = await this.engines.jobs.find({ state: 'active', limit: 100 }).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return { jobs: [] }; // jobs are away and the file waits: nothing has failed
      throw error;
    });
    const percent = Math.round(
      Math.max(
        0,
        ...jobs.filter((job) => past.some(({ id }) => job.id.startsWith(`${id}.`))).map(({ progress }) => progress),
      ),
    );
    return Math.min(percent, DONE - 1);
  }
}
