import { InputGroup } from '@blueprintjs/core';
import { resetUserPassword, type UserAccount } from '#contract';
import { problem, type Problem } from '#domain/rules';
import { PASSWORD_RULES, passwordProblem } from '#domain/users';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { texts } from './texts.js';

const EMPTY = { newPassword: '', repeat: '', adminPassword: '' };
type Draft = typeof EMPTY;

const ResetPasswordDialog = ({ user: { id, userName, name }, onDone }: { user: UserAccount; onDone(): void }) => {
  const t = useTexts(texts);
  const problemsOf = ({ newPassword, repeat, adminPassword }: Draft): Problem[] => {
    const weakness = passwordProblem(newPassword, userName);
    return [
      ...(weakness ? [{ ...weakness, path: 'newPassword' }] : []),
      ...(repeat === newPassword ? [] : [problem('PASSWORDS_DIFFER', {}, 'repeat')]),
      ...(adminPassword === '' ? [problem('REASON_REQUIRED', {}, 'adminPassword')] : []),
    ];
  };
  const save = ({ newPassword, adminPassword }: Draft) =>
    callOperation(resetUserPassword, { body: { userId: id, userName, newPassword, adminPassword } });
  return (
    <FormDialog
      title={t('resetTitle', { name })}
      width={400}
      initial={EMPTY}
      problemsOf={problemsOf}
      save={save}
      onDone={onDone}
    >
      {(draft, change, problemAt) => (
        <div className="stack">
          <div className="secondary">{t('resetHint', { userName })}</div>
          <Field
            label={t('newPassword')}
            required
            error={problemAt('newPassword')}
            hint={t('passwordHint', { n: PASSWORD_RULES.leastCharacters })}
          >
            <InputGroup
              fill
              maxLength={200}
              type="password"
              autoComplete="new-password"
              value={draft.newPassword}
              onValueChange={(newPassword) => change({ newPassword })}
            />
          </Field>
          <Field label={t('repeat')} required error={problemAt('repeat')}>
            <InputGroup
              fill
              maxLength={200}
              type="password"
              autoComplete="new-password"
              value={draft.repeat}
              onValueChange={(repeat) => change({ repeat })}
            />
          </Field>
          <Field label={t('ownPassword')} required error={problemAt('adminPassword')}>
            <InputGroup
              fill
              maxLength={200}
              type="password"
              autoComplete="current-password"
              value={draft.adminPassword}
              onValueChange={(adminPassword) => change({ adminPassword })}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  );
};

/** Sets another password for somebody who lost theirs; asks for the user's own. */
export const openResetPasswordDialog = (user: UserAccount): Promise<void> =>
  openDialog<void>((settle) => <ResetPasswordDialog user={user} onDone={() => settle()} />);
