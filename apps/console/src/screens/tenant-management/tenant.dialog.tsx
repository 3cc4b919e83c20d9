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
import { tenantProblems, UNIT_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { succeed } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { readOf } from '../../lib/queries.js';
import { texts } from './texts.js';

type Asked = { shown: Tenant | null; revision: number; onDone(): void };
const NEW: Tenant = { id: '', tenancyName: '', name: '', adminEmailAddress: '', connectionString: '', isActive: true };

const TenantForm = ({ shown, revision, onDone }: Asked) => {
  const t = useTexts(texts);
  const save = (draft: Tenant) => {
    const { id: _, ...body } = draft;
    return underOneKey(`tenant ${JSON.stringify([shown?.id, revision, body])}`, (idempotencyKey) =>
      shown
        ? call(updateTenant, { body: { id: shown.id, ...body }, ifMatch: revision, idempotencyKey })
        : call(createTenant, { body, idempotencyKey }),
    );
  };
  const done = () => {
    onDone();
    void changed(getTenants);
  };
  return (
    <FormDialog
      title={t(shown ? 'editTitle' : 'add')}
      width={550}
      first={shown ?? NEW}
      problemsOf={(draft: Tenant) => tenantProblems(draft)}
      save={save}
      onDone={done}
    >
      {(tenant, change, wrongWith) => (
        <div className="stack">
          <Field label={t('tenancyName')} required hint={t('nameHint')} error={wrongWith('tenancyName')}>
            <InputGroup
              fill
              maxLength={64}
              readOnly={shown !== null}
              value={tenant.tenancyName}
              onValueChange={(tenancyName) => change({ tenancyName })}
            />
          </Field>
          <Field label={t('name')}>
            <InputGroup fill maxLength={200} value={tenant.name} onValueChange={(name) => change({ name })} />
          </Field>
          <Field label={t('adminEmailAddress')} error={wrongWith('adminEmailAddress')}>
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

/** Read when it is opened: the list does not say what only this form shows. */
const ShownTenant = ({ row, onDone }: { row: TenantRow; onDone(): void }) => {
  const t = useTexts(texts);
  const read = useQuery({
    ...readOf(readTenant, { id: row.id }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  if (read.data) return <TenantForm shown={read.data} revision={row.revision} onDone={onDone} />;
  return (
    <AppDialog title={t('editTitle')} width={550} onClose={onDone}>
      {read.isError ? (
        <Failed title={t('loadFailed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </AppDialog>
  );
};

/** Makes a tenant, or changes the one that was shown, if nobody changed it meanwhile. */
export const askTenant = (row: TenantRow | null): Promise<void> =>
  askWith<void>((settle) =>
    row ? (
      <ShownTenant row={row} onDone={() => settle()} />
    ) : (
      <TenantForm shown={null} revision={-1} onDone={() => settle()} />
    ),
  );

const reasoned = () => ({ label: textOf(texts, 'reason'), required: true, maxLength: UNIT_LIMITS.reason });

/** Switches a tenant off, with a reason, or on. Everything else stays as it is now, whatever the list showed. */
export const askSwitch = async ({ id, tenancyName, revision, isActive }: TenantRow): Promise<void> => {
  const verb = isActive ? 'off' : 'on';
  const done = await askAction({
    verb: textOf(texts, `${verb}Title`),
    sentence: textOf(texts, `${verb}Sentence`, { name: tenancyName }),
    intent: isActive ? 'danger' : 'primary',
    ...(isActive ? { reason: reasoned() } : {}),
    run: async (reason) => {
      const { tenancyName: _, ...now } = await call(readTenant, { query: { id } });
      return underOneKey(`switch tenant ${id} ${revision} ${reason}`, (idempotencyKey) =>
        call(updateTenant, { body: { ...now, isActive: !isActive, reason }, ifMatch: revision, idempotencyKey }),
      );
    },
  });
  if (done) succeed(textOf(texts, isActive ? 'switchedOff' : 'switchedOn'));
  await changed(getTenants);
};

export const askRemoval = async ({ id, tenancyName }: TenantRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removeTitle'),
    sentence: textOf(texts, 'removeSentence', { name: tenancyName }),
    intent: 'danger',
    reason: reasoned(),
    run: (reason) =>
      underOneKey(`delete tenant ${id} ${reason}`, (idempotencyKey) =>
        call(deleteTenant, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getTenants);
};
