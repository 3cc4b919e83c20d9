import { consignmentList, problem, RuleBroken, sameId, type ConsignmentRow } from '#domain';
import type { Engines } from '#engines';
import { ROLE, type LedgerEntry } from '#events';
import { hasRole, isClient, isLab, type Caller } from '../auth/caller.js';
import { requireUpToDate } from '../http/fresh.js';

/**
 * Consignments at the revision the caller's own list shows now: a page of a ledger is checked in one look, not by folding each.
 * @throws RuleBroken NO_SUCH_CONSIGNMENT for an unknown or deleted one and for a draft of somebody else that was never saved
 * (ADR-027); NOT_YOURS when it belongs to neither of the caller's units.
 */
export const toLedgerEntries = async (
  engines: Engines,
  ids: readonly string[],
  caller: Caller,
): Promise<LedgerEntry[]> => {
  await requireUpToDate(engines, consignmentList);
  const rows = new Map(
    (await engines.views.getMany<ConsignmentRow>(consignmentList, [...ids])).map((row) => [row.id, row]),
  );
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row || row.deleted) throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    if (!isParty(row, caller) && !hasRole(caller, ROLE.admin)) throw new RuleBroken(problem('NOT_YOURS'));
    if (!row.everSaved && row.creatorUserId !== caller.userId) throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    return { id, revision: row.revision };
  });
};

/** The owner, or the laboratory to which it was submitted at least once. */
const isParty = ({ consignUnitId, consignCode, testUnitId }: ConsignmentRow, caller: Caller): boolean =>
  caller.unitId !== null &&
  ((isClient(caller) && sameId(caller.unitId, consignUnitId)) ||
    (isLab(caller) && consignCode !== '' && sameId(caller.unitId, testUnitId)));
