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
} from '#contract';
import { ageOf, messageOf, NOTIFY_COOLDOWN, type Party, type RuleCode, targetOf, transitions } from '#domain';
import { type ConsignStatus, type ConsignType, ROLE } from '#events';
import { askAction } from '../components/action-dialog.js';
import { alertUser } from '../components/alert-dialog.js';
import { askRemark } from '../components/remark-dialog.js';
import { fail, succeed, warn } from '../components/toaster.js';
import { language } from '../i18n/language.js';
import { textOf, type TextValues } from '../i18n/texts.js';
import { reportFailure } from '../lib/failures.js';
import { call, newIdempotencyKey } from '../lib/http.js';
import { underOneKey } from '../lib/one-key.js';
import { queryClient } from '../lib/queries.js';
import { createStore } from '../lib/store.js';
import { texts } from './texts.js';

/** Consignments this page has just written: a list whose view lags behind says so on their rows. */
export const justChanged = createStore<ReadonlySet<string>>(new Set());

export const markChanged = (ids: readonly string[]): void => justChanged.set((known) => new Set([...known, ...ids]));

/** The view has caught up with everything written here. */
export const caughtUp = (): void => justChanged.set((known) => (known.size === 0 ? known : new Set()));

/** What a verb needs to know: the row of a list and the form's view both have it. */
export type Subject = { id: string; revision: number; consignCode: string; consignStatus: ConsignStatus };

const t = (key: keyof typeof texts.zh, values?: TextValues): string => textOf(texts, key, values);
const codeOf = ({ consignCode }: Subject): string => consignCode || t('draft');

/** Reads again whatever shows a consignment: the server's outcome, not an assumed one (CL-028). */
export const consignmentsChanged = async (): Promise<void> => {
  const shown = [
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
  await Promise.all(shown.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
};

/** What was written shows where it can; `ids` are marked until the list's view has them. */
const written = (ids: readonly string[]): void => {
  markChanged(ids);
  void consignmentsChanged();
};

/** Runs a call; a failure alerts (ERR-002) and answers undefined. Lists are read again either way: a refusal often means they were old. */
const attempt = async <Result,>(ids: readonly string[], run: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await run();
  } catch (error) {
    reportFailure(error);
    return undefined;
  } finally {
    written(ids);
  }
};

/**
 * Submits: comment, then commit (CL-025). VA-011 is checked before anything is sent.
 * @returns true when submitted; false when the user backed out or the server said no (an alert has said why).
 */
export const submitConsignments = async (subjects: readonly Subject[]): Promise<boolean> => {
  if (subjects.length === 0) {
    warn(t('chooseToSubmit'));
    return false;
  }
  if (subjects.some(({ consignStatus }) => targetOf('save', consignStatus) === null)) {
    warn(t('alreadySubmitted'));
    return false;
  }
  const remark = await askRemark({ title: t('submit'), label: t('submitLabel'), verb: t('submitVerb') });
  if (!remark) return false;
  const [only, ...others] = subjects;
  const ids = subjects.map(({ id }) => id);
  const outcome = await attempt(ids, () =>
    underOneKey(`commit ${ids.join()} ${remark.text}`, (idempotencyKey) =>
      call(commitConsignInfo, {
        query: { consignInfoIds: ids, description: remark.text },
        idempotencyKey,
        ...(only && others.length === 0 ? { ifMatch: only.revision } : {}),
      }),
    ),
  );
  if (outcome === undefined) return false;
  if (outcome !== true) {
    await alertUser({ title: t('submitFailed'), message: outcome });
    return false;
  }
  succeed(t('submitted'));
  return true;
};

/** Withdraws with a reason, after saying what becomes of it. `withdrawnName` is the name of the status it goes to. */
export const withdrawConsignment = async (subject: Subject, withdrawnName: string): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const known = targetOf('save', subject.consignStatus) === null;
  const done = await askAction({
    verb: t('withdraw'),
    sentence: (
      <>
        <span className="numeric">{t('withdrawSentence', { code: codeOf(subject), status: withdrawnName })}</span>
        {known && t('withdrawInformed')}
      </>
    ),
    reason: { label: t('withdrawReason'), required: true },
    intent: 'danger',
    run: (reason) =>
      call(cancelConsignInfo, {
        body: { ids: [subject.id], description: reason },
        ifMatch: subject.revision,
        idempotencyKey,
      }),
  });
  if (done) succeed(t('withdrawn'));
  written(done ? [subject.id] : []);
  return done;
};

/** Deletes a withdrawn consignment for good. */
export const deleteConsignment = async (subject: Subject): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const done = await askAction({
    verb: t('remove'),
    sentence: <span className="numeric">{t('removeSentence', { code: codeOf(subject) })}</span>,
    reason: { label: t('removeReason'), required: false },
    intent: 'danger',
    run: (reason) =>
      call(deleteConsignInfo, {
        query: { ids: [subject.id], description: reason },
        ifMatch: subject.revision,
        idempotencyKey,
      }),
  });
  if (done) succeed(t('removed'));
  written(done ? [subject.id] : []);
  return done;
};

/** Re-edit of a withdrawn consignment: it can be undone by withdrawing again, so nothing is asked. */
export const reopenForEditing = async (subject: Subject, nameOf: (status: number) => string): Promise<boolean> => {
  const reopened = await attempt([subject.id], () =>
    underOneKey(`reopen ${subject.id} ${subject.revision}`, (idempotencyKey) =>
      call(reopenConsignment, { query: { id: subject.id }, ifMatch: subject.revision, idempotencyKey }),
    ),
  );
  if (reopened) succeed(t('reopened', { status: nameOf(reopened.consignStatus) }));
  return reopened !== undefined;
};

/** A new draft with the same data; its id, or null when it failed. */
export const copyConsignment = async (subject: Pick<Subject, 'id'>): Promise<string | null> => {
  const copy = await attempt([], () =>
    underOneKey(`copy ${subject.id}`, (idempotencyKey) =>
      call(copyConsignInfo, { query: { id: subject.id }, idempotencyKey }),
    ),
  );
  if (copy?.leftOut) await alertUser({ message: t('copiedWithout', { left: copy.leftOut.join('\n') }) });
  else if (copy) succeed(t('copied'));
  return copy?.id ?? null;
};

/** A new draft of a kind, or the user's one that was never edited; its id, or null when it failed. Appointments have a call of their own. */
export const startConsignment = async (consignType: ConsignType = 1): Promise<string | null> => {
  const draft = await attempt([], () =>
    underOneKey(`start ${consignType}`, (idempotencyKey) =>
      call<typeof createRawMateriaConsingInfo | typeof getCreatePreSiteConsign>(
        consignType === 1 ? createRawMateriaConsingInfo : getCreatePreSiteConsign,
        { query: { consignType, reuse: 'true' }, idempotencyKey },
      ),
    ),
  );
  return draft?.id ?? null;
};

/** Asks the witnesses to sign; a refusal of the server shows as an error (ERR-010). */
export const notifyWitnesses = async (subject: Subject): Promise<boolean> => {
  const outcome = await attempt([subject.id], () =>
    underOneKey(`notify ${subject.id} ${subject.revision}`, (idempotencyKey) =>
      call(sendJZSignMessage, { query: { consignInfoId: subject.id }, ifMatch: subject.revision, idempotencyKey }),
    ),
  );
  if (outcome === true) succeed(t('notified'));
  else if (typeof outcome === 'string') fail(outcome);
  return outcome === true;
};

const idsOf = (subjects: readonly Subject[]): string[] => subjects.map(({ id }) => id);

/** Withdraws several with one reason in one call; what is left out has been said beside the verb. `withdrawnName` names the status they go to. */
export const withdrawConsignments = async (subjects: readonly Subject[], withdrawnName: string): Promise<boolean> => {
  const ids = idsOf(subjects);
  const idempotencyKey = newIdempotencyKey();
  const done = await askAction({
    verb: t('withdraw'),
    sentence: t('withdrawSeveral', { n: ids.length, status: withdrawnName }),
    reason: { label: t('withdrawReason'), required: true },
    intent: 'danger',
    run: (reason) => call(cancelConsignInfo, { body: { ids, description: reason }, idempotencyKey }),
  });
  if (done) succeed(t('withdrawn'));
  written(done ? ids : []);
  return done;
};

/** Deletes several withdrawn consignments for good, in one call. */
export const deleteConsignments = async (subjects: readonly Subject[]): Promise<boolean> => {
  const ids = idsOf(subjects);
  const idempotencyKey = newIdempotencyKey();
  const done = await askAction({
    verb: t('remove'),
    sentence: t('removeSeveral', { n: ids.length }),
    reason: { label: t('removeReason'), required: false },
    intent: 'danger',
    run: (reason) => call(deleteConsignInfo, { query: { ids, description: reason }, idempotencyKey }),
  });
  if (done) succeed(t('removed'));
  written(done ? ids : []);
  return done;
};

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
