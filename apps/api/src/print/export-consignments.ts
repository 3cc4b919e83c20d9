import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { exportConsignments } from '#contract';
import { ledgerExport, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { withMeta } from '../http/answer.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { exportUrl } from './export-ticket.js';
import { toLedgerEntries } from './listed-entries.js';

/** Records one page of a ledger; the worker makes the file of all pages so far (ADR-034). */
@Controller()
export class ExportConsignments {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(exportConsignments)
  async handle(
    @Input() { consignType, consignIds, exportPath }: InputOf<typeof exportConsignments>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    const entries = await toLedgerEntries(this.engines, consignIds, caller);
    const exportId = exportPath || v5('export', context.commandId);
    const page = {
      type: 'RequestPage',
      by: context.by,
      consignType: consignType ?? null,
      entries,
      continues: exportPath !== '',
      language,
    } as const;
    const { expectedRevision: _, ...rest } = context; // a ledger is only added to: there is no older state to protect
    const { state, position } = await this.decisions.decide(ledgerExport, exportId, page, rest);
    const fileUrl = await exportUrl(
      this.engines.vault,
      { userId: caller.userId, exportId, pages: state.pages.length },
      this.now(),
    );
    return withMeta({ exportPath: exportId, fileUrl }, { position });
  }
}
