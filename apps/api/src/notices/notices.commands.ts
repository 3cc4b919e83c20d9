import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  noticeCreate,
  noticeDelete,
  noticeSend,
  noticeUpdate,
  noticeWithdraw,
  type NoticeRow,
  type ResultOf,
} from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { notice, type NoticeState, type NoticeCommand } from '#domain/notices';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { testingUnit } from '#domain/units';
import type { Engines } from '#engines';
import { isPlatformAdmin, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { cleanHtml } from '../instructions/clean-html.js';
import { ENGINES } from '../injection-tokens.js';
import { mayManageNotice, noticeFromStream, toNoticeRows } from './notices.queries.js';

/** Applies a command to a notice and returns the notice from its stream. */
@Injectable()
export class NoticeChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly users: Users,
  ) {}

  async change(
    id: string,
    command: NoticeCommand | null,
    caller: Caller,
    context: CommandContext,
  ): Promise<OperationResult<NoticeRow>> {
    const position = command
      ? (await this.decisions.decide(notice, id, unlessOthersNotice(caller, command), context)).position
      : null;
    const { state, head, events } = await load(this.engines.eventStore, notice, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    const [row] = await toNoticeRows(this.users, [noticeFromStream(id, head.revision, state, events)]);
    if (!row) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    return withMeta(row, { revision: head.revision, position: position ?? events.at(-1)?.position ?? null });
  }
}

export class CreateNotice extends Command<OperationReturn<ResultOf<typeof noticeCreate>>> {
  constructor(
    readonly input: InputOf<typeof noticeCreate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateNotice)
export class CreateNoticeHandler implements ICommandHandler<CreateNotice> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly notices: NoticeChanges,
  ) {}

  async execute({ input: { title, content, noticeType, testUnitId, send }, caller, context }: CreateNotice) {
    const id = v5('notice', context.commandId);
    const owner = isPlatformAdmin(caller) ? (testUnitId ?? null) : caller.unitId;
    if (!isPlatformAdmin(caller) && (owner === null || (testUnitId !== undefined && !sameId(testUnitId, owner))))
      throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'testUnitId'));
    const { state: unit } = owner === null ? { state: null } : await load(this.engines.eventStore, testingUnit, owner);
    if (owner !== null && !unit) throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'testUnitId'));
    const noticeNo = `GG${context.at.slice(0, 10).replaceAll('-', '')}-${id.slice(0, 4).toUpperCase()}`;
    const drafted = {
      noticeNo,
      title,
      content: cleanHtml(content),
      noticeType,
      testUnitId: owner,
      testUnitName: unit?.testUnitName ?? '',
    };
    await this.decisions.decide(notice, id, { type: 'DraftNotice', notice: drafted }, context);
    return this.notices.change(id, send ? { type: 'SendNotice', at: context.at } : null, caller, {
      ...context,
      commandId: v5('send', context.commandId),
    });
  }
}

export class UpdateNotice extends Command<OperationReturn<ResultOf<typeof noticeUpdate>>> {
  constructor(
    readonly input: InputOf<typeof noticeUpdate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateNotice)
export class UpdateNoticeHandler implements ICommandHandler<UpdateNotice> {
  constructor(private readonly notices: NoticeChanges) {}

  async execute({ input: { id, title, content, noticeType }, caller, context }: UpdateNotice) {
    return this.notices.change(
      id,
      { type: 'ChangeNotice', notice: { title, content: cleanHtml(content), noticeType } },
      caller,
      context,
    );
  }
}

export class SendNotice extends Command<OperationReturn<ResultOf<typeof noticeSend>>> {
  constructor(
    readonly input: InputOf<typeof noticeSend>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SendNotice)
export class SendNoticeHandler implements ICommandHandler<SendNotice> {
  constructor(private readonly notices: NoticeChanges) {}

  async execute({ input: { id }, caller, context }: SendNotice) {
    return this.notices.change(id, { type: 'SendNotice', at: context.at }, caller, context);
  }
}

export class WithdrawNotice extends Command<OperationReturn<ResultOf<typeof noticeWithdraw>>> {
  constructor(
    readonly input: InputOf<typeof noticeWithdraw>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(WithdrawNotice)
export class WithdrawNoticeHandler implements ICommandHandler<WithdrawNotice> {
  constructor(private readonly notices: NoticeChanges) {}

  async execute({ input: { id, reason }, caller, context }: WithdrawNotice) {
    return this.notices.change(id, { type: 'WithdrawNotice', reason }, caller, context);
  }
}

export class DeleteNotice extends Command<OperationReturn<ResultOf<typeof noticeDelete>>> {
  constructor(
    readonly input: InputOf<typeof noticeDelete>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteNotice)
export class DeleteNoticeHandler implements ICommandHandler<DeleteNotice> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ input: { id, reason }, caller, context }: DeleteNotice) {
    const { position } = await this.decisions.decide(
      notice,
      id,
      unlessOthersNotice(caller, { type: 'DeleteNotice', reason }),
      context,
    );
    return withMeta(true as const, { position });
  }
}

export const noticeCommandHandlers = [
  NoticeChanges,
  CreateNoticeHandler,
  UpdateNoticeHandler,
  SendNoticeHandler,
  WithdrawNoticeHandler,
  DeleteNoticeHandler,
];

/** Notices of other owners give the same error as notices that do not exist. */
const unlessOthersNotice =
  (caller: Caller, command: NoticeCommand) =>
  (state: NoticeState | null): Promise<NoticeCommand> => {
    if (!state || !mayManageNotice(caller, state.testUnitId)) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    return Promise.resolve(command);
  };
