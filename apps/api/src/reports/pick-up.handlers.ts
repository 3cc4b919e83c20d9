import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getReportPickUp, ResultOf } from '#contract';
import { findEarlierEvent, load, type CommandContext } from '#domain/event-sourcing';
import { sampleNamesOf, receiverProblem, report, reportActionProblem, type RegisteredReport } from '#domain/report';
import { problem, refuseIf, sameId, type Problem } from '#domain/rules';
import type { Engines } from '#engines';
import type { EventStore, Position, RecordedEvent } from '#events';
import type { Caller } from '../auth/caller.js';
import { storeSignImage } from '../consignments/sign-image.js';
import { Decisions } from '../commands/decisions.js';
import { ENGINES } from '../injection-tokens.js';
import { expiryProblem, QrKeys, type PhoneGrant } from '../qr-codes/qr-keys.js';
import { executeOnReports } from './execute-on-reports.js';
import { findReport, requireReadableReport } from './find-report.js';

type PickUp = { pickUp: ResultOf<typeof getReportPickUp>; position: Position | null };

/** The reports of a key, for the phone before the signature, and for the laboratory's desktop that polls for it. */
export class GetReportPickUp extends Query<PickUp> {
  constructor(readonly key: string) {
    super();
  }
}

@QueryHandler(GetReportPickUp)
export class GetReportPickUpHandler implements IQueryHandler<GetReportPickUp> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  async execute({ key }: GetReportPickUp): Promise<PickUp> {
    const grant = await this.keys.readGrant(['reportTakeSign'], key);
    this.keys.refuseIf(grant, expiryProblem(grant));
    const { reports, isSigned } = await findPickUp(this.engines.eventStore, grant);
    if (!isSigned)
      this.keys.refuseIf(
        grant,
        pickUpProblem(
          reports.map((each) => each.report),
          grant.holder,
        ),
      );
    const [first] = reports;
    const positions = reports.flatMap(({ events }) => events.at(-1)?.position ?? []).toSorted();
    return {
      pickUp: {
        state: isSigned ? 'signed' : 'waiting',
        expiresAt: grant.expiresAt,
        consignUnitName: first?.report.consignUnitName ?? '',
        testUnitName: first?.report.testUnitName ?? '',
        reports: reports.map(({ id, report: { reportNumber, consignCode, projectName, samples } }) => ({
          id,
          reportNumber,
          consignCode,
          projectName,
          testContent: sampleNamesOf(samples),
        })),
      },
      position: positions.at(-1) ?? null,
    };
  }
}

/** Records the signature of a person who picks up reports, for all of them or none. */
export class PickUpByKey extends Command<Position | null> {
  constructor(
    readonly grant: PhoneGrant,
    readonly receiver: { signImage: string; name: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PickUpByKey)
export class PickUpByKeyHandler implements ICommandHandler<PickUpByKey> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly keys: QrKeys,
  ) {}

  async execute({ grant, receiver: { signImage, name }, context }: PickUpByKey): Promise<Position | null> {
    const { eventStore, files } = this.engines;
    const pickUp = await findPickUp(eventStore, grant);
    const isRepeated = pickUp.reports.some(({ events }) => findEarlierEvent(events, context) !== undefined);
    if (!isRepeated) this.keys.refuseIf(grant, notOpenProblem(grant, pickUp));
    refuseIf(receiverProblem(name)); // before the picture is stored
    const imageHash = await storeSignImage(files, signImage);
    return executeOnReports(
      eventStore,
      this.decisions,
      grant.ids,
      { caller: grant.holder, context },
      { type: 'PickUpReport', by: context.by, at: context.at, imageHash, receiverName: name },
    );
  }
}

const notOpenProblem = (grant: PhoneGrant, { reports, isSigned }: PickUpOfKey): Problem | null =>
  isSigned
    ? problem('PICKED_UP_ALREADY')
    : (expiryProblem(grant) ??
      pickUpProblem(
        reports.map((each) => each.report),
        grant.holder,
      ));

/** The reason why the caller may not hand over these reports together against one signature; null if there is none. */
const pickUpProblem = (reports: readonly RegisteredReport[], { actor }: Caller): Problem | null => {
  const [first] = reports;
  const blocked = reports.map((each) => reportActionProblem('pickUp', each, actor)).find((each) => each !== null);
  return (
    blocked ??
    (reports.every(({ consignUnitId }) => sameId(consignUnitId, first?.consignUnitId ?? null))
      ? null
      : problem('SEVERAL_CONSIGNING_UNITS', {}, 'ids'))
  );
};

/** The check before a key is created. @throws RuleBroken as findReport and pickUpProblem */
export const mayBePickedUp = async ({ eventStore }: Engines, ids: readonly string[], caller: Caller): Promise<void> =>
  refuseIf(pickUpProblem(await Promise.all(ids.map((id) => findReport(eventStore, id, caller))), caller));

type ReportOfKey = { id: string; report: RegisteredReport; events: RecordedEvent[] };

/** The current reports of a key; `isSigned` if all were signed for since the key was created. */
type PickUpOfKey = { reports: ReportOfKey[]; isSigned: boolean };

/** A key only opens reports that its user may read now. @throws RuleBroken as requireReadableReport */
const findPickUp = async (store: EventStore, { ids, holder, issuedAt }: PhoneGrant): Promise<PickUpOfKey> => {
  const reports = await Promise.all(
    ids.map(async (id) => {
      const { state, events } = await load(store, report, id);
      return { id, report: await requireReadableReport(store, state, holder), events };
    }),
  );
  return {
    reports,
    isSigned: reports.every(({ report: { pickedUp } }) => pickedUp !== null && pickedUp.signedAt >= issuedAt),
  };
};

export const pickUpHandlers = [GetReportPickUpHandler, PickUpByKeyHandler];
