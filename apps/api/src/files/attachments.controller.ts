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
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { DeleteAttachment, UploadAttachment } from './attachments.commands.js';
import { DownloadAttachment, ListAccessoryTypes, ListAttachments, ListLabAttachments } from './attachments.queries.js';
import { Received, type ReceivedOf } from './received.js';

/** Files of consignments and of their samples. */
@Controller()
export class AttachmentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getAccessory)
  list(@Input() input: InputOf<typeof getAccessory>, @By() caller: Caller) {
    return this.queries.execute(new ListAttachments(input, caller));
  }

  @Handles(uploadAccessory)
  upload(
    @Received() input: ReceivedOf<typeof uploadAccessory>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new UploadAttachment(input, caller, context));
  }

  @Handles(deleteAccessory)
  delete(@Input() input: InputOf<typeof deleteAccessory>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteAttachment(input, caller, context));
  }

  @Handles(downloadFileByAccessoryId)
  download(@Input() input: InputOf<typeof downloadFileByAccessoryId>, @By() caller: Caller) {
    return this.queries.execute(new DownloadAttachment(input, caller));
  }

  @Handles(getLimsConsignAttachments)
  ofLaboratory(@Input() input: InputOf<typeof getLimsConsignAttachments>, @By() caller: Caller) {
    return this.queries.execute(new ListLabAttachments(input, caller));
  }

  @Handles(getAccessoryTypes)
  types(@Input() input: InputOf<typeof getAccessoryTypes>) {
    return this.queries.execute(new ListAccessoryTypes(input));
  }
}
