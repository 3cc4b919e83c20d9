import { InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import {
  createTenant,
  deleteTenant,
  getTenants,
  readTenant,
  type Tenant,
  type TenantRow,
  updateTenant,
} from '#contract';
import { tenantProblems } from '#domain/tenants';
import { UNIT_LIMITS } from '#domain/units';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

type TenantInput = { existing: Tenant | null; revision: number; onDone(): void };
const NEW: Tenant = { id: '', tenancyName: '', name: '', adminEmailAddress: '', connectionString: '', isActive: true };

const TenantForm = ({ existing, revision, onDone }: TenantInput) => {
  const t = useTexts(texts);
  const save = (draft: Tenant) => {
    const { id: _, ...body } = draft;
    return withIdempotencyKey(`tenant ${JSON.stringify([existing?.id, revision, body])}`, (idempotencyKey) =>
      existing
        ? callOperation(updateTenant, { body: { id: existing.id, ...body }, ifMatch: revision, idempotencyKey })
        : callOperation(createTenant, { body, idempotencyKey }),
    );
  };
  const handleDone = () => {
    onDone();
    void invalidateOperations(getTenants);
  };
  return (
    <FormDialog
      title={t(existing ? 'editTitle' : 'add')}
      width={550}
      initial={existing ?? NEW}
      problemsOf={(draft: Tenant) => tenantProblems(draft)}
      save={save}
      onDone={handleDone}
    >
      {(tenant, change, problemAt) => (
        <div className="stack">
          <Field label={t('tenancyName')} required hint={t('nameHint')} error={problemAt('tenancyName')}>
            <InputGroup
              fill
              maxLength={64}
              readOnly={existing !== null}
              value={tenant.tenancyName}
              onValueChange={(tenancyName) => change({ tenancyName })}
            />
          </Field>
          <Field label={t('name')}>
            <InputGroup fill maxLength={200} value={tenant.name} onValueChange={(name) => change({ name })} />
          </Field>
          <Field label={t('adminEmailAddress')} error={problemAt('adminEmailAddress')}>
            <InputGroup
              fill
              type="email"
              maxLength={100}
              value={tenant.adminEmailAddress}
              onValueChange={(adminEmailAddress) => change({ adminEmailAddress })}
            />
          </Field>
          <Field label={t('connectionString')} hint={t('connectionHint')}>
            <InputGroup
              fill
              type="password"
              autoComplete="new-password"
              maxLength={500}
              value={tenant.connectionString}
              onValueChange={(connectionString) => change({ connectionString })}
            />
          </Field>
          <div className="muted dense">{t('isolation')}</div>
        </div>
      )}
    </FormDialog>
  );
};

/** Read when it is opened, because the list does not contain all members of the form. */
const ExistingTenant = ({ row, onDone }: { row: TenantRow; onDone(): void }) => {
  const t = useTexts(texts);
  const tenantQuery = useQuery({
    ...queryOptionsOf(readTenant, { id: row.id }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  if (tenantQuery.data) return <TenantForm existing={tenantQuery.data} revision={row.revision} onDone={onDone} />;
  return (
    <AppDialog title={t('editTitle')} width={550} onClose={onDone}>
      {tenantQuery.isError ? (
        <ErrorState title={t('loadFailed')} error={tenantQuery.error} onRetry={() => void tenantQuery.refetch()} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </AppDialog>
  );
};

/** Makes a tenant, or changes an existing one, unless somebody changed it meanwhile. */
export const openTenantDialog = (row: TenantRow | null): Promise<void> =>
  openDialog<void>((settle) =>
    row ? (
      <ExistingTenant row={row} onDone={() => settle()} />
    ) : (
      <TenantForm existing={null} revision={-1} onDone={() => settle()} />
    ),
  );

const reasonField = () => ({ label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason });

/**
 * Switches a tenant off, with a reason, or on. Its other members keep their current values, whatever the list showed.
 */
export const openTenantSwitchDialog = async ({ id, tenancyName, revision, isActive }: TenantRow): Promise<void> => {
  const action = isActive ? 'off' : 'on';
  const isConfirmed = await openActionDialog({
    action: textOf(texts, `${action}Title`),
    sentence: textOf(texts, `${action}Sentence`, { name: tenancyName }),
    intent: isActive ? 'danger' : 'primary',
    ...(isActive ? { reason: reasonField() } : {}),
    run: async (reason) => {
      const { tenancyName: _, ...current } = await callOperation(readTenant, { query: { id } });
      return withIdempotencyKey(`switch tenant ${id} ${revision} ${reason}`, (idempotencyKey) =>
        callOperation(updateTenant, {
          body: { ...current, isActive: !isActive, reason },
          ifMatch: revision,
          idempotencyKey,
        }),
      );
    },
  });
  if (isConfirmed) toastSuccess(textOf(texts, isActive ? 'switchedOff' : 'switchedOn'));
  await invalidateOperations(getTenants);
};

export const openTenantRemovalDialog = async ({ id, tenancyName }: TenantRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'removeTitle'),
    sentence: textOf(texts, 'removeSentence', { name: tenancyName }),
    intent: 'danger',
    reason: reasonField(),
    run: (reason) =>
      withIdempotencyKey(`delete tenant ${id} ${reason}`, (idempotencyKey) =>
        callOperation(deleteTenant, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'removed'));
  await invalidateOperations(getTenants);
};
