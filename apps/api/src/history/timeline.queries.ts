import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getHistory, type HistoryRow, type ResultOf } from '#contract';
import {
  historyDifference,
  isSentBack,
  removeHiddenAmounts,
  type HistoryChange,
  type HistoryRevision,
} from '#domain/consignment';
import { statusNamesOf } from '#domain/reference';
import type { Language } from '#domain/text';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { loadActors, loadVisibleAmounts, findHistory, toHistoryMoment } from './consignment-history.js';

/** The timeline. Each page folds the whole stream, which is cached, and compares only the rows of the page. */
export class GetHistory extends Query<OperationReturn<ResultOf<typeof getHistory>>> {
  constructor(
    readonly input: InputOf<typeof getHistory>,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetHistory)
export class GetHistoryHandler implements IQueryHandler<GetHistory> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { id, before, limit, statusOnly }, caller, language }: GetHistory) {
    const { eventStore } = this.engines;
    const { consignment, revisions, first, head } = await findHistory(eventStore, id, caller);
    const visibleRevisions = revisions.filter(({ recorded }) => recorded.revision >= first);
    const selection = statusOnly ? visibleRevisions.filter(changesStatus) : visibleRevisions;
    const isBefore = ({ recorded }: HistoryRevision) => before === undefined || recorded.revision < before;
    const upToPage = selection.filter(isBefore);
    const page = upToPage.slice(-limit).toReversed();
    const newestOfNext = selection
      .filter((historyRevision) => !isBefore(historyRevision))
      .slice(0, limit)
      .at(-1);
    const [statusName, namesOf, visibleAmountsIn] = await Promise.all([
      statusNamesOf(eventStore, language),
      loadActors(this.users, page, consignment.showsPersons),
      loadVisibleAmounts(
        eventStore,
        page.flatMap(({ before: stateBefore, after: stateAfter }) =>
          stateBefore ? [stateBefore, stateAfter] : [stateAfter],
        ),
        caller,
      ),
    ]);
    const toRow = (historyRevision: HistoryRevision): HistoryRow => {
      const changes = historyRevision.before
        ? removeHiddenAmounts(
            historyDifference(historyRevision.before, historyRevision.after),
            visibleAmountsIn(historyRevision.before, historyRevision.after),
          )
        : [];
      return {
        ...toHistoryMoment(historyRevision, changes, namesOf),
        changed: changes.filter(({ of: section }) => section.part !== 'totals').length,
        fee: feeChangeIn(changes),
      };
    };
    const { consignCode, consignStatus, consignType } = consignment.state;
    return withMeta(
      {
        consignCode,
        consignStatus,
        consignStatusStr: statusName(consignStatus),
        consignType,
        first,
        head,
        sentBack: visibleRevisions.filter(isSentBack).map(({ recorded }) => recorded.revision),
        items: page.map(toRow),
        older: upToPage.length > page.length ? (page.at(-1)?.recorded.revision ?? null) : null,
        newer: newestOfNext ? newestOfNext.recorded.revision + 1 : null,
      },
      { revision: head, position: consignment.position },
    );
  }
}

export const timelineQueryHandlers = [GetHistoryHandler];

const changesStatus = (historyRevision: HistoryRevision): boolean =>
  historyRevision.before?.consignStatus !== historyRevision.after.consignStatus ||
  historyRevision.event.type === 'ConsignmentDeleted' ||
  historyRevision.event.type === 'UntouchedDraftDropped';

const feeChangeIn = (changes: readonly HistoryChange[]): HistoryRow['fee'] => {
  const fee = changes.find(({ label }) => label === 'estimatedFee');
  return fee ? { old: fee.old ?? '', new: fee.new ?? '' } : null;
};
