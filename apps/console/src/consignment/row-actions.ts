import type { ActionName, ConsignmentListRow, UserInfo } from '#contract';
import { ageOf, messageOf, NOTIFY_COOLDOWN, targetOf, transitions, type Party, type RuleCode } from '#domain';
import { ROLE } from '#events';
import { language } from '../i18n/language.js';

/** Why not, in the words of the rule; null: allowed. */
export type Reason = string | null;

const partyOf = (user: Pick<UserInfo, 'roles'>): Party | null =>
  user.roles.includes(ROLE.client) ? 'client' : user.roles.includes(ROLE.lab) ? 'lab' : null;

const say = (code: RuleCode, params: Record<string, string | number> = {}): string =>
  messageOf(code, params, language());

/** The action's own rule, as far as a row can tell; the server decides again. */
const ownRule = (action: ActionName, row: ConsignmentListRow, now: number): RuleCode | null => {
  switch (action) {
    case 'submit':
      return row.sampleCount === 0 ? 'NO_SAMPLES' : null;
    case 'notifyWitness':
      if (!row.witnessSigningPending) return 'NO_WITNESS_PENDING';
      return row.witnessNotifiedAt !== null &&
        ageOf(row.witnessNotifiedAt, new Date(now).toISOString()) <= NOTIFY_COOLDOWN
        ? 'NOTIFIED_RECENTLY'
        : null;
    case 'setMailNumber':
      return row.sendSampleType === 2 ? null : 'NOT_SENT_BY_MAIL';
    case 'print':
      if (!row.testUnitIsLimsCust) return 'NOT_A_PLATFORM_CUSTOMER';
      return row.isConsignBillGened ? null : 'NO_BILL';
    case 'save':
    case 'reedit':
    case 'delete':
    case 'cancel':
    case 'sign':
    case 'copy':
    case 'addSample':
    case 'copySample':
    case 'removeSample':
    case 'attach':
    case 'pass':
    case 'reject':
    case 'confirm':
    case 'return':
    case 'completeParameters':
    case 'setActualFee':
    case 'setBill':
    case 'enterLaterStage':
      return null;
  }
};

/** Beside one row the status itself says it best; only 50 can be helped by saving first (CL-016). */
const statusRule = (action: ActionName, row: ConsignmentListRow): RuleCode =>
  action === 'submit' && targetOf('save', row.consignStatus) !== null ? 'SAVE_FIRST' : 'NOT_IN_THIS_STATUS';

/** Whether somebody of this user's role may do something with a row now, and why not (LS-003). Read from the one transition table. */
export const reasonAgainst = (
  action: ActionName,
  row: ConsignmentListRow,
  user: Pick<UserInfo, 'roles'>,
  now = Date.now(),
): Reason => {
  if (partyOf(user) !== transitions[action].by) return say('ROLE_NOT_ALLOWED', { action });
  if (targetOf(action, row.consignStatus) === null)
    return say(statusRule(action, row), { status: row.consignStatus, action });
  const rule = ownRule(action, row, now);
  return rule && say(rule);
};

/** Statuses in which it is this user's turn: the sidebar's badge, the blue verb of a row, the first card at home. */
export const waitingStatuses = (user: Pick<UserInfo, 'roles'>): readonly number[] => {
  switch (partyOf(user)) {
    case 'client':
      return [40, 70, 80, 90];
    case 'lab':
      return [20];
    case null:
      return [];
  }
};
