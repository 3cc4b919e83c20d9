import { Controller, Inject } from '@nestjs/common';
import { getHistory, type HistoryRow } from '#contract';
import {
  historyDifference,
  sendsBack,
  withoutHidden,
  type HistoryChange,
  type Language,
  type Moment,
  statusNamesOf,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { amountsShown } from './amounts-shown.js';
import { findHistory } from './find-history.js';
import { actorsOf, momentView } from './moment-view.js';

/** The timeline. Every page folds the whole stream, which is remembered; only the rows of the page are compared. */
@Controller()
export class GetHistory {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  @Handles(getHistory)
  async handle(
    @Input() { id, before, limit, statusOnly }: InputOf<typeof getHistory>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    const { eventStore } = this.engines;
    const { found, all, first, head } = await findHistory(eventStore, id, caller);
    const visible = all.filter(({ recorded }) => recorded.revision >= first);
    const wanted = visible.filter(
      (moment) => (before === undefined || moment.recorded.revision < before) && (!statusOnly || movesOn(moment)),
    );
    const page = wanted.slice(-limit).toReversed();
    const [statusName, whoOf, shownAt] = await Promise.all([
      statusNamesOf(eventStore, language),
      actorsOf(this.users, page, found.personsShown),
      amountsShown(
        eventStore,
        page.flatMap(({ before: was, after }) => (was ? [was, after] : [after])),
        caller,
      ),
    ]);
    const rowOf = (moment: Moment): HistoryRow => {
      const changes = moment.before
        ? withoutHidden(historyDifference(moment.before, moment.after), shownAt(moment.before, moment.after))
        : [];
      return {
        ...momentView(moment, changes, whoOf),
        changed: changes.filter(({ of }) => of.part !== 'totals').length,
        fee: feeIn(changes),
      };
    };
    const { consignCode, consignStatus, consignType } = found.state;
    return answer(
      {
        consignCode,
        consignStatus,
        consignStatusStr: statusName(consignStatus),
        consignType,
        first,
        head,
        sentBack: visible.filter(sendsBack).map(({ recorded }) => recorded.revision),
        items: page.map(rowOf),
        older: wanted.length > page.length ? (page.at(-1)?.recorded.revision ?? null) : null,
      },
      { revision: head, position: found.position },
    );
  }
}

const movesOn = (moment: Moment): boolean =>
  moment.before?.consignStatus !== moment.after.consignStatus ||
  moment.event.type === 'ConsignmentDeleted' ||
  moment.event.type === 'UntouchedDraftDropped';

const feeIn = (changes: readonly HistoryChange[]): HistoryRow['fee'] => {
  const fee = changes.find(({ label }) => label === 'estimatedFee');
  return fee ? { old: fee.old ?? '', new: fee.new ?? '' } : null;
};
