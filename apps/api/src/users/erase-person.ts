import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { erasePerson } from '#contract';
import {
  consigningUnit,
  consignment,
  consignmentList,
  consigningUnitProfileOf,
  documentIdOf,
  LANGUAGES,
  load,
  messages,
  pdfDocument,
  problem,
  refuseIf,
  ROW_OPERATIONS,
  rowOperations,
  RuleBroken,
  sameFacts,
  sameId,
  streamOf,
  testingUnit,
  testingUnitProfileOf,
  user,
  withoutPerson,
  type CommandContext,
  type ConsignmentRow,
  type MessageRow,
  type User,
} from '#domain';
import { fingerprint, type Engines } from '#engines';
import { decode, ERASED, userEvents, type RecordedEvent, type UserProfile } from '#events';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ExternalIdentities } from '../session/external/external-identities.js';
import { everyRow } from './every-row.js';
import { consignmentsNaming, reportsNaming, unitNaming } from './named-in.js';

/** Codes for a new account and for another number are asked for by the number itself (002 VC-003). */
const BY_NUMBER = [1, 3] as const;

/**
 * Erases the person of an account for good (DECISIONS 5, record 88): their keys go, in the account, in messages, in their unit,
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

  @Handles(erasePerson)
  async handle(
    @Input() { userId, reason }: InputOf<typeof erasePerson>,
    @By() caller: Caller,
    @Command() { expectedRevision, ...context }: CommandContext,
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
    await this.passwords.forget(userId, state);
    const inMessages = await this.eraseMessages(userId, profilesIn(past));
    const inUnit = await this.eraseInUnit(state, context);
    const { keys, consignments } = await this.eraseInConsignments(state, context, state.deleted === true);
    const inReports = await this.eraseInReports(state);
    const { position } = await this.decisions.decide(user, userId, { type: 'EraseUser', reason }, context);
    const own = await this.engines.eventStore.erase(streamOf(user, userId), () => true);
    return answer({ keys: inMessages + inUnit + keys + inReports + own, consignments }, { position });
  }

  /** Messages went to the number or the e-mail address of their day; those to an account without a number name the person alone. */
  private async eraseMessages(userId: string, profiles: readonly UserProfile[]): Promise<number> {
    const { eventStore, vault } = this.engines;
    const streams = await this.messagesTo(userId);
    const said = (member: 'name' | 'phone' | 'email') =>
      new Set(profiles.map((profile) => profile[member]).filter((text) => text !== '' && text !== ERASED));
    const [names, phones, emails] = [said('name'), said('phone'), said('email')];
    for (const phone of phones)
      for (const purpose of BY_NUMBER) {
        const asked = `verification-${await fingerprint(vault, `verification/${purpose}/${phone}`)}`;
        for (const { id } of (await eventStore.read(asked)).events) streams.add(`message-${id}`);
        streams.add(asked);
      }
    let keys = 0;
    for (const stream of streams)
      keys += await eventStore.erase(
        stream,
        (_, { phone = '', name = '' }) =>
          names.size === 0 || phones.has(phone) || emails.has(phone) || (phone === '' && names.has(name)),
      );
    return keys;
  }

  /** Streams of all messages to an account, those that are not listed yet too. */
  private async messagesTo(userId: string): Promise<Set<string>> {
    await upToDate(this.engines, messages);
    const rows = await everyRow<MessageRow>(this.engines.views, messages, {
      where: [{ column: 'acceptUserID', eq: userId }],
      oldestBy: 'sendTime',
    });
    return new Set(rows.map(({ messageId }) => `message-${messageId}`));
  }

  /** The unit's row says nothing of whom it named once its event does; what was said before goes with its keys. */
  private async eraseInUnit(known: User, context: CommandContext): Promise<number> {
    const { eventStore } = this.engines;
    const place = unitNaming(known);
    if (!place) return 0;
    const { id: unitId } = place;
    const {
      unitType,
      profile: { phone },
    } = known;
    const said = { ...context, commandId: v5('unit', context.commandId) };
    if (unitType === 1) {
      const { state } = await load(eventStore, testingUnit, unitId);
      const unit = state && withoutPerson(testingUnitProfileOf(state), phone);
      if (unit) await this.decisions.decide(testingUnit, unitId, { type: 'ChangeTestingUnit', unit }, said);
    } else {
      const { state } = await load(eventStore, consigningUnit, unitId);
      const unit = state && withoutPerson(consigningUnitProfileOf(state), phone);
      if (unit) await this.decisions.decide(consigningUnit, unitId, { type: 'ChangeConsigningUnit', unit }, said);
    }
    return eventStore.erase(place.stream, (_, person) => place.isThem(person));
  }

  /** An erasure that was killed between the keys of a consignment and its rows has left rows that say what was erased. */
  private async eraseInConsignments(
    state: User,
    context: CommandContext,
    isRepeated: boolean,
  ): Promise<{ keys: number; consignments: number }> {
    const erased = { keys: 0, consignments: 0 };
    for await (const { id, revision, stream, isThem } of consignmentsNaming(this.engines, state)) {
      const keys = await this.engines.eventStore.erase(stream, (_, person) => isThem(person));
      if (keys === 0 && !(isRepeated && (await this.isOutdated(id)))) continue;
      erased.keys += keys + (await this.eraseInInvitations(id, state.profile.phone));
      erased.consignments += 1;
      await this.makeAnew(id, revision, context);
    }
    return erased;
  }

  private async isOutdated(id: string): Promise<boolean> {
    const { eventStore, views } = this.engines;
    const { events } = await eventStore.read(streamOf(consignment, id));
    const folded = events.reduce<ConsignmentRow | null>((row, event) => consignmentList.project(row, event, id), null);
    return !sameFacts(await views.get<ConsignmentRow>(consignmentList, id), folded);
  }

  private async eraseInReports(state: User): Promise<number> {
    let keys = 0;
    for await (const { stream, isThem } of reportsNaming(this.engines, state))
      keys += await this.engines.eventStore.erase(stream, (_, person) => isThem(person));
    return keys;
  }

  /** Messages that asked its witnesses to sign name them as well. */
  private async eraseInInvitations(consignmentId: string, phone: string): Promise<number> {
    const { eventStore } = this.engines;
    const { events } = await eventStore.read(`consignment-${consignmentId}`);
    const asked = events.filter(({ type }) => type === 'WitnessNotified');
    const keys = await Promise.all(
      asked.map(({ id }) => eventStore.erase(`message-${id}`, (_, person) => person['phone'] === phone)),
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

/** Every profile that the account ever had. */
const profilesIn = (past: readonly RecordedEvent[]): UserProfile[] =>
  past
    .map((event) => decode(userEvents, event))
    .flatMap(({ type, data }) => (type === 'UserRegistered' || type === 'UserProfileChanged' ? [data.profile] : []));
