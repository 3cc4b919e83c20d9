import { Button, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventTypes, getWebhookDelivery, listWebhookDeliveries, testWebhook, type Webhook } from '#contract';
import { AppDialog } from '../components/app-dialog.js';
import { CodeBlock } from '../components/code-block.js';
import { openDialog } from '../components/dialogs.js';
import { Field } from '../components/field.js';
import { StateMark } from '../components/state-mark.js';
import { useSubmit } from '../components/use-submit.js';
import { language } from '../i18n/language.js';
import { useTexts } from '../i18n/texts.js';
import { callOperation } from '../lib/http.js';
import { invalidateOperations } from '../lib/list-query.js';
import { formatCount } from '../lib/numbers.js';
import { queryOptionsOf } from '../lib/queries.js';
import { texts } from './texts.js';
import { webhookName, attemptOutcomeText, acceptsType } from './webhooks.js';
import { FailureNote } from '../components/failure-note.js';

/** Interval at which the result of a test is polled. */
const POLL_MS = 500;

type SentTestEvent = { webhookId: string; eventId: string };

const TestEventDialog = ({
  webhooks,
  initialId,
  type: initialType,
  onDone,
}: {
  webhooks: readonly Webhook[];
  initialId?: string | undefined;
  type?: string | undefined;
  onDone(result: null): void;
}) => {
  const t = useTexts(texts);
  const [webhookId, setWebhookId] = useState(initialId ?? webhooks[0]?.id ?? '');
  const webhook = webhooks.find(({ id }) => id === webhookId);
  const availableTypes = eventTypes.filter(({ name }) => !webhook || acceptsType(webhook, name));
  const [selectedName, setType] = useState(initialType ?? '');
  const type = availableTypes.find(({ name }) => name === selectedName) ?? availableTypes[0];
  const [sentEvent, setSentEvent] = useState<SentTestEvent | null>(null);
  const { failed, running, send } = useSubmit();
  const confirm = () =>
    void send(async () => {
      if (!type) return false;
      const { eventId } = await callOperation(testWebhook, { query: { webhookId }, body: { type: type.name } });
      setSentEvent({ webhookId, eventId });
      void invalidateOperations(listWebhookDeliveries);
      return false;
    });
  return (
    <AppDialog
      title={t('sendTest')}
      width={550}
      canOutsideClickClose
      onClose={() => onDone(null)}
      onConfirm={confirm}
      footer={
        <>
          <span className="aux muted only-wide">{t('testHint')}</span>
          <Button className="push" text={t('close')} onClick={() => onDone(null)} />
          <Button intent="primary" text={t(sentEvent ? 'sendAgain' : 'sendTest')} loading={running} onClick={confirm} />
        </>
      }
    >
      <div className="stack">
        <Field label={t('endpoint')}>
          <HTMLSelect
            fill
            value={webhookId}
            options={webhooks.map((endpoint) => ({ value: endpoint.id, label: webhookName(endpoint) }))}
            onChange={({ currentTarget: { value } }) => setWebhookId(value)}
          />
        </Field>
        <Field label={t('eventType')}>
          <HTMLSelect
            fill
            value={type?.name ?? ''}
            options={availableTypes.map(({ name, summary }) => ({
              value: name,
              label: `${summary[language()]} · ${name}`,
            }))}
            onChange={({ currentTarget: { value } }) => setType(value)}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
        {sentEvent && <Outcome key={sentEvent.eventId} sentEvent={sentEvent} />}
      </div>
    </AppDialog>
  );
};

/** What the endpoint responded, as soon as it is there. */
const Outcome = ({ sentEvent }: { sentEvent: SentTestEvent }) => {
  const t = useTexts(texts);
  const { data } = useQuery({
    ...queryOptionsOf(getWebhookDelivery, sentEvent),
    refetchInterval: ({ state }) => ((state.data?.tried.length ?? 0) > 0 ? false : POLL_MS),
    meta: { quiet: true },
  });
  const attempt = data?.tried.at(-1);
  return (
    <div className="stack test-result" role="status">
      {attempt ? (
        <>
          <div className="row">
            <StateMark mark={attempt.failure === null ? 'ok' : 'failed'}>
              {t(attempt.failure === null ? 'testAccepted' : 'testFailed', { outcome: attemptOutcomeText(attempt, t) })}
            </StateMark>
            <span className="push aux secondary numeric">{t('ms', { n: formatCount(attempt.ms) })}</span>
          </div>
          {attempt.answer !== '' && <CodeBlock head={t('answer')} label={t('answer')} text={attempt.answer} wraps />}
        </>
      ) : (
        <StateMark mark="running">{t('testUnderWay')}</StateMark>
      )}
    </div>
  );
};

/** Sends a test event to one of these endpoints and shows the response. */
export const openTestEventDialog = (
  webhooks: readonly Webhook[],
  { webhookId, type }: { webhookId?: string; type?: string } = {},
): Promise<null> =>
  openDialog<null>((settle) => (
    <TestEventDialog webhooks={webhooks} initialId={webhookId} type={type} onDone={settle} />
  ));
