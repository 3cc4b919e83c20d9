import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { createUser, getRoles, getSystemUserList, getUsers } from '#contract';
import { problem, type Problem } from '#domain/rules';
import { accountProblems, PASSWORD_RULES } from '#domain/users';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { PLATFORM_ROLES, roleLabel, useRoleNames } from './role-label.js';
import { texts } from './texts.js';

const NEW = {
  userName: '',
  name: '',
  mobile: '',
  emailAddress: '',
  password: '',
  confirmPassword: '',
  /** Empty: the default role of the unit's people. */
  role: '',
};
type Draft = typeof NEW;

const trimmed = (draft: Draft): Draft => ({
  ...draft,
  userName: draft.userName.trim(),
  name: draft.name.trim(),
  mobile: draft.mobile.trim(),
  emailAddress: draft.emailAddress.trim(),
});
const problemsOf = (draft: Draft): Problem[] => [
  ...accountProblems(trimmed(draft)),
  ...(draft.password === draft.confirmPassword ? [] : [problem('PASSWORDS_DIFFER', {}, 'confirmPassword')]),
];

const NewUserDialog = ({ unitId, onDone }: { unitId: string | null; onDone(): void }) => {
  const t = useTexts(texts);
  const { customRoles } = useRoleNames();
  const ownRoles =
    unitId === null
      ? PLATFORM_ROLES.map((role) => ({ value: role as string, label: roleLabel(role) }))
      : [{ value: '', label: t('roleOfUnit') }];
  const roles = [...ownRoles, ...customRoles.map(({ name, displayName }) => ({ value: name, label: displayName }))];
  const save = (draft: Draft) => {
    const { role, ...body } = trimmed(draft);
    return withIdempotencyKey(`user ${JSON.stringify([unitId, role, body])}`, (idempotencyKey) =>
      callOperation(createUser, { body: { ...body, unitId, roleNames: role === '' ? [] : [role] }, idempotencyKey }),
    );
  };
  const handleDone = () => {
    onDone();
    void invalidateOperations(getUsers, getSystemUserList, getRoles);
  };
  return (
    <FormDialog
      title={t('add')}
      width={800}
      initial={{ ...NEW, role: unitId === null ? 'operator' : '' }}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(user, change, problemAt) => (
        <div className="form-grid">
          <Field label={t('userName')} required error={problemAt('userName')}>
            <InputGroup
              fill
              maxLength={50}
              autoComplete="off"
              value={user.userName}
              onValueChange={(userName) => change({ userName })}
            />
          </Field>
          <Field label={t('name')} required error={problemAt('name')}>
            <InputGroup
              fill
              maxLength={50}
              autoComplete="off"
              value={user.name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
          <Field label={t('mobile')} required error={problemAt('mobile')}>
            <InputGroup
              fill
              maxLength={30}
              type="tel"
              autoComplete="off"
              value={user.mobile}
              onValueChange={(mobile) => change({ mobile })}
            />
          </Field>
          <Field label={t('email')} error={problemAt('emailAddress')}>
            <InputGroup
              fill
              maxLength={100}
              type="email"
              autoComplete="off"
              value={user.emailAddress}
              onValueChange={(emailAddress) => change({ emailAddress })}
            />
          </Field>
          <Field
            label={t('password')}
            required
            error={problemAt('password')}
            hint={t('passwordHint', { n: PASSWORD_RULES.leastCharacters })}
          >
            <InputGroup
              fill
              maxLength={200}
              type="password"
              autoComplete="new-password"
              value={user.password}
              onValueChange={(password) => change({ password })}
            />
          </Field>
          <Field label={t('repeat')} required error={problemAt('confirmPassword')}>
            <InputGroup
              fill
              maxLength={200}
              type="password"
              autoComplete="new-password"
              value={user.confirmPassword}
              onValueChange={(confirmPassword) => change({ confirmPassword })}
            />
          </Field>
          {(unitId === null || customRoles.length > 0) && (
            <Field label={t('role')} required {...(unitId === null ? { hint: t('roleHint') } : {})}>
              <HTMLSelect
                fill
                value={user.role}
                options={roles}
                onChange={(event) => change({ role: event.currentTarget.value })}
              />
            </Field>
          )}
        </div>
      )}
    </FormDialog>
  );
};

/** Opens an account of a unit, or without one an account of the platform's staff. */
export const openNewUserDialog = (unitId: string | null): Promise<void> =>
  openDialog<void>((settle) => <NewUserDialog unitId={unitId} onDone={() => settle()} />);
