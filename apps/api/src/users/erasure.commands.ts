import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { erasePerson, ResultOf } from '#contract';
import { consignment } from '#domain/consignment';
import { documentIdOf, pdfDocument } from '#domain/documents';
import { load, streamName, type CommandContext } from '#domain/event-sourcing';
import { messages, type MessageRow } from '#domain/messages';
import { ROW_OPERATIONS, rowOperations } from '#domain/operations';
import { isJsonEqual, problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { LANGUAGES } from '#domain/text';
import {
  consigningUnit,
  consigningUnitProfileOf,
  existingUnit,
  removePerson,
  testingUnit,
  testingUnitProfileOf,
} from '#domain/units';
import { user, type User } from '#domain/users';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import { fingerprint, type Engines } from '#engines';
import { ERASED, type Person, type UserProfile, UNIT_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/passwords.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { ExternalIdentities } from '../sessions/external-identities.js';
import {
  allProfiles,
  consignmentsMentioning,
  matchesName,
  matchesNumber,
  personSearchOf,
  readAllRows,
  reportsMentioning,
  unitMentioning,
  type MentionSource,
  type PersonSearch,
} from './person-mentions.js';

/**
 * Purposes of codes that are requested for a number instead of an account: a new account, and a new number (002
 * VC-003).
 */
const CODES_BY_NUMBER = [1, 3] as const;
/** Maximum number of consignments to review that are recorded and returned. Further ones are only counted. */
const MAX_TO_REVIEW = 500;

/**
 * Erases the person of an account permanently (ADR-003, ADR-019). Deletes the person's encryption keys in the account,
 * in messages, in the unit, in consignments of the unit that mention the person's number, and in reports of the unit
 * that the person picked up. Rebuilds the rows and documents of these consignments. All hashes and proofs stay valid.
 * The event is written before the last step, so that a repeated request completes an interrupted erasure.
 */
export class ErasePerson extends Command<OperationReturn<ResultOf<typeof erasePerson>>> {
  constructor(
    readonly input: InputOf<typeof erasePerson>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly identities: ExternalIdentities,
    private readonly passwords: Passwords,
  ) {}

  async execute({ input: { userId, reason }, caller, context: { expectedRevision, ...context } }: ErasePerson) {
    const { state, events } = await load(this.engines.eventStore, user, userId);
    if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
    refuseIf(sameId(caller.userId, userId) ? problem('OWN_ACCOUNT') : null);
    user.decider.decide({ type: 'EraseUser', reason }, state); // rejects a missing reason before anything is erased
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
    const search = personSearchOf(allProfiles(events));
    const messageKeys = await this.eraseMessages(userId, allProfiles(events), search);
    const unitKeys = await this.eraseInUnit(state, search, context);
    const { keys, consignments, toReview } = await this.eraseInConsignments(
      state,
      search,
      context,
      state.deleted === true,
    );
    const reportKeys = await this.eraseInReports(state, search);
    const review = { ids: toReview.slice(0, MAX_TO_REVIEW), count: toReview.length };
    const { position, state: erasedUser } = await this.decisions.decide(
      user,
      userId,
      { type: 'EraseUser', reason, toReview: review },
      context,
    );
    const accountKeys = await this.engines.eventStore.erase(streamName(user, userId), () => true);
    return withMeta(
      {
        keys: messageKeys + unitKeys + keys + reportKeys + accountKeys,
        consignments,
        ...(await this.consignmentsToReview(erasedUser ?? state)),
      },
      { position },
    );
  }

  /**
   * Reads the recorded event, so that a repeated request returns the same consignments. Their numbers are looked up.
   */
  private async consignmentsToReview({ toReview = { ids: [], count: 0 } }: User) {
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

  /**
   * A message is matched by the number or e-mail address to which it was sent. If there is no name to search for, all
   * messages to the account belong to the person.
   */
  private async eraseMessages(userId: string, profiles: readonly UserProfile[], search: PersonSearch): Promise<number> {
    const { eventStore, vault } = this.engines;
    const streams = await this.messagesTo(userId);
    const valuesOf = (member: 'phone' | 'email') =>
      new Set(profiles.map((profile) => profile[member]).filter((text) => text !== '' && text !== ERASED));
    const [phones, emails] = [valuesOf('phone'), valuesOf('email')];
    for (const phone of new Set([...phones, ...search.numbers]))
      for (const purpose of CODES_BY_NUMBER) {
        const codes = `verification-${await fingerprint(vault, `verification/${purpose}/${phone}`)}`;
        for (const { id } of (await eventStore.read(codes)).events) streams.add(`message-${id}`);
        streams.add(codes);
      }
    let keys = 0;
    for (const stream of streams)
      keys += await eventStore.erase(
        stream,
        (_, person) =>
          search.names.size === 0 ||
          matchesNumber(search, person) ||
          phones.has(person['phone'] ?? '') ||
          emails.has(person['phone'] ?? '') ||
          (person['phone'] === '' && matchesName(search, person)),
      );
    return keys;
  }

  /** The streams of all messages to an account, including the newest messages. */
  private async messagesTo(userId: string): Promise<Set<string>> {
    await requireUpToDate(this.engines, messages);
    const rows = await readAllRows<MessageRow>(this.engines.views, messages, {
      where: [{ column: 'acceptUserID', eq: userId }],
      oldestBy: 'sendTime',
    });
    return new Set(rows.map(({ messageId }) => `message-${messageId}`));
  }

  /** An event removes the person from the unit's current data; the keys in earlier events are deleted. */
  private async eraseInUnit(account: User, search: PersonSearch, context: CommandContext): Promise<number> {
    const { eventStore } = this.engines;
    const source = unitMentioning(account, search);
    if (!source) return 0;
    const { id: unitId } = source;
    const isPerson = (person: Person) => matchesNumber(search, person);
    const unitContext = { ...context, commandId: v5('unit', context.commandId) };
    // The profile comes from the state of the decision, so that no change in between is lost.
    if (account.unitType === UNIT_TYPE.laboratory) {
      if ((await load(eventStore, testingUnit, unitId)).state)
        await this.decisions.decide(
          testingUnit,
          unitId,
          async (unit) => ({
            type: 'ChangeTestingUnit' as const,
            unit: removePerson(testingUnitProfileOf(existingUnit(unit)), isPerson),
          }),
          unitContext,
        );
    } else {
      if ((await load(eventStore, consigningUnit, unitId)).state)
        await this.decisions.decide(
          consigningUnit,
          unitId,
          async (unit) => ({
            type: 'ChangeConsigningUnit' as const,
            unit: removePerson(consigningUnitProfileOf(existingUnit(unit)), isPerson),
          }),
          unitContext,
        );
    }
    return eventStore.erase(source.stream, (slot, person) => source.isPerson(person, slot));
  }

  /**
   * If an erasure was interrupted after the keys of a consignment were deleted, its rows are outdated. A repeated
   * erasure rebuilds them.
   */
  private async eraseInConsignments(
    state: User,
    search: PersonSearch,
    context: CommandContext,
    isRepeated: boolean,
  ): Promise<{ keys: number; consignments: number; toReview: string[] }> {
    const erased = { keys: 0, consignments: 0, toReview: [] as string[] };
    for await (const { id, revision, stream, isPerson } of consignmentsMentioning(this.engines, state, search)) {
      let hasNamesake = false;
      const keys = await this.engines.eventStore.erase(stream, (slot, person) => {
        const isMatch = isPerson(person, slot);
        hasNamesake ||= !isMatch && matchesName(search, person);
        return isMatch;
      });
      if (hasNamesake) erased.toReview.push(id);
      if (keys === 0 && !(isRepeated && (await this.isOutdated(id)))) continue;
      erased.keys += keys + (await this.eraseInInvitations(id, isPerson));
      erased.consignments += 1;
      await this.rebuild(id, revision, context);
    }
    return erased;
  }

  private async isOutdated(id: string): Promise<boolean> {
    const { eventStore, views } = this.engines;
    const { events } = await eventStore.read(streamName(consignment, id));
    const folded = events.reduce<ConsignmentRow | null>((row, event) => consignmentList.project(row, event, id), null);
    return !isJsonEqual(await views.get<ConsignmentRow>(consignmentList, id), folded);
  }

  private async eraseInReports(state: User, search: PersonSearch): Promise<number> {
    let keys = 0;
    for await (const { stream, isPerson } of reportsMentioning(this.engines, state, search))
      keys += await this.engines.eventStore.erase(stream, (slot, person) => isPerson(person, slot));
    return keys;
  }

  /** Erases the person in the messages that invited witnesses to sign. */
  private async eraseInInvitations(consignmentId: string, isPerson: MentionSource['isPerson']): Promise<number> {
    const { eventStore } = this.engines;
    const { events } = await eventStore.read(`consignment-${consignmentId}`);
    const invitations = events.filter(({ type }) => type === 'WitnessNotified');
    const keys = await Promise.all(
      invitations.map(({ id }) => eventStore.erase(`message-${id}`, (slot, person) => isPerson(person, slot))),
    );
    return keys.reduce((sum, each) => sum + each, 0);
  }

  /**
   * Requests a new document of a consignment, if it has one, and new rows. The rows are requested last, so that
   * up-to-date rows prove to a repeated erasure that both were requested.
   */
  private async rebuild(id: string, revision: number, context: CommandContext): Promise<void> {
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
        if (!(error instanceof RuleBroken)) throw error; // the rows are already being rebuilt
      });
  }
}

export const erasureCommandHandlers = [ErasePersonHandler];
