import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { erasePerson } from '#contract';
import { consignment } from '#domain/consignment';
import { documentIdOf, pdfDocument } from '#domain/documents';
import { load, streamName, type CommandContext } from '#domain/event-sourcing';
import { messages, type MessageRow } from '#domain/messages';
import { ROW_OPERATIONS, rowOperations } from '#domain/operations';
import { LANGUAGES, problem, refuseIf, RuleBroken, isJsonEqual, sameId } from '#domain/rules';
import {
  consigningUnit,
  consigningUnitProfileOf,
  testingUnit,
  testingUnitProfileOf,
  removePerson,
} from '#domain/units';
import { user, type User } from '#domain/users';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import { fingerprint, type Engines } from '#engines';
import { ERASED, type Person, type UserProfile } from '#events';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { requireUpToDate } from '../http/view-freshness.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ExternalIdentities } from '../session/external/external-identities.js';
import { iterateRows } from './every-row.js';
import {
  consignmentsNaming,
  matchesName,
  matchesNumber,
  allProfiles,
  reportsNaming,
  personSearchOf,
  unitMention,
  type MentionSource,
  type PersonSearch,
} from './named-in.js';

/** Codes for a new account and for another number are asked for by the number itself (002 VC-003). */
const BY_NUMBER = [1, 3] as const;
/** Consignments to look at that are recorded and answered; of more than these the count is told. */
const MOST_TO_REVIEW = 500;

/**
 * Erases the person of an account for good (ADR-003, ADR-019): their keys go, in the account, in messages, in their unit,
 * in its consignments that name their number, and in its reports that they fetched; the rows and documents made of these are made anew. The event comes last but one, so that
 * an erasure that was killed is finished by asking again; every hash and every proof stays valid.
 */
@Controller()
export class ErasePerson {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly identities: ExternalIdentities,
    private readonly passwords: Passwords,
  ) {}

  @HandlesOperation(erasePerson)
  async handle(
    @Input() { userId, reason }: InputOf<typeof erasePerson>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() { expectedRevision, ...context }: CommandContext,
  ) {
    const { state, past } = await load(this.engines.eventStore, user, userId);
    if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
    refuseIf(sameId(caller.userId, userId) ? problem('OWN_ACCOUNT') : null);
    user.decider.decide({ type: 'EraseUser', reason }, state); // without a reason nothing is touched
    if (!state.deleted)
      await this.decisions.decide(
        user,
        userId,
        { type: 'DeleteUser', reason },
        {
          ...context,
          ...(expectedRevision === undefined ? {} : { expectedRevision }),
          commandId: v5('close', context.commandId),
        },
      );
    for (const { thirdType, identity } of state.bindings ?? [])
      await this.identities.release(thirdType, identity.openid, userId, context);
    await this.passwords.deleteAll(userId, state);
    const sought = personSearchOf(allProfiles(past));
    const inMessages = await this.eraseMessages(userId, allProfiles(past), sought);
    const inUnit = await this.eraseInUnit(state, sought, context);
    const { keys, consignments, toReview } = await this.eraseInConsignments(
      state,
      sought,
      context,
      state.deleted === true,
    );
    const inReports = await this.eraseInReports(state, sought);
    const review = { ids: toReview.slice(0, MOST_TO_REVIEW), count: toReview.length };
    const { position, state: after } = await this.decisions.decide(
      user,
      userId,
      { type: 'EraseUser', reason, toReview: review },
      context,
    );
    const own = await this.engines.eventStore.erase(streamName(user, userId), () => true);
    return withMeta(
      { keys: inMessages + inUnit + keys + inReports + own, consignments, ...(await this.reviewed(after ?? state)) },
      { position },
    );
  }

  /** As the erasure recorded it, so that it is told again to whoever asks again; what the consignments are called is looked up. */
  private async reviewed({ toReview = { ids: [], count: 0 } }: User) {
    const rows = await Promise.all(
      toReview.ids.map((id) => this.engines.views.get<ConsignmentRow>(consignmentList, id)),
    );
    return {
      toReview: rows
        .filter((row) => row !== null)
        .map(({ id, consignCode, consignType }) => ({ id, consignCode: consignCode ?? '', consignType })),
      toReviewCount: toReview.count,
    };
  }

  /** Messages went to the number or the e-mail address of their day; those to an account without a number name the person alone. */
  private async eraseMessages(userId: string, profiles: readonly UserProfile[], sought: PersonSearch): Promise<number> {
    const { eventStore, vault } = this.engines;
    const streams = await this.messagesTo(userId);
    const said = (member: 'phone' | 'email') =>
      new Set(profiles.map((profile) => profile[member]).filter((text) => text !== '' && text !== ERASED));
    const [phones, emails] = [said('phone'), said('email')];
    for (const phone of new Set([...phones, ...sought.numbers]))
      for (const purpose of BY_NUMBER) {
        const asked = `verification-${await fingerprint(vault, `verification/${purpose}/${phone}`)}`;
        for (const { id } of (await eventStore.read(asked)).events) streams.add(`message-${id}`);
        streams.add(asked);
      }
    let keys = 0;
    for (const stream of streams)
      keys += await eventStore.erase(
        stream,
        (_, person) =>
          sought.names.size === 0 ||
          matchesNumber(sought, person) ||
          phones.has(person['phone'] ?? '') ||
          emails.has(person['phone'] ?? '') ||
          (person['phone'] === '' && matchesName(sought, person)),
      );
    return keys;
  }

  /** Streams of all messages to an account, those that are not listed yet too. */
  private async messagesTo(userId: string): Promise<Set<string>> {
    await requireUpToDate(this.engines, messages);
    const rows = await iterateRows<MessageRow>(this.engines.views, messages, {
      where: [{ column: 'acceptUserID', eq: userId }],
      oldestBy: 'sendTime',
    });
    return new Set(rows.map(({ messageId }) => `message-${messageId}`));
  }

  /** The unit's row says nothing of whom it named once its event does; what was said before goes with its keys. */
  private async eraseInUnit(known: User, sought: PersonSearch, context: CommandContext): Promise<number> {
    const { eventStore } = this.engines;
    const place = unitMention(known, sought);
    if (!place) return 0;
    const { id: unitId } = place;
    const isThem = (person: Person) => matchesNumber(sought, person);
    const said = { ...context, commandId: v5('unit', context.commandId) };
    if (known.unitType === 1) {
      const { state } = await load(eventStore, testingUnit, unitId);
      const unit = state && removePerson(testingUnitProfileOf(state), isThem);
      if (unit) await this.decisions.decide(testingUnit, unitId, { type: 'ChangeTestingUnit', unit }, said);
    } else {
      const { state } = await load(eventStore, consigningUnit, unitId);
      const unit = state && removePerson(consigningUnitProfileOf(state), isThem);
      if (unit) await this.decisions.decide(consigningUnit, unitId, { type: 'ChangeConsigningUnit', unit }, said);
    }
    return eventStore.erase(place.stream, (slot, person) => place.isThem(person, slot));
  }

  /** An erasure that was killed between the keys of a consignment and its rows has left rows that say what was erased. */
  private async eraseInConsignments(
    state: User,
    sought: PersonSearch,
    context: CommandContext,
    isRepeated: boolean,
  ): Promise<{ keys: number; consignments: number; toReview: string[] }> {
    const erased = { keys: 0, consignments: 0, toReview: [] as string[] };
    for await (const { id, revision, stream, isThem } of consignmentsNaming(this.engines, state, sought)) {
      let isNamesakeIn = false;
      const keys = await this.engines.eventStore.erase(stream, (slot, person) => {
        const isMeant = isThem(person, slot);
        isNamesakeIn ||= !isMeant && matchesName(sought, person);
        return isMeant;
      });
      if (isNamesakeIn) erased.toReview.push(id);
      if (keys === 0 && !(isRepeated && (await this.isOutdated(id)))) continue;
      erased.keys += keys + (await this.eraseInInvitations(id, isThem));
      erased.consignments += 1;
      await this.makeAnew(id, revision, context);
    }
    return erased;
  }

  private async isOutdated(id: string): Promise<boolean> {
    const { eventStore, views } = this.engines;
    const { events } = await eventStore.read(streamName(consignment, id));
    const folded = events.reduce<ConsignmentRow | null>((row, event) => consignmentList.project(row, event, id), null);
    return !isJsonEqual(await views.get<ConsignmentRow>(consignmentList, id), folded);
  }

  private async eraseInReports(state: User, sought: PersonSearch): Promise<number> {
    let keys = 0;
    for await (const { stream, isThem } of reportsNaming(this.engines, state, sought))
      keys += await this.engines.eventStore.erase(stream, (slot, person) => isThem(person, slot));
    return keys;
  }

  /** Messages that asked its witnesses to sign name them as well. */
  private async eraseInInvitations(consignmentId: string, isThem: MentionSource['isThem']): Promise<number> {
    const { eventStore } = this.engines;
    const { events } = await eventStore.read(`consignment-${consignmentId}`);
    const asked = events.filter(({ type }) => type === 'WitnessNotified');
    const keys = await Promise.all(
      asked.map(({ id }) => eventStore.erase(`message-${id}`, (slot, person) => isThem(person, slot))),
    );
    return keys.reduce((sum, each) => sum + each, 0);
  }

  /** The document of a consignment where there is one, and its rows: both still say what was erased. The rows tell a repeated erasure that both were asked for, so they come last. */
  private async makeAnew(id: string, revision: number, context: CommandContext): Promise<void> {
    const { eventStore } = this.engines;
    for (const language of LANGUAGES) {
      const documentId = documentIdOf(id, language);
      const { state } = await load(eventStore, pdfDocument, documentId);
      if (state.requested === null && state.ready === null) continue;
      await this.decisions.decide(
        pdfDocument,
        documentId,
        { type: 'RequestPdf', consignmentId: id, revision, at: context.at, forced: true, language, erased: true },
        { ...context, commandId: v5(`pdf/${documentId}`, context.commandId) },
      );
    }
    await this.decisions
      .decide(
        rowOperations,
        ROW_OPERATIONS,
        {
          type: 'RequestRows',
          requestId: v5(`rows/${id}`, context.commandId),
          consignmentId: id,
          reason: '个人信息清除',
        },
        { ...context, commandId: v5(`rows/${id}`, context.commandId) },
      )
      .catch((error: unknown) => {
        if (!(error instanceof RuleBroken)) throw error; // the rows are being made anew already
      });
  }
}
