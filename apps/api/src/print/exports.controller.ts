import { Controller, Headers, Res, StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { exportConsignments, getExportFile } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage, type ApiReply } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { ExportConsignments, GetExportFile } from './exports.handlers.js';

const RETRY_AFTER_S = '1';
const DONE = 100;

/** Ledgers of consignments as workbooks. */
@Controller()
export class ExportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(exportConsignments)
  async export(
    @Input() input: InputOf<typeof exportConsignments>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    const { position, ...exported } = await this.commands.execute(
      new ExportConsignments(input, caller, context, language),
    );
    return withMeta(exported, { position });
  }

  /**
   * Responds 202 with the progress until the worker has created the file; a browser then reloads by itself. A client
   * that accepts only JSON gets a progress of 100 instead of the file.
   */
  @HandlesOperation(getExportFile)
  async file(
    @Input() { ticket }: InputOf<typeof getExportFile>,
    @Headers('accept') accepted: string | undefined,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const exportFile = await this.queries.execute(new GetExportFile(ticket));
    if ('progress' in exportFile) {
      void reply.status(202).header('Retry-After', RETRY_AFTER_S).header('Refresh', RETRY_AFTER_S);
      return { progress: exportFile.progress };
    }
    const { file } = exportFile;
    if (accepted === 'application/json') return { progress: DONE };
    return new StreamableFile(file.content, {
      type: file.contentType,
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      length: file.content.byteLength,
    });
  }
}
