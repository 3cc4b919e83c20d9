import { changeUserActive, getSystemUserList, getUsers, type UserAccount } from '#contract';
import { UNIT_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

/** Asks, with a reason where somebody is shut out, and says what was done. */
export const askActive = async ({ id, name, isActive }: UserAccount): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, isActive ? 'offTitle' : 'onTitle'),
    sentence: textOf(texts, isActive ? 'offSentence' : 'onSentence', { name }),
    intent: isActive ? 'danger' : 'primary',
    ...(isActive ? { reason: { label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason } } : {}),
    run: (reason) =>
      underOneKey(`active ${id} ${String(isActive)} ${reason}`, (idempotencyKey) =>
        call(changeUserActive, { body: { userId: id, isActive: !isActive, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, isActive ? 'switchedOff' : 'switchedOn'));
  await changed(getUsers, getSystemUserList);
};
