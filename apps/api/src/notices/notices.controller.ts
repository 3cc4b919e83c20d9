import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  noticeCreate,
  noticeDelete,
  noticeGet,
  noticeGetAll,
  noticeGetLatest,
  noticeSend,
  noticeUpdate,
  noticeWithdraw,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CreateNotice, DeleteNotice, SendNotice, UpdateNotice, WithdrawNotice } from './notices.commands.js';
import { GetNotice, ListLatestNotices, ListNotices } from './notices.queries.js';

/** Notices of the platform and of testing units. Their owners manage them; everybody they are for can read them. */
@Controller()
export class NoticesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(noticeGetAll)
  list(@Input() input: InputOf<typeof noticeGetAll>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListNotices(input, caller));
  }

  @HandlesOperation(noticeGet)
  get(@Input() input: InputOf<typeof noticeGet>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetNotice(input, caller));
  }

  @HandlesOperation(noticeGetLatest)
  latest(@Input() input: InputOf<typeof noticeGetLatest>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListLatestNotices(input, caller));
  }

  @HandlesOperation(noticeCreate)
  create(
    @Input() input: InputOf<typeof noticeCreate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new CreateNotice(input, caller, context));
  }

  @HandlesOperation(noticeUpdate)
  update(
    @Input() input: InputOf<typeof noticeUpdate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateNotice(input, caller, context));
  }

  @HandlesOperation(noticeSend)
  send(
    @Input() input: InputOf<typeof noticeSend>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new SendNotice(input, caller, context));
  }

  @HandlesOperation(noticeWithdraw)
  withdraw(
    @Input() input: InputOf<typeof noticeWithdraw>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new WithdrawNotice(input, caller, context));
  }

  @HandlesOperation(noticeDelete)
  delete(
    @Input() input: InputOf<typeof noticeDelete>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteNotice(input, caller, context));
  }
}
