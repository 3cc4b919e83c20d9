import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  deleteAccessory,
  downloadFileByAccessoryId,
  getAccessory,
  getAccessoryTypes,
  getLimsConsignAttachments,
  uploadAccessory,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { DeleteAttachment, UploadAttachment } from './attachments.commands.js';
import { DownloadAttachment, ListAccessoryTypes, ListAttachments, ListLabAttachments } from './attachments.queries.js';
import { UploadInput, type UploadInputOf } from '../http/upload-input.js';

/** Files of consignments and of their samples. */
@Controller()
export class AttachmentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getAccessory)
  list(@Input() input: InputOf<typeof getAccessory>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListAttachments(input, caller));
  }

  @HandlesOperation(uploadAccessory)
  upload(
    @UploadInput() input: UploadInputOf<typeof uploadAccessory>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UploadAttachment(input, caller, context));
  }

  @HandlesOperation(deleteAccessory)
  delete(
    @Input() input: InputOf<typeof deleteAccessory>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteAttachment(input, caller, context));
  }

  @HandlesOperation(downloadFileByAccessoryId)
  download(@Input() input: InputOf<typeof downloadFileByAccessoryId>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new DownloadAttachment(input, caller));
  }

  @HandlesOperation(getLimsConsignAttachments)
  ofLaboratory(@Input() input: InputOf<typeof getLimsConsignAttachments>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListLabAttachments(input, caller));
  }

  @HandlesOperation(getAccessoryTypes)
  types(@Input() input: InputOf<typeof getAccessoryTypes>) {
    return this.queries.execute(new ListAccessoryTypes(input));
  }
}
