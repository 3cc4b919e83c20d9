import { Button, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { type BodyOf, redeliverWebhook, type ResultOf, type Webhook } from '#contract';
import { messageOf } from '#domain/rules';
import { AppDialog } from '../../components/app-dialog.js';
import { DateInput } from '../../components/date-input.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { REMARK_LENGTH } from '../../components/remark-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { endpointsChanged } from '../../integration/endpoint-actions.js';
import { texts as integrationTexts } from '../../integration/texts.js';
import { responseText } from '../../integration/webhooks.js';
import { ApiError, callOperation } from '../../lib/http.js';
import { chinaClock, duration } from '../../lib/china-time.js';
import { logHandledFailure } from '../../lib/failures.js';
import { fileSize } from '../../lib/file-size.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { formatCount } from '../../lib/numbers.js';
import { texts } from './texts.js';
import { FailureNote } from '../../components/failure-note.js';

type Mode = 'chosen' | 'failed' | 'period';
type Selection = Pick<BodyOf<typeof redeliverWebhook>, 'eventIds' | 'from' | 'to' | 'failedOnly'>;
type Count = ResultOf<typeof redeliverWebhook>;

const HOUR_MS = 3_600_000;

/** The last hour, as a datetime input shows it: the time in China, to the minute. */
const lastHour = (): { from: string; to: string } => {
  const now = Date.now();
  return { from: chinaClock(new Date(now - HOUR_MS)).slice(0, 16), to: chinaClock(new Date(now)).slice(0, 16) };
};
const asUtc = (local: string): string => new Date(`${local}:00+08:00`).toISOString();

const selectionOf = (
  mode: Mode,
  eventIds: readonly string[],
  { from, to }: { from: string; to: string },
): Selection | null => {
  switch (mode) {
    case 'chosen':
      return { eventIds: [...eventIds] };
    case 'failed':
      return { failedOnly: true };
    case 'period':
      return from !== '' && to !== '' && from < to ? { from: asUtc(from), to: asUtc(to) } : null;
  }
};

const RedeliverDialog = ({
  webhook,
  eventIds,
  onDone,
}: {
  webhook: Webhook;
  /** Events that are chosen in the list. */
  eventIds: readonly string[];
  onDone(isConfirmed: boolean): void;
}) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  const [mode, setMode] = useState<Mode>(eventIds.length > 0 ? 'chosen' : 'failed');
  const [period, setPeriod] = useState(lastHour);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const selection = selectionOf(mode, eventIds, period);
  const counting = useCount(webhook.id, selection);
  const { failed, running, send } = useSubmit();
  const n = counting.count?.count ?? 0;
  const confirm = async () => {
    if (reason.trim() === '') return setMissing(true);
    if (selection === null || n === 0) return;
    const body = { ...selection, dryRun: false, reason: reason.trim(), expectedCount: n };
    await send(async () => {
      try {
        await withIdempotencyKey(`redeliver ${JSON.stringify([webhook.id, body])}`, (idempotencyKey) =>
          callOperation(redeliverWebhook, { query: { webhookId: webhook.id }, body, idempotencyKey }),
        );
      } catch (error) {
        // The number has changed since it was shown: it is counted again, and the user sees the new one before
        // deciding.
        if (error instanceof ApiError && error.status === 409) counting.recount();
        throw error;
      }
      toastSuccess(t('redelivering', { n: formatCount(n) }));
      onDone(true);
      return true;
    });
    void endpointsChanged();
  };
  return (
    <AppDialog
      title={t('redeliver')}
      width={550}
      hasUnsavedInput={reason !== ''}
      onClose={() => !running && onDone(false)}
      onConfirm={() => void confirm()}
      footer={
        <>
          <span className="aux muted only-wide">{t('sameIds')}</span>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
          <Button
            intent="primary"
            text={t('redeliverMany', { n: formatCount(n) })}
            loading={running}
            disabled={n === 0}
            onClick={() => void confirm()}
          />
        </>
      }
    >
      <div className="stack">
        <Field label={t('whichEvents')} group>
          <RadioGroup
            className="redeliver-modes"
            selectedValue={mode}
            onChange={({ currentTarget: { value } }) => setMode(value as Mode)}
          >
            {eventIds.length > 0 && (
              <Radio value="chosen" label={t('theChosen', { n: formatCount(eventIds.length) })} />
            )}
            <Radio value="failed" label={t('allFailed')} />
            <Radio value="period" label={t('aPeriod')} />
          </RadioGroup>
        </Field>
        {mode === 'period' && (
          <div className="row wrap redeliver-period">
            <DateInput
              withTime
              aria-label={t('from')}
              value={period.from}
              onValueChange={(from) => setPeriod((current) => ({ ...current, from }))}
            />
            <span className="muted">—</span>
            <DateInput
              withTime
              aria-label={t('to')}
              value={period.to}
              onValueChange={(to) => setPeriod((current) => ({ ...current, to }))}
            />
            {selection === null && <span className="danger-text aux">{t('periodWrong')}</span>}
          </div>
        )}
        <div className="redeliver-count" role="status">
          <div className="redeliver-number">
            <b className="numeric">{counting.count === null ? '…' : formatCount(n)}</b>
            <span className="aux muted">{t('events')}</span>
          </div>
          <div className="dense">
            {counting.failed !== '' && <span className="danger-text">{counting.failed}</span>}
            {counting.failed === '' &&
              counting.count &&
              (n > 0 ? <Consequences count={counting.count} /> : t('nothingToSend'))}
            {webhook.lastFailure !== null && n > 0 && (
              <div className="secondary">
                {t('lastOutcome', {
                  outcome: responseText({ status: webhook.lastStatus, failure: webhook.lastFailure }, s),
                })}
              </div>
            )}
          </div>
        </div>
        <Field
          label={t('reason')}
          required
          hint={t('reasonHint')}
          aside={
            <span className="numeric">
              {reason.length} / {REMARK_LENGTH}
            </span>
          }
          error={missing ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
        >
          <InputGroup
            value={reason}
            maxLength={REMARK_LENGTH}
            onValueChange={(text) => {
              setReason(text);
              setMissing(false);
            }}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

const Consequences = ({ count: { consignments, bytes, seconds, deliveredBefore } }: { count: Count }) => {
  const t = useTexts(texts);
  return (
    <>
      <div>
        {t('concerned', { n: formatCount(consignments) })}
        {bytes !== null && t('size', { size: fileSize(bytes) })}
        {seconds !== null && t('lasts', { time: duration(Math.max(1, seconds) * 1_000) })}
        {t('stop')}
      </div>
      {deliveredBefore > 0 && (
        <div className="secondary">{t('deliveredBefore', { n: formatCount(deliveredBefore) })}</div>
      )}
    </>
  );
};

/** The size of a selection, counted by the service; counted again for another selection, or on request. */
const useCount = (webhookId: string, selection: Selection | null) => {
  const [round, setRound] = useState(0);
  const [lastCount, setLastCount] = useState<{ requestKey: string; count: Count | null; failed: string } | null>(null);
  const requestKey = JSON.stringify([selection, round]);
  useEffect(() => {
    const [request] = JSON.parse(requestKey) as [Selection | null];
    if (request === null) return;
    let isCancelled = false;
    callOperation(redeliverWebhook, { query: { webhookId }, body: { ...request, dryRun: true, reason: '' } }).then(
      (result) => !isCancelled && setLastCount({ requestKey, count: result, failed: '' }),
      (error: unknown) => {
        logHandledFailure(error);
        if (!isCancelled)
          setLastCount({ requestKey, count: null, failed: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [webhookId, requestKey]);
  const isCurrent = lastCount?.requestKey === requestKey;
  return {
    count: isCurrent ? lastCount.count : null,
    failed: isCurrent ? lastCount.failed : '',
    recount: () => setRound((current) => current + 1),
  };
};

/** Delivers events again, after their number was shown and for a reason. Resolves to whether it was requested. */
export const openRedeliverDialog = (webhook: Webhook, eventIds: readonly string[]): Promise<boolean> =>
  openDialog<boolean>((settle) => <RedeliverDialog webhook={webhook} eventIds={eventIds} onDone={settle} />);
