import { ROLE, type EventStore, type Position, type RecordedEvent } from '#events';
import { consignment, type Consignment, type ConsignmentFacts } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { hasRole, isClient, isLab, type Caller } from '../auth/caller.js';

export type ExistingConsignment = Exclude<Consignment, { phase: 'absent' }>;

/** A consignment the caller may read. `personsShown` is false for an auditor, who sees names and phones masked (ADR-016). */
export type ReadableConsignment = {
  id: string;
  state: ExistingConsignment;
  revision: number;
  position: Position | null;
  past: RecordedEvent[];
  personsShown: boolean;
};

/** Reads one consignment by folding its stream: always current. @throws RuleBroken as `readable` does. */
export const findConsignment = async (store: EventStore, id: string, caller: Caller): Promise<ReadableConsignment> => {
  const { state, head, past } = await load(store, consignment, id);
  return {
    id,
    ...requireReadable(state, caller),
    revision: head.revision,
    position: past.at(-1)?.position ?? null,
    past,
  };
};

/**
 * The consignment, if the caller may read it.
 * @throws RuleBroken NO_SUCH_CONSIGNMENT for an unknown one, and for a deleted one unless an auditor asks (ADR-027);
 * NOT_YOURS when it belongs to neither of the caller's units.
 */
export const requireReadable = (
  state: Consignment,
  caller: Caller,
): { state: ExistingConsignment; personsShown: boolean } => {
  if (state.phase === 'absent' || (state.phase === 'deleted' && !hasRole(caller, ROLE.auditor)))
    throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  const personsShown = isPartyTo(state, caller) || hasRole(caller, ROLE.admin);
  if (!personsShown && !hasRole(caller, ROLE.auditor)) throw new RuleBroken(problem('NOT_YOURS'));
  return { state, personsShown };
};

/** The owner, or the laboratory to which it was submitted at least once: before that a laboratory has nothing to do with it. */
export const isPartyTo = (
  { consignUnitId, consignCode, header }: ConsignmentFacts,
  caller: Pick<Caller, 'unitId' | 'unitType'>,
): boolean =>
  caller.unitId !== null &&
  ((isClient(caller) && sameId(caller.unitId, consignUnitId)) ||
    (isLab(caller) && consignCode !== '' && sameId(caller.unitId, header.testUnitId)));
