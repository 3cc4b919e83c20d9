import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { genConsignPdf, getDocumentChanges, getDocumentFile, getPrintConsignInfoList, getPrintList } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { kindOfRule, messageOf, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import { bearerTokenOf } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller.js';
import { fileResponse } from '../files/file-response.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage, type ApiReply, type ApiRequest } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { EventStreams } from '../http/event-streams.js';
import { Input } from '../http/input.js';
import { DocumentChanges, GeneratePdf, GetDocumentFile, GetPrintData, ListDocuments } from './documents.handlers.js';

/** Printed consignments: previews, and documents that the worker creates. */
@Controller()
export class DocumentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly changes: DocumentChanges,
    private readonly streams: EventStreams,
  ) {}

  @HandlesOperation(getPrintList)
  async list(
    @Input() { ids }: InputOf<typeof getPrintList>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    try {
      const result = await this.queries.execute(new ListDocuments(ids, caller, language));
      return { success: true, message: '', result };
    } catch (error) {
      // For a missing consignment the payload contains `success: false` (API-010). A consignment of another unit is a
      // normal error.
      if (error instanceof RuleBroken && kindOfRule(error.code) === 'missing')
        return { success: false, message: messageOf(error.code, error.params, language), result: [] };
      throw error;
    }
  }

  @HandlesOperation(genConsignPdf)
  async generate(
    @Input() { id, force }: InputOf<typeof genConsignPdf>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    const position = await this.commands.execute(new GeneratePdf(id, force, caller, context, language));
    return withMeta(true as const, { position });
  }

  @HandlesOperation(getPrintConsignInfoList)
  preview(
    @Input() { ids }: InputOf<typeof getPrintConsignInfoList>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new GetPrintData(ids, caller, language));
  }

  @HandlesOperation(getDocumentFile)
  async file(@Input() { ticket }: InputOf<typeof getDocumentFile>) {
    return fileResponse(await this.queries.execute(new GetDocumentFile(ticket)));
  }

  @HandlesOperation(getDocumentChanges)
  async follow(
    @Input() { ids }: InputOf<typeof getDocumentChanges>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const changes = await this.changes.follow(ids, caller, language);
    void reply.header('X-Accel-Buffering', 'no');
    return this.streams.start(
      { caller, token: bearerTokenOf(request) ?? '', operation: getDocumentChanges.name },
      (signal) => changes(signal),
    );
  }
}
