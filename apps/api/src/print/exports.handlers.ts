import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { exportConsignments } from '#contract';
import { ledgerExport } from '#domain/documents';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import type { Language } from '#domain/text';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines, Files } from '#engines';
import { ROLE, StoreUnavailable, type LedgerEntry, type Position, type RecordedEvent } from '#events';
import { hasRole, isClient, isLab, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import type { InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { exportUrl, readExportTicket } from './ticket.js';

type Exported = { exportPath: string; fileUrl: string; position: Position | null };

/** Records one page of a ledger; the worker creates the file of all pages so far (ADR-034). */
export class ExportConsignments extends Command<Exported> {
  constructor(
    readonly input: InputOf<typeof exportConsignments>,
    readonly caller: Caller,
    readonly context: CommandContext,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(ExportConsignments)
export class ExportConsignmentsHandler implements ICommandHandler<ExportConsignments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({
    input: { consignType, consignIds, exportPath },
    caller,
    context,
    language,
  }: ExportConsignments): Promise<Exported> {
    const entries = await listedEntries(this.engines, consignIds, caller);
    const exportId = exportPath || v5('export', context.commandId);
    const page = {
      type: 'RequestPage',
      by: context.by,
      consignType: consignType ?? null,
      entries,
      continues: exportPath !== '',
      language,
    } as const;
    const { expectedRevision: _, ...rest } = context; // pages are only added, so there is no older state to protect
    const { state, position } = await this.decisions.decide(ledgerExport, exportId, page, rest);
    const fileUrl = await exportUrl(
      this.engines.vault,
      { userId: caller.userId, exportId, pages: state.pages.length },
      this.now(),
    );
    return { exportPath: exportId, fileUrl, position };
  }
}

/**
 * Consignments at the revision in the list. One read of the view checks a whole page of a ledger, without folding each
 * stream.
 * @throws RuleBroken NO_SUCH_CONSIGNMENT if it is unknown or deleted, or another user's draft that was never saved
 * (ADR-027); NOT_YOURS if it belongs to neither of the caller's units.
 */
const listedEntries = async (engines: Engines, ids: readonly string[], caller: Caller): Promise<LedgerEntry[]> => {
  await requireUpToDate(engines, consignmentList);
  const rows = new Map(
    (await engines.views.getMany<ConsignmentRow>(consignmentList, [...ids])).map((row) => [row.id, row]),
  );
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row || row.deleted) throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    if (!isParty(row, caller) && !hasRole(caller, ROLE.admin)) throw new RuleBroken(problem('NOT_YOURS'));
    if (!row.everSaved && row.creatorUserId !== caller.userId) throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    return { id, revision: row.revision };
  });
};

/**
 * Whether the caller belongs to the consigning unit, or to the laboratory to which the consignment was submitted at
 * least once.
 */
const isParty = ({ consignUnitId, consignCode, testUnitId }: ConsignmentRow, caller: Caller): boolean =>
  caller.unitId !== null &&
  ((isClient(caller) && sameId(caller.unitId, consignUnitId)) ||
    (isLab(caller) && consignCode !== '' && sameId(caller.unitId, testUnitId)));

const DONE = 100;

type ExportFile = { file: NonNullable<Awaited<ReturnType<Files['get']>>> } | { progress: number };

/** The ledger file of a ticket, or the progress of the worker in percent. */
export class GetExportFile extends Query<ExportFile> {
  constructor(readonly ticket: string) {
    super();
  }
}

@QueryHandler(GetExportFile)
export class GetExportFileHandler implements IQueryHandler<GetExportFile> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** @throws Problem 404 for an invalid ticket; RuleBroken EXPORT_FAILED, EXPORT_GONE */
  async execute({ ticket: ticketText }: GetExportFile): Promise<ExportFile> {
    const { eventStore, files, vault } = this.engines;
    const ticket = await readExportTicket(vault, ticketText, this.now());
    const holder = ticket && (await this.users.byId(ticket.userId));
    if (!ticket || !holder?.active) throw Problem.notFound();
    const { state, events } = await load(eventStore, ledgerExport, ticket.exportId);
    const file = state.built && state.built.pages >= ticket.pages ? await files.get(state.built.fileHash) : null;
    if (file) return { file };
    if (state.failure) throw new RuleBroken(problem('EXPORT_FAILED'));
    // The file was created and has been removed a day later. If a page was added since, a newer file is being created.
    if (state.built?.pages === state.pages.length) throw new RuleBroken(problem('EXPORT_GONE'));
    return { progress: await this.progressOf(events) };
  }

  /** The progress of the active job for this export in percent; 0 while it waits. */
  private async progressOf(events: readonly RecordedEvent[]): Promise<number> {
    const { jobs } = await this.engines.jobs.find({ state: 'active', limit: 100 }).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return { jobs: [] }; // no queue, no progress
      throw error;
    });
    const percent = Math.round(
      Math.max(
        0,
        ...jobs.filter((job) => events.some(({ id }) => job.id.startsWith(`${id}.`))).map(({ progress }) => progress),
      ),
    );
    return Math.min(percent, DONE - 1);
  }
}

export const exportHandlers = [ExportConsignmentsHandler, GetExportFileHandler];
