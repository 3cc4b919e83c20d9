import { InputGroup } from '@blueprintjs/core';
import { getSystemUserList, getUser, getUsers, type ResultOf, updateUser } from '#contract';
import { personProblems } from '#domain/users';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { useRoleNames } from './role-label.js';
import { texts } from './texts.js';
import { UnitManagerField } from './unit-manager-field.js';

type Account = ResultOf<typeof getUser>;
type Draft = Pick<Account, 'name' | 'mobile' | 'emailAddress'>;
const trimmed = ({ name, mobile, emailAddress }: Draft): Draft => ({
  name: name.trim(),
  mobile: mobile.trim(),
  emailAddress: emailAddress.trim(),
});

/**
 * `mayReach`: may change number and mail address, to which codes that reset a password are sent; `mayName`: may change
 * the right of unit managers.
 */
export type EditableFields = { mayReach: boolean; mayName: boolean };

const EditUserDialog = ({
  account,
  mayReach,
  mayName,
  onDone,
}: EditableFields & {
  account: Account;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const { labelOf } = useRoleNames();
  const { id, revision, userName, roleNames } = account;
  const save = (draft: Draft) =>
    withIdempotencyKey(`user ${JSON.stringify([id, revision, draft])}`, (idempotencyKey) =>
      callOperation(updateUser, { body: { id, ...trimmed(draft) }, ifMatch: revision, idempotencyKey }),
    );
  const handleDone = () => {
    onDone();
    void invalidateOperations(getUsers, getSystemUserList);
  };
  return (
    <FormDialog
      title={t('editTitle')}
      width={800}
      initial={{ name: account.name, mobile: account.mobile, emailAddress: account.emailAddress }}
      problemsOf={(draft) => personProblems(trimmed(draft))}
      save={save}
      onDone={handleDone}
    >
      {(user, change, problemAt) => (
        <div className="form-grid">
          <Field label={t('userName')} group>
            <div>{userName}</div>
          </Field>
          <Field label={t('roles')} group>
            <div>{roleNames.map(labelOf).join(listSeparator())}</div>
          </Field>
          {account.unitId !== null && <UnitManagerField account={account} mayName={mayName} />}
          <Field label={t('name')} required error={problemAt('name')}>
            <InputGroup fill maxLength={50} value={user.name} onValueChange={(name) => change({ name })} />
          </Field>
          <Field
            label={t('mobile')}
            required
            error={problemAt('mobile')}
            {...(mayReach ? {} : { hint: t('onlyManagers') })}
          >
            <InputGroup
              fill
              maxLength={30}
              type="tel"
              disabled={!mayReach}
              value={user.mobile}
              onValueChange={(mobile) => change({ mobile })}
            />
          </Field>
          <Field label={t('email')} error={problemAt('emailAddress')}>
            <InputGroup
              fill
              maxLength={100}
              type="email"
              disabled={!mayReach}
              value={user.emailAddress}
              onValueChange={(emailAddress) => change({ emailAddress })}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  );
};

/** Changes the person of an account, as currently stored. */
export const openEditUserDialog = async (id: string, may: EditableFields): Promise<void> => {
  try {
    const account = await callOperation(getUser, { query: { id } });
    await openDialog<void>((settle) => <EditUserDialog account={account} {...may} onDone={() => settle()} />);
  } catch (error) {
    reportFailure(error);
  }
};
