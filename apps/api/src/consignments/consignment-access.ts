import { consignment, type Consignment, type ConsignmentCommand, type ConsignmentFacts } from '#domain/consignment';
import { type CommandContext, findEarlierEvent, type CommandResult, load, StaleRevision } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, sameId, type Problem } from '#domain/rules';
import { ROLE, type EventStore, type Position, type RecordedEvent } from '#events';
import { hasRole, isClient, isLab, type Caller } from '../auth/caller.js';
import { type Decisions, decideEach } from '../commands/decisions.js';

export type ExistingConsignment = Exclude<Consignment, { phase: 'absent' }>;

/**
 * A consignment that the caller may read. `showsPersons` is false for an auditor, who sees names and phones masked
 * (ADR-016).
 */
export type ReadableConsignment = {
  id: string;
  state: ExistingConsignment;
  revision: number;
  position: Position | null;
  events: RecordedEvent[];
  showsPersons: boolean;
};

/**
 * Reads one consignment by folding its stream, so it is always current. @throws RuleBroken as `requireReadable` does
 */
export const findConsignment = async (store: EventStore, id: string, caller: Caller): Promise<ReadableConsignment> => {
  const { state, head, events } = await load(store, consignment, id);
  return {
    id,
    ...requireReadable(state, caller),
    revision: head.revision,
    position: events.at(-1)?.position ?? null,
    events,
  };
};

/**
 * The consignment, if the caller may read it.
 * @throws RuleBroken NO_SUCH_CONSIGNMENT if it does not exist, or is deleted and the caller is not an auditor
 * (ADR-027); NOT_YOURS if the caller's unit is not a party to it
 */
export const requireReadable = (
  state: Consignment,
  caller: Caller,
): { state: ExistingConsignment; showsPersons: boolean } => {
  if (state.phase === 'absent' || (state.phase === 'deleted' && !hasRole(caller, ROLE.auditor)))
    throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  const showsPersons = isPartyTo(state, caller) || hasRole(caller, ROLE.admin);
  if (!showsPersons && !hasRole(caller, ROLE.auditor)) throw new RuleBroken(problem('NOT_YOURS'));
  return { state, showsPersons };
};

/**
 * Whether the caller's unit owns the consignment, or is its laboratory and the consignment has been submitted before.
 */
export const isPartyTo = (
  { consignUnitId, consignCode, header }: ConsignmentFacts,
  caller: Pick<Caller, 'unitId' | 'unitType'>,
): boolean =>
  caller.unitId !== null &&
  ((isClient(caller) && sameId(caller.unitId, consignUnitId)) ||
    (isLab(caller) && consignCode !== '' && sameId(caller.unitId, header.testUnitId)));

export type CommandRequest = { caller: Caller; context: CommandContext };

/**
 * Decides one command on one consignment that the caller may read. `commandFor` receives the state that the command is
 * decided on, so that the facts it looks up (settings, names, prices) belong to that state.
 */
export const executeOnConsignment = (
  decisions: Decisions,
  id: string,
  { caller, context }: CommandRequest,
  commandFor: (state: ExistingConsignment) => ConsignmentCommand | Promise<ConsignmentCommand>,
): Promise<CommandResult<Consignment>> =>
  decisions.decide(consignment, id, async (state) => commandFor(requireReadable(state, caller).state), context);

export type BulkTarget = { id: string; state: ExistingConsignment };
export type BulkResult = CommandResult<Consignment> & { id: string };

export type BulkRequest = CommandRequest & {
  ids: readonly string[];
  /** The revision of each consignment that was shown to the caller. Another revision is refused with `staleProblem`. */
  displayedRevisions?: { revisionOf(id: string): number; staleProblem: Problem };
  commandFor(target: BulkTarget): ConsignmentCommand | Promise<ConsignmentCommand>;
  /** Adds to a command the values that are assigned only after all checks have passed, such as a number. */
  complete?(command: ConsignmentCommand, target: BulkTarget): Promise<ConsignmentCommand>;
};

/**
 * One command for several consignments (ADR-007). All are decided first, so that one refusal appends nothing. Then each
 * is appended. A consignment that changes in between is decided again, or refused if `displayedRevisions` has another
 * revision.
 * @throws RuleBroken of the first refusal; `staleProblem` for another revision than shown; PARTLY_DONE if a late change
 * stopped the command half-way; StaleRevision for a single id
 */
export const executeOnSeveral = async (
  store: EventStore,
  decisions: Decisions,
  { ids, caller, context, commandFor, complete, displayedRevisions }: BulkRequest,
): Promise<BulkResult[]> => {
  if (ids.length > 1 && context.expectedRevision !== undefined)
    throw new RuleBroken(problem('SEVERAL_CONSIGNMENTS', {}, 'If-Match'));
  const acceptedCommandFor = async (target: BulkTarget): Promise<ConsignmentCommand> => {
    const command = await commandFor(target);
    consignment.decider.decide(command, target.state);
    return command;
  };
  return decideEach(ids, {
    check: ids.length > 1 ? check : undefined,
    append: (id) =>
      executeOnConsignment(
        decisions,
        id,
        {
          caller,
          context: displayedRevisions ? { ...context, expectedRevision: displayedRevisions.revisionOf(id) } : context,
        },
        async (state) => {
          const target = { id, state };
          return complete ? complete(await acceptedCommandFor(target), target) : commandFor(target);
        },
      ).catch((error: unknown) => {
        throw displayedRevisions && error instanceof StaleRevision
          ? new RuleBroken(displayedRevisions.staleProblem)
          : error;
      }),
  });

  async function check(id: string): Promise<void> {
    const { state, head, events } = await load(store, consignment, id);
    if (findEarlierEvent(events, context)) return;
    await acceptedCommandFor({ id, state: requireReadable(state, caller).state });
    refuseIf(
      displayedRevisions && displayedRevisions.revisionOf(id) !== head.revision
        ? displayedRevisions.staleProblem
        : null,
    );
  }
};
