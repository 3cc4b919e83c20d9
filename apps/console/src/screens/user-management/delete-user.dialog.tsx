import { Button, Checkbox } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { deleteUser, type ErasedPerson, erasePerson, getSystemUserList, getUsers, type UserAccount } from '#contract';
import { UNIT_LIMITS } from '#domain/units';
import { ActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { toastSuccess } from '../../components/toaster.js';
import { detailPath } from '../../lib/paths.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { texts } from './texts.js';

type Deletion = { isDone: boolean; erased: ErasedPerson | null };

const DeleteUser = ({
  user: { id, name, userName },
  mayErase,
  onDone,
}: {
  user: UserAccount;
  mayErase: boolean;
  onDone(deletion: Deletion): void;
}) => {
  const t = useTexts(texts);
  const [erases, setErases] = useState(false);
  const erasedPerson = useRef<ErasedPerson | null>(null);
  const run = async (reason: string): Promise<void> => {
    await withIdempotencyKey(
      `delete ${JSON.stringify([id, reason, erases])}`,
      async (idempotencyKey): Promise<unknown> =>
        erases
          ? callOperation(erasePerson, { query: { userId: id }, body: { reason }, idempotencyKey }).then(
              (erased) => (erasedPerson.current = erased),
            )
          : callOperation(deleteUser, { query: { id, reason }, idempotencyKey }),
    );
  };
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
      action={t('removeTitle')}
      sentence={sentence}
      intent="danger"
      reason={{ label: t('removeReason'), required: true, maxLength: UNIT_LIMITS.reason }}
      run={run}
      onDone={(isDone) => onDone({ isDone, erased: erasedPerson.current })}
    />
  );
};

/**
 * Consignments with the name of an erased person and another number or none: only people can decide whether they mean
 * the person.
 */
const ToReview = ({ name, person, onDone }: { name: string; person: ErasedPerson; onDone(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={t('toReviewTitle')}
      width={480}
      canOutsideClickClose={false}
      onClose={onDone}
      footer={<Button className="push" intent="primary" text={t('toReviewDone')} onClick={onDone} />}
    >
      <div className="stack">
        <div>{t('toReviewSentence', { name, n: person.toReviewCount })}</div>
        <ul aria-label={t('toReviewTitle')}>
          {person.toReview.map(({ id, consignCode, consignType }) => (
            <li key={id}>
              <a href={detailPath(id, consignType, false)} target="_blank" rel="noreferrer">
                {consignCode || t('toReviewDraft', { id: id.slice(0, 8) })}
              </a>
            </li>
          ))}
        </ul>
        {person.toReviewCount > person.toReview.length && (
          <div className="aux muted">{t('toReviewMore', { n: person.toReview.length })}</div>
        )}
      </div>
    </AppDialog>
  );
};

/** Closes an account for good; the administrator may also erase its person (ADR-003). */
export const openDeleteUserDialog = async (user: UserAccount, mayErase: boolean): Promise<void> => {
  const { isDone, erased } = await openDialog<Deletion>((settle) => (
    <DeleteUser user={user} mayErase={mayErase} onDone={settle} />
  ));
  if (isDone) toastSuccess(textOf(texts, 'removed'));
  await invalidateOperations(getUsers, getSystemUserList);
  if (erased && erased.toReviewCount > 0)
    await openDialog<void>((settle) => <ToReview name={user.name} person={erased} onDone={() => settle()} />);
};
