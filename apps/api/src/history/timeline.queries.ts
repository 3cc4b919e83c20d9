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
import { loadActors, visibleAmountsOfStates, findHistory, toHistoryMoment } from './history-moments.js';

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
    const { found, all, first, head } = await findHistory(eventStore, id, caller);
    const visible = all.filter(({ recorded }) => recorded.revision >= first);
    const wanted = statusOnly ? visible.filter(movesOn) : visible;
    const isBefore = ({ recorded }: HistoryRevision) => before === undefined || recorded.revision < before;
    const upToPage = wanted.filter(isBefore);
    const page = upToPage.slice(-limit).toReversed();
    const newestOfNext = wanted
      .filter((moment) => !isBefore(moment))
      .slice(0, limit)
      .at(-1);
    const [statusName, whoOf, shownAt] = await Promise.all([
      statusNamesOf(eventStore, language),
      loadActors(this.users, page, found.personsShown),
      visibleAmountsOfStates(
        eventStore,
        page.flatMap(({ before: was, after }) => (was ? [was, after] : [after])),
        caller,
      ),
    ]);
    const rowOf = (moment: HistoryRevision): HistoryRow => {
      const changes = moment.before
        ? removeHiddenAmounts(historyDifference(moment.before, moment.after), shownAt(moment.before, moment.after))
        : [];
      return {
        ...toHistoryMoment(moment, changes, whoOf),
        changed: changes.filter(({ of }) => of.part !== 'totals').length,
        fee: feeIn(changes),
      };
    };
    const { consignCode, consignStatus, consignType } = found.state;
    return withMeta(
      {
        consignCode,
        consignStatus,
        consignStatusStr: statusName(consignStatus),
        consignType,
        first,
        head,
        sentBack: visible.filter(isSentBack).map(({ recorded }) => recorded.revision),
        items: page.map(rowOf),
        older: upToPage.length > page.length ? (page.at(-1)?.recorded.revision ?? null) : null,
        newer: newestOfNext ? newestOfNext.recorded.revision + 1 : null,
      },
      { revision: head, position: found.position },
    );
  }
}

export const timelineQueryHandlers = [GetHistoryHandler];

const movesOn = (moment: HistoryRevision): boolean =>
  moment.before?.consignStatus !== moment.after.consignStatus ||
  moment.event.type === 'ConsignmentDeleted' ||
  moment.event.type === 'UntouchedDraftDropped';

const feeIn = (changes: readonly HistoryChange[]): HistoryRow['fee'] => {
  const fee = changes.find(({ label }) => label === 'estimatedFee');
  return fee ? { old: fee.old ?? '', new: fee.new ?? '' } : null;
};
