import { ConsignType, ROLE } from '#events';
import type { getRawMateriaConsignInfoList } from '#contract';
import { problem, RuleBroken } from '#domain/rules';
import { foldedForSearch } from '#domain/text';
import { endOfDayInChina, startOfDayInChina } from '#domain/time';
import type { Condition } from '#engines';
import { hasRole, isLab, type Caller } from '../auth/caller.js';
import type { InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';

type Filters = Pick<
  InputOf<typeof getRawMateriaConsignInfoList>,
  'linkPerson' | 'projectId' | 'commitFrom' | 'commitTo'
> &
  Partial<Pick<InputOf<typeof getRawMateriaConsignInfoList>, 'consignStatuses'>>;

/** The conditions of a list: the consignments that the caller may see, of these types, under these filters. */
export const listConditions = (
  caller: Caller,
  types: readonly ConsignType[],
  { linkPerson, projectId, commitFrom, commitTo, consignStatuses = [] }: Filters,
): Condition[] => [
  ...visibilityConditions(caller),
  // All types need no condition. With one, the index by type could be used, which is the wrong one here.
  ...(ConsignType.values.size === types.length ? [] : [{ column: 'consignType', in: [...types] }]),
  ...(consignStatuses.length === 0 ? [] : [{ column: 'consignStatus', in: consignStatuses }]),
  ...(linkPerson.trim() === '' ? [] : [contactCondition(caller, linkPerson.trim())]),
  ...(projectId === undefined ? [] : [{ column: 'projectId', eq: projectId }]),
  ...(commitFrom === undefined && commitTo === undefined
    ? []
    : [{ column: 'commitConsignTime', ...daysInChina(commitFrom, commitTo) }]),
];

/** Whether a list shows names and phones to this caller. An auditor sees them masked (ADR-016). */
export const canSeePersons = (caller: Caller): boolean => caller.unitType !== null || hasRole(caller, ROLE.admin);

/**
 * Any part of the contact's name. @throws Problem FORBIDDEN if the caller sees names masked, because a search would
 * confirm guesses
 */
const contactCondition = (caller: Caller, name: string): Condition => {
  if (!canSeePersons(caller)) throw Problem.forbidden();
  return { column: 'sendPerson', contains: foldedForSearch(name) };
};

/**
 * A client sees the consignments of its unit and its own unsaved drafts, a laboratory those that were ever submitted to
 * it. Administrators and auditors see all that were saved. Only auditors see deleted ones (ADR-027).
 */
const visibilityConditions = (caller: Caller): Condition[] => {
  if (hasRole(caller, ROLE.auditor)) return [{ column: 'everSaved', eq: 1 }];
  if (hasRole(caller, ROLE.admin))
    return [
      { column: 'deleted', eq: 0 },
      { column: 'everSaved', eq: 1 },
    ];
  if (caller.unitId === null) throw new RuleBroken(problem('NO_UNIT'));
  if (isLab(caller)) return [{ column: 'submittedTo', eq: caller.unitId }];
  return [
    { column: 'consignUnitId', eq: caller.unitId },
    { column: 'listedTo', in: [caller.unitId, caller.userId] },
  ];
};

/** Whole days in China as UTC times. */
const daysInChina = (first: string | undefined, last: string | undefined): { from?: string; to?: string } => ({
  ...(first === undefined ? {} : { from: startOfDayInChina(first) }),
  ...(last === undefined ? {} : { to: endOfDayInChina(last) }),
});
