import {
  type ActionName,
  cancelConsignInfo,
  commitConsignInfo,
  type ConsignmentListRow,
  copyConsignInfo,
  createRawMateriaConsingInfo,
  deleteConsignInfo,
  getCreatePreSiteConsign,
  reopenConsignment,
  sendJZSignMessage,
  type UserInfo,
  getConsingInfo,
} from '#contract';
import { NOTIFY_COOLDOWN, type Party, targetOf, transitions } from '#domain/consignment';
import { messageOf, type RuleCode } from '#domain/rules';
import { ageOf } from '#domain/time';
import { CONSIGN_STATUS, CONSIGN_TYPE, type ConsignStatus, type ConsignType, ROLE, SEND_SAMPLE_TYPE } from '#events';
import { openActionDialog } from '../components/action-dialog.js';
import { openAlertDialog } from '../components/alert-dialog.js';
import { openRemarkDialog } from '../components/remark-dialog.js';
import { toastError, toastSuccess, toastWarning } from '../components/toaster.js';
import { language } from '../i18n/language.js';
import { textOf, type TextValues } from '../i18n/texts.js';
import { reportFailure } from '../lib/failures.js';
import { callOperation, newIdempotencyKey } from '../lib/http.js';
import { withIdempotencyKey } from '../lib/idempotent-write.js';
import { queryClient } from '../lib/queries.js';
import { createStore } from '../lib/store.js';
import { texts } from './texts.js';

/** Consignments that this page has just written: a list whose view lags says so on their rows. */
export const recentlyChangedIds = createStore<ReadonlySet<string>>(new Set());

export const markChanged = (ids: readonly string[]): void =>
  recentlyChangedIds.set((changedIds) => new Set([...changedIds, ...ids]));

/** The view has caught up with every write of this page. */
export const clearRecentlyChanged = (): void =>
  recentlyChangedIds.set((changedIds) => (changedIds.size === 0 ? changedIds : new Set()));

/** What an action needs to know; the row of a list and the form's view both have it. */
export type ConsignmentRef = { id: string; revision: number; consignCode: string; consignStatus: ConsignStatus };

const t = (key: keyof typeof texts.zh, values?: TextValues): string => textOf(texts, key, values);
const codeOf = ({ consignCode }: ConsignmentRef): string => consignCode || t('draft');

/** Invalidates everything that shows a consignment: the server's outcome is read, not assumed (CL-028). */
export const invalidateConsignments = async (): Promise<void> => {
  const operations = [
    'GetRawMateriaConsignInfoList',
    'GetRawMateriaConsignInfoList_Mobile',
    'GetSitePreConsignInfoList',
    'ListConsignments',
    'GetConsignmentCounts',
    'GetStatistic',
    'GetConsingInfo',
    'GetAllowedActions',
    'GetConsignLog',
    'GetBuSampleInfoListByConsignId',
    'GetBuSampleInfoParams',
  ];
  await Promise.all(operations.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
};

/** Refreshes what was written; `ids` are marked until the view of the list has them. */
const refreshChanged = (ids: readonly string[]): void => {
  markChanged(ids);
  void invalidateConsignments();
};

/**
 * Runs a call; a failure alerts (ERR-002) and returns undefined. Lists are read again in both cases, because a refusal
 * often means that they were old.
 */
const attempt = async <Result,>(ids: readonly string[], run: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await run();
  } catch (error) {
    reportFailure(error);
    return undefined;
  } finally {
    refreshChanged(ids);
  }
};

/**
 * Submits: comment, then commit (CL-025). VA-011 is checked before anything is sent.
 * @returns true if submitted; false if the user cancelled or the server refused (an alert has said why).
 */
export const submitConsignments = async (subjects: readonly ConsignmentRef[]): Promise<boolean> => {
  if (subjects.length === 0) {
    toastWarning(t('chooseToSubmit'));
    return false;
  }
  if (subjects.some(({ consignStatus }) => targetOf('save', consignStatus) === null)) {
    toastWarning(t('alreadySubmitted'));
    return false;
  }
  const remark = await openRemarkDialog({ title: t('submit'), label: t('submitLabel'), action: t('submitAction') });
  if (!remark) return false;
  const [only, ...rest] = subjects;
  const ids = subjects.map(({ id }) => id);
  const outcome = await attempt(ids, () =>
    withIdempotencyKey(`commit ${ids.join()} ${remark.text}`, (idempotencyKey) =>
      callOperation(commitConsignInfo, {
        query: { consignInfoIds: ids, description: remark.text },
        idempotencyKey,
        ...(only && rest.length === 0 ? { ifMatch: only.revision } : {}),
      }),
    ),
  );
  if (outcome === undefined) return false;
  if (outcome !== true) {
    await openAlertDialog({ title: t('submitFailed'), message: outcome });
    return false;
  }
  toastSuccess(t('submitted'));
  return true;
};

/** Withdraws with a reason, after saying what happens to it. `withdrawnName` is the name of the new status. */
export const withdrawConsignment = async (subject: ConsignmentRef, withdrawnName: string): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isLabInformed = targetOf('save', subject.consignStatus) === null;
  const isConfirmed = await openActionDialog({
    action: t('withdraw'),
    sentence: (
      <>
        <span className="numeric">{t('withdrawSentence', { code: codeOf(subject), status: withdrawnName })}</span>
        {isLabInformed && t('withdrawInformed')}
      </>
    ),
    reason: { label: t('withdrawReason'), required: true },
    intent: 'danger',
    run: (reason) =>
      callOperation(cancelConsignInfo, {
        body: { ids: [subject.id], description: reason },
        ifMatch: subject.revision,
        idempotencyKey,
      }),
  });
  if (isConfirmed) toastSuccess(t('withdrawn'));
  refreshChanged(isConfirmed ? [subject.id] : []);
  return isConfirmed;
};

/** Deletes a withdrawn consignment for good. */
export const deleteConsignment = async (subject: ConsignmentRef): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isConfirmed = await openActionDialog({
    action: t('remove'),
    sentence: <span className="numeric">{t('removeSentence', { code: codeOf(subject) })}</span>,
    reason: { label: t('removeReason'), required: false },
    intent: 'danger',
    run: (reason) =>
      callOperation(deleteConsignInfo, {
        query: { ids: [subject.id], description: reason },
        ifMatch: subject.revision,
        idempotencyKey,
      }),
  });
  if (isConfirmed) toastSuccess(t('removed'));
  refreshChanged(isConfirmed ? [subject.id] : []);
  return isConfirmed;
};

/** Reopens a withdrawn consignment; withdrawing again undoes it, so there is no question. */
export const reopenForEditing = async (
  subject: ConsignmentRef,
  nameOf: (status: number) => string,
): Promise<boolean> => {
  const reopened = await attempt([subject.id], () =>
    withIdempotencyKey(`reopen ${subject.id} ${subject.revision}`, (idempotencyKey) =>
      callOperation(reopenConsignment, { query: { id: subject.id }, ifMatch: subject.revision, idempotencyKey }),
    ),
  );
  if (reopened) toastSuccess(t('reopened', { status: nameOf(reopened.consignStatus) }));
  return reopened !== undefined;
};

/** A new draft with the same data; its id, or null if it failed. */
export const copyConsignment = async (subject: Pick<ConsignmentRef, 'id'>): Promise<string | null> => {
  const copy = await attempt([], () =>
    withIdempotencyKey(`copy ${subject.id}`, (idempotencyKey) =>
      callOperation(copyConsignInfo, { query: { id: subject.id }, idempotencyKey }),
    ),
  );
  if (copy?.leftOut) await openAlertDialog({ message: t('copiedWithout', { left: copy.leftOut.join('\n') }) });
  else if (copy) toastSuccess(t('copied'));
  return copy?.id ?? null;
};

/**
 * A new draft of a kind, or the user's existing one that was never edited; its id, or null if it failed. Appointments
 * have their own call.
 */
export const startConsignment = async (consignType: ConsignType = 1): Promise<string | null> => {
  const draft = await attempt([], () =>
    withIdempotencyKey(`start ${consignType}`, (idempotencyKey) =>
      callOperation<typeof createRawMateriaConsingInfo | typeof getCreatePreSiteConsign>(
        consignType === CONSIGN_TYPE.rawMaterial ? createRawMateriaConsingInfo : getCreatePreSiteConsign,
        { query: { consignType, reuse: 'true' }, idempotencyKey },
      ),
    ),
  );
  return draft?.id ?? null;
};

/** Asks the witnesses to sign; a refusal of the server is shown as an error (ERR-010). */
export const notifyWitnesses = async (subject: ConsignmentRef): Promise<boolean> => {
  const outcome = await attempt([subject.id], () =>
    withIdempotencyKey(`notify ${subject.id} ${subject.revision}`, (idempotencyKey) =>
      callOperation(sendJZSignMessage, {
        query: { consignInfoId: subject.id },
        ifMatch: subject.revision,
        idempotencyKey,
      }),
    ),
  );
  if (outcome === true) toastSuccess(t('notified'));
  else if (typeof outcome === 'string') toastError(outcome);
  return outcome === true;
};

const idsOf = (subjects: readonly ConsignmentRef[]): string[] => subjects.map(({ id }) => id);

/**
 * Withdraws several with one reason in one call; the reasons of those left out are shown beside the action.
 * `withdrawnName` names the new status.
 */
export const withdrawConsignments = async (
  subjects: readonly ConsignmentRef[],
  withdrawnName: string,
): Promise<boolean> => {
  const ids = idsOf(subjects);
  const idempotencyKey = newIdempotencyKey();
  const isConfirmed = await openActionDialog({
    action: t('withdraw'),
    sentence: t('withdrawSeveral', { n: ids.length, status: withdrawnName }),
    reason: { label: t('withdrawReason'), required: true },
    intent: 'danger',
    run: (reason) => callOperation(cancelConsignInfo, { body: { ids, description: reason }, idempotencyKey }),
  });
  if (isConfirmed) toastSuccess(t('withdrawn'));
  refreshChanged(isConfirmed ? ids : []);
  return isConfirmed;
};

/** Deletes several withdrawn consignments for good, in one call. */
export const deleteConsignments = async (subjects: readonly ConsignmentRef[]): Promise<boolean> => {
  const ids = idsOf(subjects);
  const idempotencyKey = newIdempotencyKey();
  const isConfirmed = await openActionDialog({
    action: t('remove'),
    sentence: t('removeSeveral', { n: ids.length }),
    reason: { label: t('removeReason'), required: false },
    intent: 'danger',
    run: (reason) => callOperation(deleteConsignInfo, { query: { ids, description: reason }, idempotencyKey }),
  });
  if (isConfirmed) toastSuccess(t('removed'));
  refreshChanged(isConfirmed ? ids : []);
  return isConfirmed;
};

/** The reason why not, as text; null: allowed. */
export type DisabledReason = string | null;

const partyOf = (user: Pick<UserInfo, 'roles'>): Party | null =>
  user.roles.includes(ROLE.client) ? 'client' : user.roles.includes(ROLE.lab) ? 'lab' : null;

const ruleText = (code: RuleCode, params: Record<string, string | number> = {}): string =>
  messageOf(code, params, language());

/** The action's own rule, as far as a row contains the facts; the server decides again. */
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
      return row.sendSampleType === SEND_SAMPLE_TYPE.mailed ? null : 'NOT_SENT_BY_MAIL';
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

/** For one row the status itself is the reason; only 50 can be fixed by saving first (CL-016). */
const statusRule = (action: ActionName, row: ConsignmentListRow): RuleCode =>
  action === 'submit' && targetOf('save', row.consignStatus) !== null ? 'SAVE_FIRST' : 'NOT_IN_THIS_STATUS';

/**
 * Whether this user's role may do something with a row now, and if not, the reason (LS-003), from the one transition
 * table.
 */
export const disabledReason = (
  action: ActionName,
  row: ConsignmentListRow,
  user: Pick<UserInfo, 'roles'>,
  now = Date.now(),
): DisabledReason => {
  if (partyOf(user) !== transitions[action].by) return ruleText('ROLE_NOT_ALLOWED', { action });
  if (targetOf(action, row.consignStatus) === null)
    return ruleText(statusRule(action, row), { status: row.consignStatus, action });
  const rule = ownRule(action, row, now);
  return rule && ruleText(rule);
};

/** Statuses in which it is the turn of a party. */
export const WAITING_STATUSES: Readonly<Record<Party, readonly ConsignStatus[]>> = {
  client: [
    CONSIGN_STATUS.rejected,
    CONSIGN_STATUS.awaitingCorrection,
    CONSIGN_STATUS.awaitingSignature,
    CONSIGN_STATUS.returned,
  ],
  lab: [CONSIGN_STATUS.underAudit, CONSIGN_STATUS.awaitingSamples],
};

/**
 * Statuses in which it is this user's turn. The badge of the sidebar counts them, the tab of the list shows them, and
 * the action of such a row is blue.
 */
export const waitingStatuses = (user: Pick<UserInfo, 'roles'>): readonly number[] => {
  const party = partyOf(user);
  return party ? WAITING_STATUSES[party] : [];
};

/**
 * Opens the bill in a new tab (000.md 39). Its address is read again, because a ticket is valid for minutes only. Only
 * http(s) is opened.
 */
export const openBill = async (id: string): Promise<void> => {
  try {
    const { ext_ConsignBillFile: bill } = await callOperation(getConsingInfo, { query: { id } });
    if (bill === '') return;
    const address = new URL(bill, location.origin);
    if (address.protocol === 'https:' || address.protocol === 'http:') window.open(address, '_blank', 'noopener');
  } catch (error) {
    reportFailure(error);
  }
};
