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
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CreateNotice, DeleteNotice, SendNotice, UpdateNotice, WithdrawNotice } from './notices.commands.js';
import { GetNotice, ListLatestNotices, ListNotices } from './notices.queries.js';

/** Notices of the platform and of testing units: managed by their owners, read by everybody they are for. */
@Controller()
export class NoticesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(noticeGetAll)
  list(@Input() input: InputOf<typeof noticeGetAll>, @By() caller: Caller) {
    return this.queries.execute(new ListNotices(input, caller));
  }

  @Handles(noticeGet)
  get(@Input() input: InputOf<typeof noticeGet>, @By() caller: Caller) {
    return this.queries.execute(new GetNotice(input, caller));
  }

  @Handles(noticeGetLatest)
  latest(@Input() input: InputOf<typeof noticeGetLatest>, @By() caller: Caller) {
    return this.queries.execute(new ListLatestNotices(input, caller));
  }

  @Handles(noticeCreate)
  create(@Input() input: InputOf<typeof noticeCreate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new CreateNotice(input, caller, context));
  }

  @Handles(noticeUpdate)
  update(@Input() input: InputOf<typeof noticeUpdate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateNotice(input, caller, context));
  }

  @Handles(noticeSend)
  send(@Input() input: InputOf<typeof noticeSend>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new SendNotice(input, caller, context));
  }

  @Handles(noticeWithdraw)
  withdraw(@Input() input: InputOf<typeof noticeWithdraw>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new WithdrawNotice(input, caller, context));
  }

  @Handles(noticeDelete)
  delete(@Input() input: InputOf<typeof noticeDelete>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteNotice(input, caller, context));
  }
}
