import { ROLE, type Actor } from '#events';
import { problem, RuleBroken, type Problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import type { ActionName } from './actions.js';
import type { Consignment, OpenConsignment } from './state.js';
import { isEditable, targetOf, transitions, type Party } from './transitions.js';

/** The consignment, if it is there to act on. @throws RuleBroken NO_SUCH_CONSIGNMENT */
export const opened = (state: Consignment): OpenConsignment => {
  if (state.phase === 'open') return state;
  throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
};

/** What stands between somebody and an action, before its own rules: role, then unit, then status (CL-022). Null when nothing does. */
export const gate = (action: ActionName, state: OpenConsignment, by: Actor): Problem | null => {
  const { by: party } = transitions[action];
  if (by.role !== ROLE[party]) return problem('ROLE_NOT_ALLOWED', { action });
  if (by.unitId === null || !sameId(by.unitId, unitOf(party, state))) return problem('NOT_YOURS');
  return targetOf(action, state.consignStatus) === null ? statusProblem(action, state) : null;
};

/** A testing unit has nothing to do with a consignment before its first submission. */
const unitOf = (party: Party, state: OpenConsignment): string | null => {
  switch (party) {
    case 'client':
      return state.consignUnitId;
    case 'lab':
      return state.consignCode === '' ? null : state.header.testUnitId;
  }
};

const statusProblem = (action: ActionName, { consignStatus: status }: OpenConsignment): Problem => {
  if (action === 'sign') return problem('NOT_AWAITING_SIGNATURE');
  if (action === 'submit') return problem(isEditable(status) ? 'SAVE_FIRST' : 'ALREADY_SUBMITTED');
  return problem('NOT_IN_THIS_STATUS', { status, action });
};
