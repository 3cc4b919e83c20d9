import { ROLE } from '#events';
import { sameId } from '#domain';
import { has, keepsAll, type Caller } from '../auth/caller.js';
import { Problem } from '../http/problem.js';

/** Whether everything of a unit is this caller's to read: its own people, and who sees all. */
export const isOwn = (caller: Caller, unitId: string): boolean =>
  keepsAll(caller) || has(caller, ROLE.auditor) || sameId(caller.unitId, unitId);

/** The unit asked for, else the caller's own. @throws Problem 404 for somebody without a unit. */
export const unitAskedFor = (asked: string | undefined, caller: Caller): string => {
  const unitId = asked ?? caller.unitId;
  if (unitId === null) throw Problem.notFound();
  return unitId;
};

/** Lets a unit's own people and who keeps all units through; nobody else changes it or reads all of it. @throws Problem 403 */
export const ownOnly = (caller: Caller, unitId: string | null): void => {
  if (!keepsAll(caller) && !sameId(caller.unitId, unitId)) throw Problem.forbidden();
};
