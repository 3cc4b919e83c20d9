import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { Webhook } from '#contract';
import { useTexts } from '../i18n/texts.js';
import { recentTime, shortTime, timeOfDay } from '../lib/china-time.js';
import { formatCount } from '../lib/numbers.js';
import { resume, retryNow } from './endpoint-actions.js';
import { texts } from './texts.js';
import { responseText, webhookName } from './webhooks.js';

/** What is wrong with an endpoint: since when, what is safe, what happens by itself, and the possible actions. */
export const EndpointProblem = ({ webhook, children }: { webhook: Webhook; children?: ReactNode }) => {
  const t = useTexts(texts);
  const { state, disabledCause, stateSince, failingSince, lastStatus, lastFailure, waiting, nextAt } = webhook;
  const name = webhookName(webhook);
  const n = formatCount(waiting);
  return (
    <div className="trouble" role="alert">
      <ErrorIcon size={16} />
      <span className="trouble-text">
        {state === 'disabled' ? (
          <>
            <b>{t('disabledSince', { name, at: shortTime(stateSince) })}</b>
            {t(disabledCause === 'gone' ? 'becauseGone' : 'becauseExhausted', { n })}
          </>
        ) : (
          <>
            <b>{t('failingSince', { name, at: recentTime(failingSince ?? stateSince) })}</b>
            {t('safe', { outcome: responseText({ status: lastStatus, failure: lastFailure }, t), n })}
            {nextAt !== null && t('triedAgain', { at: timeOfDay(nextAt) })}
          </>
        )}
      </span>
      {children}
      <Button
        size="small"
        variant="outlined"
        intent="danger"
        text={t(state === 'disabled' ? 'goOn' : 'retryNow')}
        aria-label={`${t(state === 'disabled' ? 'goOn' : 'retryNow')} ${name}`}
        onClick={() => void (state === 'disabled' ? resume(webhook) : retryNow(webhook))}
      />
    </div>
  );
};
