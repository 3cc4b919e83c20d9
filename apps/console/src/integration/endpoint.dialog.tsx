import { Button, Checkbox, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import {
  changeWebhook,
  eventTypes,
  getWebhook,
  listFeedConsumers,
  listWebhooks,
  registerWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '#contract';
import { WEBHOOK_LIMITS } from '#domain/lab-systems';
import { AppDialog } from '../components/app-dialog.js';
import { openDialog } from '../components/dialogs.js';
import { Field } from '../components/field.js';
import { openSecretDialog } from '../components/secret-dialog.js';
import { toastSuccess } from '../components/toaster.js';
import { useSubmit } from '../components/use-submit.js';
import { language } from '../i18n/language.js';
import { textOf, useTexts } from '../i18n/texts.js';
import { callOperation } from '../lib/http.js';
import { invalidateOperations } from '../lib/list-query.js';
import { withIdempotencyKey } from '../lib/idempotent-write.js';
import { type ConnectedUnit, unitQuery } from './connected-unit.js';
import { texts } from './texts.js';
import { GROUPS, webhookName } from './webhooks.js';
import { FailureNote } from '../components/failure-note.js';

type Draft = { description: string; url: string; all: boolean; types: string[] };

const draftOf = (webhook: Webhook | null): Draft => ({
  description: webhook?.description ?? '',
  url: webhook?.url ?? '',
  all: (webhook?.types.length ?? 0) === 0,
  types: webhook?.types ?? [],
});

const isAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

type EndpointResult = Webhook | WebhookWithSecret | null;

const EndpointDialog = ({
  unit,
  webhook,
  onDone,
}: {
  unit: Pick<ConnectedUnit, 'unitId'>;
  /** The endpoint to change; null for a new one. */
  webhook: Webhook | null;
  onDone(result: EndpointResult): void;
}) => {
  const t = useTexts(texts);
  const [initial] = useState(() => draftOf(webhook));
  const [draft, setDraft] = useState(initial);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { failed, running, send } = useSubmit();
  const change = (some: Partial<Draft>) => setDraft((current) => ({ ...current, ...some }));
  const url = draft.url.trim();
  const invalid = { url: !isAddress(url), types: !draft.all && draft.types.length === 0 };
  const title = t(webhook ? 'changeEndpoint' : 'newEndpoint');
  const confirm = async () => {
    setWasSubmitted(true);
    if (invalid.url || invalid.types) return;
    const body = { url, description: draft.description.trim(), types: draft.all ? [] : draft.types };
    await send(async () => {
      onDone(
        webhook
          ? await callOperation(changeWebhook, { query: { webhookId: webhook.id }, body })
          : await withIdempotencyKey(`register webhook ${JSON.stringify([unit, body])}`, (idempotencyKey) =>
              callOperation(registerWebhook, { body: { ...unitQuery(unit), ...body }, idempotencyKey }),
            ),
      );
      return true;
    });
  };
  return (
    <AppDialog
      title={title}
      width={550}
      hasUnsavedInput={draft !== initial}
      onClose={() => !running && onDone(null)}
      onConfirm={() => void confirm()}
      footer={
        <>
          {!webhook && <span className="aux muted only-wide">{t('secretNext')}</span>}
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(null)} />
          <Button intent="primary" text={title} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        <Field label={t('endpointName')} hint={t('endpointNameHint')}>
          <InputGroup
            value={draft.description}
            maxLength={WEBHOOK_LIMITS.description}
            placeholder={t('endpointNameExample')}
            autoComplete="off"
            onValueChange={(description) => change({ description })}
          />
        </Field>
        <Field
          label={t('address')}
          required
          hint={t('addressHint')}
          error={wasSubmitted && invalid.url ? t('addressWrong') : undefined}
        >
          <InputGroup
            className="mono"
            value={draft.url}
            maxLength={WEBHOOK_LIMITS.url}
            placeholder="https://lims.example.com/hooks/consignments"
            autoComplete="off"
            inputMode="url"
            spellCheck={false}
            onValueChange={(typed) => change({ url: typed })}
          />
        </Field>
        <Field label={t('whichEvents')} group error={wasSubmitted && invalid.types ? t('typesMissing') : undefined}>
          <RadioGroup
            inline
            className="inline-choices"
            selectedValue={draft.all ? 'all' : 'some'}
            onChange={({ currentTarget: { value } }) => change({ all: value === 'all' })}
          >
            <Radio label={t('everything', { n: eventTypes.length })} value="all" />
            <Radio label={t('someEvents')} value="some" />
          </RadioGroup>
          {!draft.all && <TypeChoices selectedTypes={draft.types} onChange={(types) => change({ types })} />}
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

const TypeChoices = ({
  selectedTypes,
  onChange,
}: {
  selectedTypes: readonly string[];
  onChange(types: string[]): void;
}) => {
  const t = useTexts(texts);
  const toggle = (type: string, isChosen: boolean) =>
    onChange(isChosen ? [...selectedTypes, type] : selectedTypes.filter((selectedType) => selectedType !== type));
  return (
    <div className="type-choices">
      {GROUPS.map((group) => {
        const isWholeGroup = selectedTypes.includes(group);
        const members = eventTypes.filter(({ name }) => name.startsWith(group));
        return [
          <div key={group} className="whole-group">
            <Checkbox
              className="check"
              checked={isWholeGroup}
              label={t(`whole.${group}`, { n: members.length })}
              onChange={({ currentTarget: { checked } }) =>
                onChange([
                  ...selectedTypes.filter((selectedType) => !selectedType.startsWith(group)),
                  ...(checked ? [group] : []),
                ])
              }
            />
          </div>,
          ...members.map(({ name, summary }) => (
            <Checkbox
              key={name}
              className="check"
              checked={isWholeGroup || selectedTypes.some((prefix) => name.startsWith(prefix))}
              disabled={isWholeGroup}
              label={summary[language()]}
              onChange={({ currentTarget: { checked } }) => toggle(name, checked)}
            />
          )),
        ];
      })}
    </div>
  );
};

/** Registers an endpoint and shows its secret once. Returns the endpoint, null if the user cancelled. */
export const openNewEndpointDialog = async (unit: Pick<ConnectedUnit, 'unitId'>): Promise<Webhook | null> => {
  const result = await openDialog<EndpointResult>((settle) => (
    <EndpointDialog unit={unit} webhook={null} onDone={settle} />
  ));
  if (!result || !('secret' in result)) return null;
  void invalidateOperations(listWebhooks, listFeedConsumers);
  await openEndpointSecret(textOf(texts, 'endpointMade', { name: webhookName(result) }), result.secret);
  return result;
};

/** Shows the secret with which an endpoint verifies what it receives. */
export const openEndpointSecret = (title: string, secret: string): Promise<null> =>
  openSecretDialog({ title, secret, children: <div className="aux muted">{textOf(texts, 'secretHint')}</div> });

/** Changes address, events or name of an endpoint. */
export const openEditEndpointDialog = async (webhook: Webhook): Promise<void> => {
  const result = await openDialog<EndpointResult>((settle) => (
    <EndpointDialog unit={{ unitId: null }} webhook={webhook} onDone={settle} />
  ));
  if (!result) return;
  toastSuccess(textOf(texts, 'endpointChanged', { name: webhookName(result) }));
  await invalidateOperations(listWebhooks, getWebhook, listFeedConsumers);
};
