import { HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import {
  accessoryTypeCreate,
  accessoryTypeDelete,
  accessoryTypeUpdate,
  type AccessoryTypeView,
  getAccessoryTypes,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain/catalogue-maintenance';
import { problem, type Problem } from '#domain/rules';
import { openActionDialog } from '../../components/action-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import './catalogue-management.css';
import { texts } from './texts.js';

type Draft = Pick<AccessoryTypeView, 'name' | 'type' | 'enable' | 'isRequire'>;

const NEW: Draft = { name: '', type: 0, enable: true, isRequire: false };
const problemsOf = ({ name }: Draft): Problem[] =>
  name.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')] : [];

const AccessoryTypeDialog = ({ existing, onDone }: { existing: AccessoryTypeView | null; onDone(): void }) => {
  const t = useTexts(texts);
  const save = ({ name, type, enable, isRequire }: Draft) =>
    withIdempotencyKey(
      `accessory type ${JSON.stringify([existing?.id, name, type, enable, isRequire])}`,
      (idempotencyKey): Promise<AccessoryTypeView> =>
        existing
          ? callOperation(accessoryTypeUpdate, { body: { id: existing.id, name, enable, isRequire }, idempotencyKey })
          : callOperation(accessoryTypeCreate, { body: { name, type, enable, isRequire }, idempotencyKey }),
    );
  const handleDone = () => {
    onDone();
    void invalidateOperations(getAccessoryTypes);
  };
  return (
    <FormDialog
      title={t(existing ? 'editType' : 'addType')}
      width={480}
      initial={existing ?? NEW}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => (
        <div className="stack">
          <Field label={t('typeName')} required error={problemAt('name')}>
            <InputGroup fill maxLength={50} value={draft.name} onValueChange={(name) => change({ name })} />
          </Field>
          <Field label={t('typeKind')}>
            <HTMLSelect
              fill
              disabled={existing !== null}
              value={draft.type}
              options={[
                { value: 0, label: t('raw') },
                { value: 1, label: t('onSite') },
              ]}
              onChange={(event) => change({ type: event.currentTarget.value === '0' ? 0 : 1 })}
            />
          </Field>
          <div className="row wide">
            <Switch
              label={t('enable')}
              checked={draft.enable}
              onChange={(event) => change({ enable: event.currentTarget.checked })}
            />
            <Switch
              label={t('isRequire')}
              checked={draft.isRequire}
              onChange={(event) => change({ isRequire: event.currentTarget.checked })}
            />
          </div>
        </div>
      )}
    </FormDialog>
  );
};

export const openAccessoryTypeDialog = (existing: AccessoryTypeView | null): Promise<void> =>
  openDialog<void>((settle) => <AccessoryTypeDialog existing={existing} onDone={() => settle()} />);

export const confirmRemoveType = async ({ id, name }: AccessoryTypeView): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'removeType'),
    sentence: textOf(texts, 'removeTypeSentence', { name }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      withIdempotencyKey(`remove accessory type ${id} ${reason}`, (idempotencyKey) =>
        callOperation(accessoryTypeDelete, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'removed'));
  await invalidateOperations(getAccessoryTypes);
};
