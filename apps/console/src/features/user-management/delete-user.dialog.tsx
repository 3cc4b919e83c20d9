import { Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { deleteUser, erasePerson, getSystemUserList, getUsers, type UserAccount } from '#contract';
import { UNIT_LIMITS } from '#domain';
import { ActionDialog } from '../../components/action-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { succeed } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

const DeleteUser = ({
  user: { id, name, userName },
  mayErase,
  onDone,
}: {
  user: UserAccount;
  mayErase: boolean;
  onDone(done: boolean): void;
}) => {
  const t = useTexts(texts);
  const [erases, setErases] = useState(false);
  const run = (reason: string) =>
    underOneKey(`delete ${JSON.stringify([id, reason, erases])}`, async (idempotencyKey): Promise<unknown> =>
      erases
        ? call(erasePerson, { query: { userId: id }, body: { reason }, idempotencyKey })
        : call(deleteUser, { query: { id, reason }, idempotencyKey }),
    );
  const sentence = (
    <>
      {t('removeSentence', { name, userName })}
      {mayErase && (
        <Checkbox
          className="check"
          style={{ marginTop: 12 }}
          checked={erases}
          label={t('erase')}
          onChange={(event) => setErases(event.currentTarget.checked)}
        />
      )}
      {erases && <div className="aux muted">{t('erasureHint')}</div>}
    </>
  );
  return (
    <ActionDialog
      verb={t('removeTitle')}
      sentence={sentence}
      intent="danger"
      reason={{ label: t('removeReason'), required: true, maxLength: UNIT_LIMITS.reason }}
      run={run}
      onDone={onDone}
    />
  );
};

/** Closes an account for good; the administrator may erase its person with it (DECISIONS 5). */
export const askDelete = async (user: UserAccount, mayErase: boolean): Promise<void> => {
  const done = await askWith<boolean>((settle) => <DeleteUser user={user} mayErase={mayErase} onDone={settle} />);
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getUsers, getSystemUserList);
};
