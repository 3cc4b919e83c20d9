import { Controller, Inject } from '@nestjs/common';
import { getHistoryState } from '#contract';
import { answeredBy, historyDifference, withoutHidden, type Language, type Moment, statusNamesOf } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { consignmentView } from '../consignments/consignment-view.js';
import { maskedName, maskedPhone } from '../consignments/mask.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { maskedSampler } from '../samples/masked-sampler.js';
import { sampleView } from '../samples/sample-view.js';
import { amountsShown } from './amounts-shown.js';
import { changesView } from './changes-view.js';
import { findHistory, momentAt, type History } from './find-history.js';
import { actorsOf, momentView } from './moment-view.js';

const MASKED = { name: maskedName, phone: maskedPhone };

/** A consignment as it was, read like the one of today, and what differs from another moment. */
@Controller()
export class GetHistoryState {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  @Handles(getHistoryState)
  async handle(
    @Input() { id, revision, against }: InputOf<typeof getHistoryState>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    const { eventStore } = this.engines;
    const history = await findHistory(eventStore, id, caller);
    const { personsShown, position } = history.found;
    const moment = momentAt(history, revision);
    const other = otherOf(history, moment, against);
    const answered = answeredBy(history.all, moment);
    const [statusName, whoOf, shownAt, view] = await Promise.all([
      statusNamesOf(eventStore, language),
      actorsOf(this.users, answered ? [moment, answered] : [moment], personsShown),
      amountsShown(
        eventStore,
        [moment, other].flatMap((one) => (one ? statesOf(one) : [])),
        caller,
      ),
      consignmentView(eventStore, { id, state: moment.after, revision, personsShown }, caller, language),
    ]);
    const between = (older: Moment['after'], newer: Moment['after']) =>
      withoutHidden(historyDifference(older, newer, personsShown ? undefined : MASKED), shownAt(older, newer));
    const ofItsOwn = moment.before ? between(moment.before, moment.after) : [];
    const changes = !other
      ? []
      : other.recorded.revision < revision
        ? between(other.after, moment.after)
        : between(moment.after, other.after);
    const { metadata } = moment.recorded;
    return answer(
      {
        moment: momentView(moment, ofItsOwn, whoOf),
        previousHash: metadata.previousHash,
        hash: metadata.hash,
        schemaVersion: metadata.schemaVersion,
        correlationId: metadata.correlationId,
        head: history.head,
        first: history.first,
        view,
        samples: moment.after.samples.map((sample) =>
          sampleView(personsShown ? sample : maskedSampler(sample), id, shownAt(moment.after), false),
        ),
        attachments: moment.after.attachments.map(({ id: attachmentId, name, size, accessoryType, addedAt }) => ({
          id: attachmentId,
          name,
          size,
          accessoryType,
          addedAt,
        })),
        against: other && { revision: other.recorded.revision, at: other.recorded.metadata.at },
        changes: changesView(changes, language, statusName),
        answers: answered && {
          revision: answered.recorded.revision,
          at: answered.recorded.metadata.at,
          userName: whoOf(answered.recorded.metadata.by.userId).userName,
          remark: moment.before?.rollbackCause ?? '',
        },
      },
      { revision: history.head, position },
    );
  }
}

const statesOf = ({ before, after }: Moment) => (before ? [before, after] : [after]);

/** What a moment is compared with; the one before may lie before what the caller is shown, for it differs by this event alone. */
const otherOf = (
  history: History,
  { recorded: { revision } }: Moment,
  against: 'previous' | 'now' | number,
): Moment | null => {
  if (against === 'previous') return history.all.findLast(({ recorded }) => recorded.revision < revision) ?? null;
  return momentAt(history, against === 'now' ? history.head : against);
};
