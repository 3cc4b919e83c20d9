import { Tag } from '@blueprintjs/core';
import { useState } from 'react';
import { getRecordChanges, getUsers, setUnitManager, type UserAccount } from '#contract';
import { UNIT_LIMITS } from '#domain/units';
import { openActionDialog } from '../../components/action-dialog.js';
import { Field } from '../../components/field.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { texts } from './texts.js';

/** Marks accounts that may act for colleagues. */
export const UnitManagerTag = () => {
  const t = useTexts(texts);
  return (
    <Tag minimal intent="primary" title={t('unitManagerHint')}>
      {t('isUnitManager')}
    </Tag>
  );
};

type ManagedAccount = Pick<UserAccount, 'id' | 'name' | 'isUnitManager'>;

/** Gives the right to act for colleagues, or takes it away for a reason. Resolves to whether it was done. */
const confirmUnitManager = async ({ id, name, isUnitManager }: ManagedAccount): Promise<boolean> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, isUnitManager ? 'withdraw' : 'grant'),
    sentence: textOf(texts, isUnitManager ? 'withdrawSentence' : 'grantSentence', { name }),
    ...(isUnitManager
      ? {
          intent: 'danger' as const,
          reason: { label: textOf(texts, 'withdrawReason'), required: true, maxLength: UNIT_LIMITS.reason },
        }
      : {}),
    run: (reason) =>
      withIdempotencyKey(`unit manager ${JSON.stringify([id, isUnitManager, reason])}`, (idempotencyKey) =>
        callOperation(setUnitManager, { body: { userId: id, isUnitManager: !isUnitManager, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, isUnitManager ? 'withdrawn' : 'granted'));
  await invalidateOperations(getUsers, getRecordChanges);
  return isConfirmed;
};

/** The right in the form of an account: saved at once, separately from the form. */
export const UnitManagerField = ({ account, mayName }: { account: ManagedAccount; mayName: boolean }) => {
  const t = useTexts(texts);
  const [isUnitManager, setIsUnitManager] = useState(account.isUnitManager);
  const confirmChange = async () => {
    if (await confirmUnitManager({ ...account, isUnitManager })) setIsUnitManager(!isUnitManager);
  };
  return (
    <Field label={t('isUnitManager')} group hint={t('unitManagerHint')}>
      <div className="row wide">
        {isUnitManager ? <UnitManagerTag /> : <span>{t('notUnitManager')}</span>}
        {mayName && (
          <button type="button" className="link-button" onClick={() => void confirmChange()}>
            {t(isUnitManager ? 'withdraw' : 'grant')}
          </button>
        )}
      </div>
    </Field>
  );
};
