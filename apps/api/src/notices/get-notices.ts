import { Controller, Inject } from '@nestjs/common';
import { noticeGet, noticeGetAll, noticeGetLatest } from '#contract';
import { load, notice, notices, problem, RuleBroken, type NoticeRow as ViewedNotice } from '#domain';
import type { Engines } from '#engines';
import { keepsAll, type Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { mayKeep, storedNotice } from './keep-notices.js';
import { noticesFor } from './notices-for.js';
import { toNoticeRows } from './notice-rows.js';

@Controller()
export class GetNotices {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  @Handles(noticeGet)
  async one(@Input() { id }: InputOf<typeof noticeGet>, @By() caller: Caller) {
    const { state, head, past } = await load(this.engines.eventStore, notice, id);
    const [row] =
      state && mayKeep(caller, state.testUnitId)
        ? await toNoticeRows(this.users, [storedNotice(id, head.revision, state, past)])
        : [];
    if (!row) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    return answer(row, { revision: head.revision });
  }

  /** What one manages: all for who keeps all, those of the own unit for a laboratory. */
  @Handles(noticeGetAll)
  async all(
    @Input() { search, noticeType, isSent, skipCount, maxResultCount, atLeast }: InputOf<typeof noticeGetAll>,
    @By() caller: Caller,
  ) {
    const { views } = this.engines;
    const { stale } = await fresh(views, notices, atLeast);
    const { rows, total, totalIsCapped } = await views.find<ViewedNotice>(notices, {
      where: [
        ...(keepsAll(caller) ? [] : [{ column: 'ownerId', in: caller.unitId === null ? [] : [caller.unitId] }]),
        ...(noticeType === undefined ? [] : [{ column: 'noticeType', eq: noticeType }]),
        ...(isSent === undefined ? [] : [{ column: 'isSent', eq: Number(isSent) }]),
      ],
      search,
      sort: [{ column: 'position', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return answer({ items: await toNoticeRows(this.users, rows), totalCount: total, totalIsCapped }, { stale });
  }

  @Handles(noticeGetLatest)
  async latest(
    @Input() { noticeType, webUrl, maxResultCount, atLeast }: InputOf<typeof noticeGetLatest>,
    @By() caller: Caller,
  ) {
    const { stale } = await fresh(this.engines.views, notices, atLeast);
    return answer(
      await toNoticeRows(
        this.users,
        await noticesFor(this.engines.views, caller, { webUrl, noticeType, limit: maxResultCount }),
      ),
      { stale },
    );
  }
}
