import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { noticeGet, noticeGetAll, noticeGetLatest, type NoticeRow, type ResultOf } from '#contract';
import { load } from '#domain/event-sourcing';
import { notice, notices, PLATFORM_NOTICE, type NoticeState, type NoticeRow as ViewedNotice } from '#domain/notices';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { testingUnitAtOrigin } from '#domain/units';
import type { Engines, Views } from '#engines';
import { decode, noticeEvents, type RecordedEvent, UNIT_TYPE } from '#events';
import { isLab, isPlatformAdmin, type Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { allTestingUnits } from '../units/unit-rows.js';

/** A notice from the view or from its stream. Only lists need its position. */
type StoredNotice = Omit<ViewedNotice, 'position'> & Partial<Pick<ViewedNotice, 'position'>>;

type LatestFilter = { webUrl: string; limit: number; noticeType?: number | undefined };

/** The notices that a caller manages: all of them, or those of the caller's own laboratory. */
export class ListNotices extends Query<OperationReturn<ResultOf<typeof noticeGetAll>>> {
  constructor(
    readonly input: InputOf<typeof noticeGetAll>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListNotices)
export class ListNoticesHandler implements IQueryHandler<ListNotices> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({ input: { search, noticeType, isSent, skipCount, maxResultCount, atLeast }, caller }: ListNotices) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, notices, atLeast);
    const { rows, total, totalIsCapped } = await views.find<ViewedNotice>(notices, {
      where: [
        ...(isPlatformAdmin(caller) ? [] : [{ column: 'ownerId', in: caller.unitId === null ? [] : [caller.unitId] }]),
        ...(noticeType === undefined ? [] : [{ column: 'noticeType', eq: noticeType }]),
        ...(isSent === undefined ? [] : [{ column: 'isSent', eq: Number(isSent) }]),
      ],
      search,
      sort: [{ column: 'position', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return withMeta({ items: await toNoticeRows(this.users, rows), totalCount: total, totalIsCapped }, { stale });
  }
}

export class GetNotice extends Query<OperationReturn<ResultOf<typeof noticeGet>>> {
  constructor(
    readonly input: InputOf<typeof noticeGet>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetNotice)
export class GetNoticeHandler implements IQueryHandler<GetNotice> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({ input: { id }, caller }: GetNotice) {
    const { state, head, events } = await load(this.engines.eventStore, notice, id);
    const [row] =
      state && mayManageNotice(caller, state.testUnitId)
        ? await toNoticeRows(this.users, [noticeFromStream(id, head.revision, state, events)])
        : [];
    if (!row) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
    return withMeta(row, { revision: head.revision });
  }
}

export class ListLatestNotices extends Query<OperationReturn<ResultOf<typeof noticeGetLatest>>> {
  constructor(
    readonly input: InputOf<typeof noticeGetLatest>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListLatestNotices)
export class ListLatestNoticesHandler implements IQueryHandler<ListLatestNotices> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({ input: { noticeType, webUrl, maxResultCount, atLeast }, caller }: ListLatestNotices) {
    const { stale } = await waitForView(this.engines.views, notices, atLeast);
    return withMeta(
      await toNoticeRows(
        this.users,
        await listNoticesFor(this.engines.views, caller, { webUrl, noticeType, limit: maxResultCount }),
      ),
      { stale },
    );
  }
}

export const noticeQueryHandlers = [ListNoticesHandler, GetNoticeHandler, ListLatestNoticesHandler];

/** Notices with the current names of their senders (ADR-020). */
export const toNoticeRows = async (users: Users, rows: readonly StoredNotice[]): Promise<NoticeRow[]> => {
  const nameOf = await loadUserNames(
    users,
    rows.map(({ sendUserId }) => sendUserId),
  );
  return rows.map(({ position: _, ...row }) => ({
    ...row,
    sendUserName: nameOf(row.sendUserId),
    rySendUserNameFriendly: nameOf(row.sendUserId),
  }));
};

/**
 * The notices for a reader, newest first: those of the platform, of the reader's testing unit, and of the testing unit
 * whose web address the reader has opened (002 NT-005).
 */
export const listNoticesFor = async (
  views: Views,
  { unitId, unitType }: Caller,
  { webUrl, limit, noticeType }: LatestFilter,
): Promise<ViewedNotice[]> => {
  const openedUnit = webUrl === '' ? null : testingUnitAtOrigin(await allTestingUnits(views), webUrl);
  const owners = [
    PLATFORM_NOTICE,
    ...(unitType === UNIT_TYPE.laboratory && unitId !== null ? [unitId] : []),
    ...(openedUnit ? [openedUnit.id] : []),
  ];
  const { rows } = await views.find<ViewedNotice>(notices, {
    where: [
      { column: 'isSent', eq: 1 },
      { column: 'ownerId', in: owners },
      ...(noticeType === undefined ? [] : [{ column: 'noticeType', eq: noticeType }]),
    ],
    sort: [{ column: 'sendTime', direction: 'desc' }],
    limit,
  });
  return rows;
};

export const mayManageNotice = (caller: Caller, testUnitId: string | null): boolean =>
  isPlatformAdmin(caller) || (testUnitId !== null && isLab(caller) && sameId(caller.unitId, testUnitId));

/** A notice from its stream, in the shape of its row in the view. */
export const noticeFromStream = (
  id: string,
  revision: number,
  { sentAt, ...facts }: NoticeState,
  events: readonly RecordedEvent[],
) => {
  const [draftEvent] = events;
  const sendEvent = events.findLast((event) => decode(noticeEvents, event).type === 'NoticeSent');
  return {
    id,
    revision,
    ...facts,
    sendTime: sentAt ?? '',
    sendUserId: (sendEvent ?? draftEvent)?.metadata.by.userId ?? '',
    creationTime: draftEvent?.metadata.at ?? '',
  };
};
