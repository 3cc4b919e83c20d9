import { HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import {
  accessoryTypeCreate,
  accessoryTypeDelete,
  accessoryTypeUpdate,
  type AccessoryTypeView,
  getAccessoryTypes,
} from '#contract';
import { CATALOGUE_LIMITS, problem, type Problem } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import './catalogue-management.css';
import { texts } from './texts.js';

type Draft = Pick<AccessoryTypeView, 'name' | 'type' | 'enable' | 'isRequire'>;

const NEW: Draft = { name: '', type: 0, enable: true, isRequire: false };
const problemsOf = ({ name }: Draft): Problem[] =>
  name.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')] : [];

const AccessoryTypeDialog = ({ shown, onDone }: { shown: AccessoryTypeView | null; onDone(): void }) => {
  const t = useTexts(texts);
  const save = ({ name, type, enable, isRequire }: Draft) =>
    underOneKey(
      `accessory type ${JSON.stringify([shown?.id, name, type, enable, isRequire])}`,
      (idempotencyKey): Promise<AccessoryTypeView> =>
        shown
          ? call(accessoryTypeUpdate, { body: { id: shown.id, name, enable, isRequire }, idempotencyKey })
          : call(accessoryTypeCreate, { body: { name, type, enable, isRequire }, idempotencyKey }),
    );
  const done = () => {
    onDone();
    void changed(getAccessoryTypes);
  };
  return (
    <FormDialog
      title={t(shown ? 'editType' : 'addType')}
      width={480}
      first={shown ?? NEW}
      problemsOf={problemsOf}
      save={save}
      onDone={done}
    >
      {(draft, change, wrongWith) => (
        <div className="stack">
          <Field label={t('typeName')} required error={wrongWith('name')}>
            <InputGroup fill maxLength={50} value={draft.name} onValueChange={(name) => change({ name })} />
          </Field>
          <Field label={t('typeKind')}>
            <HTMLSelect
              fill
              disabled={shown !== null}
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

export const askAccessoryType = (shown: AccessoryTypeView | null): Promise<void> =>
  askWith<void>((settle) => <AccessoryTypeDialog shown={shown} onDone={() => settle()} />);

export const askRemoveType = async ({ id, name }: AccessoryTypeView): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'removeType'),
    sentence: textOf(texts, 'removeTypeSentence', { name }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: CATALOGUE_LIMITS.reason },
    run: (reason) =>
      underOneKey(`remove accessory type ${id} ${reason}`, (idempotencyKey) =>
        call(accessoryTypeDelete, { query: { id, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'removed'));
  await changed(getAccessoryTypes);
};
