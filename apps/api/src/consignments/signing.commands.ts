import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSignedSince, signProblem, type Consignment, type OpenConsignment } from '#domain/consignment';
import { findEarlierEvent, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, type Problem } from '#domain/rules';
import type { Engines } from '#engines';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { ENGINES } from '../injection-tokens.js';
import { expiryProblem, type PhoneGrant, QrKeys } from '../qr-codes/qr-keys.js';
import {
  executeOnConsignment,
  executeOnSeveral,
  type BulkRequest,
  type BulkResult,
  findConsignment,
  type ReadableConsignment,
} from './consignment-access.js';
import { storeSignImage } from './sign-image.js';

/** The consignor signs consignments, all or none, with one drawn image. */
export class SignConsignments extends Command<BulkResult[]> {
  constructor(
    readonly ids: readonly string[],
    readonly signImage: string | undefined,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SignConsignments)
export class SignConsignmentsHandler implements ICommandHandler<SignConsignments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute(command: SignConsignments): Promise<BulkResult[]> {
    return signAll(this.engines, this.decisions, command);
  }
}

/**
 * Signs as SignConsignments does, on behalf of the user who created the key. `version` is the version that was shown.
 */
export class SignByKey extends Command<BulkResult[]> {
  constructor(
    readonly grant: PhoneGrant,
    readonly version: string,
    readonly signImage: string | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SignByKey)
export class SignByKeyHandler implements ICommandHandler<SignByKey> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly keys: QrKeys,
  ) {}

  async execute({ grant, version, signImage, context }: SignByKey): Promise<BulkResult[]> {
    const signing = await findSigning(this.engines.eventStore, grant);
    const isRepeated = signing.consignments.some(({ events }) => findEarlierEvent(events, context) !== undefined);
    if (!isRepeated) this.keys.refuseIf(grant, signingProblem(grant, signing, version));
    return signAll(this.engines, this.decisions, {
      ids: grant.ids,
      caller: grant.holder,
      context,
      signImage,
      displayedRevisions: { revisionOf: revisionsIn(version, grant.ids), staleProblem: problem('SIGNING_CHANGED') },
    });
  }
}

const signingProblem = (grant: PhoneGrant, { isSigned, version }: Signing, displayedVersion: string): Problem | null =>
  isSigned
    ? problem('SIGNED_ALREADY')
    : (expiryProblem(grant) ?? (displayedVersion === version ? null : problem('SIGNING_CHANGED')));

/** Records that the witnesses are to be notified. The worker sends the messages. */
export class NotifyWitnesses extends Command<CommandResult<Consignment>> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(NotifyWitnesses)
export class NotifyWitnessesHandler implements ICommandHandler<NotifyWitnesses> {
  constructor(private readonly decisions: Decisions) {}

  execute({ id, caller, context }: NotifyWitnesses): Promise<CommandResult<Consignment>> {
    return executeOnConsignment(this.decisions, id, { caller, context }, () => ({
      type: 'NotifyWitness',
      by: context.by,
      at: context.at,
    }));
  }
}

type SigningRequest = Pick<BulkRequest, 'ids' | 'caller' | 'context' | 'displayedRevisions'> & {
  signImage: string | undefined;
};

/**
 * The consignor signs consignments, all of them or none, with one drawn image.
 * @throws RuleBroken as signProblem and storeSignImage
 */
export const signAll = async (
  { eventStore, files }: Engines,
  decisions: Decisions,
  { ids, caller, context, signImage, displayedRevisions }: SigningRequest,
): Promise<BulkResult[]> => {
  await checkAll();
  // Also for a repeated request: if the first one stopped half-way, this one signs the rest with the same image.
  const imageHash = signImage === undefined ? null : await storeSignImage(files, signImage);
  return executeOnSeveral(eventStore, decisions, {
    ids,
    caller,
    context,
    ...(displayedRevisions ? { displayedRevisions } : {}),
    commandFor: () => ({ type: 'Sign', by: context.by, at: context.at, imageHash }),
  });

  /** VA-018 to VA-020 check all consignments together, unless this request has signed them before. */
  async function checkAll(): Promise<void> {
    const consignments: OpenConsignment[] = [];
    for (const id of ids) {
      const { state, events } = await findConsignment(eventStore, id, caller);
      if (findEarlierEvent(events, context)) return;
      if (state.phase === 'open') consignments.push(state);
    }
    refuseIf(signProblem(consignments));
  }
};

/**
 * Checks that a caller can sign these consignments together now. @throws RuleBroken as findConsignment and signProblem
 */
export const requireSignable = async (
  { eventStore }: Engines,
  ids: readonly string[],
  caller: Caller,
): Promise<void> => {
  const consignments = await Promise.all(
    ids.map(async (id) => {
      const { state } = await findConsignment(eventStore, id, caller);
      if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
      return state;
    }),
  );
  refuseIf(signProblem(consignments));
};

type Open = ReadableConsignment & { state: OpenConsignment };

/**
 * The current consignments of a key. `isSigned` if all have been signed since the key was created. `version` changes
 * with every change of any of them, because a signature is for what was seen.
 */
type Signing = { consignments: Open[]; version: string; isSigned: boolean };

/** The revision of each consignment in the `version` of a Signing. NaN, which equals no revision, if it has none. */
const revisionsIn = (version: string, ids: readonly string[]): ((id: string) => number) => {
  const revisions = version.split('.').map(Number);
  return (id) => revisions[ids.indexOf(id)] ?? NaN;
};

/** @throws RuleBroken as findConsignment, because a key opens nothing that its user could not open now */
export const findSigning = async (store: EventStore, { ids, holder, issuedAt }: PhoneGrant): Promise<Signing> => {
  const readable = await Promise.all(ids.map((id) => findConsignment(store, id, holder)));
  const open = readable.filter((each): each is Open => each.state.phase === 'open');
  return {
    consignments: open,
    version: open.map(({ revision }) => revision).join('.'),
    isSigned: open.length > 0 && open.every(({ state }) => isSignedSince(state, issuedAt)),
  };
};

export const signingCommandHandlers = [SignConsignmentsHandler, SignByKeyHandler, NotifyWitnessesHandler];
