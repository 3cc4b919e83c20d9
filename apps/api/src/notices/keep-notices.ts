import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { noticeCreate, noticeDelete, noticeSend, noticeUpdate, noticeWithdraw, type NoticeRow } from '#contract';
import {
  load,
  notice,
  problem,
  RuleBroken,
  sameId,
  testingUnit,
  type CommandContext,
  type KnownNotice,
  type NoticeCommand,
} from '#domain';
import type { Engines } from '#engines';
import { decode, noticeEvents, type RecordedEvent } from '#events';
import { isLab, keepsAll, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { Decisions } from '../decisions/decisions.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { cleanHtml } from '../instructions/clean-html.js';
import { ENGINES } from '../provided.js';
import { toNoticeRows } from './notice-rows.js';

/** The administrator, and whoever the platform lets, keeps every notice; a testing unit keeps its own, and to it no other exists (002 NT-004). */
@Controller()
export class KeepNotices {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly users: Users,
  ) {}

  @Handles(noticeCreate)
  async create(
    @Input() { title, content, noticeType, testUnitId, send }: InputOf<typeof noticeCreate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const id = v5('notice', context.commandId);
    const owner = keepsAll(caller) ? (testUnitId ?? null) : caller.unitId;
    if (!keepsAll(caller) && (owner === null || (testUnitId !== undefined && !sameId(testUnitId, owner))))
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
    return this.changed(id, send ? { type: 'SendNotice', at: context.at } : null, caller, {
      ...context,
      commandId: v5('send', context.commandId),
    });
  }

  @Handles(noticeUpdate)
  update(
    @Input() { id, title, content, noticeType }: InputOf<typeof noticeUpdate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.changed(
      id,
      { type: 'ChangeNotice', notice: { title, content: cleanHtml(content), noticeType } },
      caller,
      context,
    );
  }

  @Handles(noticeSend)
  send(@Input() { id }: InputOf<typeof noticeSend>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.changed(id, { type: 'SendNotice', at: context.at }, caller, context);
  }

  @Handles(noticeWithdraw)
  withdraw(
    @Input() { id, reason }: InputOf<typeof noticeWithdraw>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.changed(id, { type: 'WithdrawNotice', reason }, caller, context);
  }

  @Handles(noticeDelete)
  async delete(
    @Input() { id, reason }: InputOf<typeof noticeDelete>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { position } = await this.decisions.decide(
      notice,
      id,
      ofTheirs(caller, { type: 'DeleteNotice', reason }),
      context,
    );
    return answer(true as const, { position });
  }

  private async changed(
    id: string,
    command: NoticeCommand | null,
    caller: Caller,
    context: CommandContext,
  ): Promise<Answer<NoticeRow>> {
    const position = command
      ? (await this.decisions.decide(notice, id, ofTheirs(caller, command), context)).position
      : null;
    const { state, head, past } = await load(this.engines.eventStore, notice, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    const [row] = await toNoticeRows(this.users, [storedNotice(id, head.revision, state, past)]);
    if (!row) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    return answer(row, { revision: head.revision, position: position ?? past.at(-1)?.position ?? null });
  }
}

/** Somebody else's notice is one that does not exist. */
const ofTheirs =
  (caller: Caller, command: NoticeCommand) =>
  (state: KnownNotice | null): Promise<NoticeCommand> => {
    if (!state || !mayKeep(caller, state.testUnitId)) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    return Promise.resolve(command);
  };

export const mayKeep = (caller: Caller, testUnitId: string | null): boolean =>
  keepsAll(caller) || (testUnitId !== null && isLab(caller) && sameId(caller.unitId, testUnitId));

/** A notice by its own stream, as its row in the view will be. */
export const storedNotice = (
  id: string,
  revision: number,
  { sentAt, ...written }: KnownNotice,
  past: readonly RecordedEvent[],
) => {
  const [drafted] = past;
  const sent = past.findLast((event) => decode(noticeEvents, event).type === 'NoticeSent');
  return {
    id,
    revision,
    ...written,
    sendTime: sentAt ?? '',
    sendUserId: (sent ?? drafted)?.metadata.by.userId ?? '',
    creationTime: drafted?.metadata.at ?? '',
  };
};
