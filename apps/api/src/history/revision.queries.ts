import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getHistoryRecord, getHistoryState, type ResultOf } from '#contract';
import {
  findAnsweredRejection,
  historyDifference,
  removeHiddenAmounts,
  type HistoryRevision,
} from '#domain/consignment';
import { statusNamesOf } from '#domain/reference';
import type { Language } from '#domain/text';
import type { VisibleAmounts } from '#domain/units';
import type { Engines } from '#engines';
import type { ConsignmentEvent, Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { consignmentView } from '../consignments/consignment-view.js';
import { maskedName, maskedPhone } from '../auth/masked-persons.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { maskPersons } from '../operations/event-log/event-entries.js';
import { ENGINES } from '../injection-tokens.js';
import { maskedSampler, sampleView } from '../samples/sample-view.js';
import {
  loadActors,
  loadVisibleAmounts,
  toChangeViews,
  findHistory,
  requireRevision,
  toHistoryMoment,
  type History,
} from './consignment-history.js';

const MASKED = { name: maskedName, phone: maskedPhone };

/** A consignment as it was at a revision, and its differences from another revision. */
export class GetHistoryState extends Query<OperationReturn<ResultOf<typeof getHistoryState>>> {
  constructor(
    readonly input: InputOf<typeof getHistoryState>,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetHistoryState)
export class GetHistoryStateHandler implements IQueryHandler<GetHistoryState> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { id, revision, against }, caller, language }: GetHistoryState) {
    const { eventStore } = this.engines;
    const history = await findHistory(eventStore, id, caller);
    const { showsPersons, position } = history.consignment;
    const current = requireRevision(history, revision);
    const compared = findComparedRevision(history, current, against);
    const rejection = findAnsweredRejection(history.revisions, current);
    const [statusName, namesOf, visibleAmountsIn, view] = await Promise.all([
      statusNamesOf(eventStore, language),
      loadActors(this.users, rejection ? [current, rejection] : [current], showsPersons),
      loadVisibleAmounts(
        eventStore,
        [current, compared].flatMap((historyRevision) => (historyRevision ? statesOf(historyRevision) : [])),
        caller,
      ),
      consignmentView(eventStore, { id, state: current.after, revision, showsPersons }, caller, language),
    ]);
    const changesBetween = (older: HistoryRevision['after'], newer: HistoryRevision['after']) =>
      removeHiddenAmounts(
        historyDifference(older, newer, showsPersons ? undefined : MASKED),
        visibleAmountsIn(older, newer),
      );
    const ownChanges = current.before ? changesBetween(current.before, current.after) : [];
    const changes = !compared
      ? []
      : compared.recorded.revision < revision
        ? changesBetween(compared.after, current.after)
        : changesBetween(current.after, compared.after);
    const { metadata } = current.recorded;
    return withMeta(
      {
        moment: toHistoryMoment(current, ownChanges, namesOf),
        previousHash: metadata.previousHash,
        hash: metadata.hash,
        schemaVersion: metadata.schemaVersion,
        correlationId: metadata.correlationId,
        head: history.head,
        first: history.first,
        view,
        samples: current.after.samples.map((sample) =>
          sampleView(showsPersons ? sample : maskedSampler(sample), id, visibleAmountsIn(current.after), false),
        ),
        attachments: current.after.attachments.map(({ id: attachmentId, name, size, accessoryType, addedAt }) => ({
          id: attachmentId,
          name,
          size,
          accessoryType,
          addedAt,
        })),
        against: compared && { revision: compared.recorded.revision, at: compared.recorded.metadata.at },
        changes: toChangeViews(changes, language, statusName),
        answers: rejection && {
          revision: rejection.recorded.revision,
          at: rejection.recorded.metadata.at,
          userName: namesOf(rejection.recorded.metadata.by.userId).userName,
          remark: current.before?.rollbackCause ?? '',
        },
      },
      { revision: history.head, position },
    );
  }
}

/** One event as JSON in the newest schema, without anything hidden from the caller. */
export class GetHistoryRecord extends Query<OperationReturn<ResultOf<typeof getHistoryRecord>>> {
  constructor(
    readonly input: InputOf<typeof getHistoryRecord>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetHistoryRecord)
export class GetHistoryRecordHandler implements IQueryHandler<GetHistoryRecord> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { id, revision }, caller }: GetHistoryRecord) {
    const { eventStore } = this.engines;
    const history = await findHistory(eventStore, id, caller);
    const { recorded, event, before, after } = requireRevision(history, revision);
    const visibleAmountsIn = await loadVisibleAmounts(eventStore, before ? [before, after] : [after], caller);
    const data = withVisibleAmounts(event, visibleAmountsIn(before, after));
    const { id: eventId, stream, position, type, metadata } = recorded;
    return withMeta(
      {
        id: eventId,
        stream,
        revision,
        position,
        type,
        data: history.consignment.showsPersons ? data : maskPersons(type, data),
        metadata,
      },
      { revision: history.head },
    );
  }
}

export const revisionQueryHandlers = [GetHistoryStateHandler, GetHistoryRecordHandler];

/** Only samples have amounts that a unit can hide; they are hidden as in the form. */
const withVisibleAmounts = ({ type, data }: ConsignmentEvent, visibleAmounts: VisibleAmounts): unknown => {
  if (type !== 'SampleAdded' && type !== 'SampleSaved') return data;
  return visibleAmounts.prices && visibleAmounts.estimate
    ? data
    : { ...data, sample: withoutAmounts(data.sample, visibleAmounts) };
};

const withoutAmounts = (sample: Sample, visibleAmounts: VisibleAmounts): unknown => {
  const { tuSampleParamIds, testParamFee } = sampleView(sample, '', visibleAmounts, false);
  return {
    ...sample,
    testParamFee,
    ...(sample.materialSamples
      ? {
          materialSamples: sample.materialSamples.map((materialSample) =>
            withoutAmounts(materialSample, visibleAmounts),
          ),
        }
      : {}),
    parameters: sample.parameters.map((parameter, index) => ({
      ...parameter,
      tuTestParamPrice: tuSampleParamIds[index]?.tuTestParamPrice,
      sharedPrice: tuSampleParamIds[index]?.sharedPrice,
      totalFee: tuSampleParamIds[index]?.totalFee,
    })),
  };
};

const statesOf = ({ before, after }: HistoryRevision) => (before ? [before, after] : [after]);

/**
 * The revision to compare with. The previous one may precede the visible range, because it differs only by this event.
 */
const findComparedRevision = (
  history: History,
  { recorded: { revision } }: HistoryRevision,
  against: 'previous' | 'now' | number,
): HistoryRevision | null => {
  if (against === 'previous') return history.revisions.findLast(({ recorded }) => recorded.revision < revision) ?? null;
  return requireRevision(history, against === 'now' ? history.head : against);
};
