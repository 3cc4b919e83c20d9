import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { createRole, getAllPermissions, getRoles, type RoleRow, updateRole } from '#contract';
import { removesPermissions, ROLE_LIMITS, roleProblems } from '#domain/roles';
import { type Problem, problem } from '#domain/rules';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

type Draft = { name: string; displayName: string; description: string; permissions: string[]; reason: string };

const PermissionChoice = ({
  granted,
  onChange,
}: {
  granted: readonly string[];
  onChange?: (permissions: string[]) => void;
}) => {
  const t = useTexts(texts);
  const permissions =
    useQuery({ ...queryOptionsOf(getAllPermissions, {}), staleTime: Number.POSITIVE_INFINITY }).data?.items ?? [];
  const toggle = (name: string) =>
    onChange?.(granted.includes(name) ? granted.filter((permission) => permission !== name) : [...granted, name]);
  return (
    <div className="permission-choice">
      {permissions.map(({ name, displayName, ofPlatform }) => (
        <Checkbox
          key={name}
          className="check"
          label={ofPlatform ? t('ofPlatform', { permission: displayName }) : displayName}
          checked={granted.includes(name)}
          disabled={!onChange}
          onChange={() => toggle(name)}
        />
      ))}
    </div>
  );
};

const RoleDialog = ({ existing, onDone }: { existing: RoleRow | null; onDone(): void }) => {
  const t = useTexts(texts);
  const initialDraft: Draft = {
    name: existing?.name ?? '',
    displayName: existing?.displayName ?? '',
    description: existing?.description ?? '',
    permissions: existing?.permissions ?? [],
    reason: '',
  };
  const hasRemovedPermissions = ({ permissions }: Draft) => removesPermissions(initialDraft.permissions, permissions);
  const problemsOf = (draft: Draft): Problem[] => [
    ...roleProblems(draft),
    ...(hasRemovedPermissions(draft) && draft.reason.trim() === '' ? [problem('REASON_REQUIRED', {}, 'reason')] : []),
  ];
  const save = (draft: Draft) =>
    withIdempotencyKey(`role ${JSON.stringify([existing?.id, existing?.revision, draft])}`, (idempotencyKey) =>
      existing
        ? callOperation(updateRole, { body: { id: existing.id, ...draft }, ifMatch: existing.revision, idempotencyKey })
        : callOperation(createRole, { body: draft, idempotencyKey }),
    );
  const handleDone = () => {
    onDone();
    void invalidateOperations(getRoles);
  };
  return (
    <FormDialog
      title={t(existing ? 'editTitle' : 'add')}
      width={800}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(role, change, problemAt) => (
        <div className="stack">
          <div className="form-grid">
            <Field label={t('name')} required error={problemAt('name')}>
              {existing ? (
                <div>{existing.name}</div>
              ) : (
                <InputGroup fill maxLength={30} value={role.name} onValueChange={(name) => change({ name })} />
              )}
            </Field>
            <Field label={t('displayName')} error={problemAt('displayName')}>
              <InputGroup
                fill
                maxLength={ROLE_LIMITS.displayName}
                value={role.displayName}
                onValueChange={(displayName) => change({ displayName })}
              />
            </Field>
            <Field label={t('description')} error={problemAt('description')}>
              <InputGroup
                fill
                maxLength={ROLE_LIMITS.description}
                value={role.description}
                onValueChange={(description) => change({ description })}
              />
            </Field>
          </div>
          <Field label={t('permissions')} group>
            <PermissionChoice granted={role.permissions} onChange={(permissions) => change({ permissions })} />
          </Field>
          {hasRemovedPermissions(role) && (
            <Field label={t('reason')} required error={problemAt('reason')} hint={t('takenAway')}>
              <InputGroup
                fill
                maxLength={ROLE_LIMITS.reason}
                value={role.reason}
                onValueChange={(reason) => change({ reason })}
              />
            </Field>
          )}
        </div>
      )}
    </FormDialog>
  );
};

const BuiltInRole = ({ role, onDone }: { role: RoleRow; onDone(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={`${t('viewTitle')}　${role.displayName}`}
      width={800}
      onClose={onDone}
      canOutsideClickClose
      footer={<Button className="push" text={t('close')} onClick={onDone} />}
    >
      <div className="stack">
        <div className="note">{t('builtInHint')}</div>
        <Field label={t('permissions')} group>
          <PermissionChoice granted={role.permissions} />
        </Field>
      </div>
    </AppDialog>
  );
};

/** Makes a role, changes a custom one, or shows a built-in one. */
export const openRoleDialog = (existing: RoleRow | null): Promise<void> =>
  openDialog<void>((settle) =>
    existing?.isStatic ? (
      <BuiltInRole role={existing} onDone={() => settle()} />
    ) : (
      <RoleDialog existing={existing} onDone={() => settle()} />
    ),
  );
