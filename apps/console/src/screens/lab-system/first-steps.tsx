import { Button } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type AccessKey, type FeedConsumer, getFeed, type Webhook } from '#contract';
import { CodeBlock } from '../../components/code-block.js';
import { StateMark } from '../../components/state-mark.js';
import { useTexts } from '../../i18n/texts.js';
import type { ConnectedUnit } from '../../integration/connected-unit.js';
import { openNewEndpointDialog } from '../../integration/endpoint.dialog.js';
import { environmentLine } from '../../integration/environment-lines.js';
import { storedHost } from '../../lib/http.js';
import { EVENT_CATALOGUE } from '../../lib/paths.js';
import { hiddenFirstSteps } from '../../lib/preferences.js';
import { openNewKeyDialog } from './access-key.dialogs.js';
import { texts } from './texts.js';

/** Units whose user has hidden the steps in this browser. */
export const hiddenStepsPreference = hiddenFirstSteps;

/** Progress of a unit's system, by the requests that arrived. */
export type ConnectionProgress = { hasKey: boolean; hasUsed: boolean; isFollowing: boolean };

export const connectionProgress = (
  keys: readonly AccessKey[],
  readers: readonly FeedConsumer[],
  webhooks: readonly Webhook[],
): ConnectionProgress => ({
  hasKey: keys.some(({ revokedAt }) => revokedAt === null),
  hasUsed: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
  isFollowing: webhooks.length > 0 || readers.some(({ kind, position }) => kind === 'key' && position !== null),
});

/**
 * A command to paste: its response is the first event. The key is never filled in; `placeholder` says which one belongs
 * there.
 */
const firstRequest = (placeholder: string): string =>
  [
    environmentLine('PLATFORM', storedHost() ?? location.origin),
    environmentLine('ACCESS_KEY', placeholder),
    `curl -G "$PLATFORM${getFeed.path}" \\\n  -H "Authorization: Bearer $ACCESS_KEY" -d limit=1`,
  ].join('\n');

/** First use: three steps that are completed automatically when something arrives (picture 21c). */
export const FirstSteps = ({
  unit,
  progress,
  onHide,
}: {
  unit: ConnectedUnit;
  progress: ConnectionProgress;
  /** Hides the steps, for a unit whose system works without the last one. */
  onHide?(): void;
}) => {
  const t = useTexts(texts);
  const waitingMark = <StateMark mark="running">{t('waitingForRequest')}</StateMark>;
  return (
    <section className="card" aria-label={t('steps')}>
      <div className="card-head">
        <h2>{t('steps')}</h2>
        <span className="aux muted only-wide">{t('stepsHint')}</span>
        {onHide && (
          <Button
            className="push"
            size="small"
            variant="minimal"
            icon={<Cross />}
            aria-label={t('hideSteps')}
            onClick={onHide}
          />
        )}
      </div>
      <ol className="first-steps">
        <Step
          number={1}
          isDone={progress.hasKey || progress.hasUsed}
          title={t('step.key')}
          action={
            <Button
              size="small"
              variant={progress.hasKey ? 'outlined' : 'solid'}
              intent={progress.hasKey ? 'none' : 'primary'}
              text={t('newKey')}
              onClick={() => void openNewKeyDialog(unit)}
            />
          }
        >
          {t('step.keyHint')}
        </Step>
        <Step
          number={2}
          isDone={progress.hasUsed}
          title={t('step.request')}
          action={!progress.hasUsed && progress.hasKey && <span className="aux secondary">{waitingMark}</span>}
        >
          {t('step.requestHint')}
          {!progress.hasUsed && (
            <CodeBlock
              head="curl"
              label={t('firstRequest')}
              notation="source"
              text={firstRequest(t('keyPlaceholder'))}
            />
          )}
        </Step>
        <Step
          number={3}
          isDone={progress.isFollowing}
          title={t('step.follow')}
          action={
            <Button
              size="small"
              variant="outlined"
              text={t('newEndpoint')}
              onClick={() => void openNewEndpointDialog(unit)}
            />
          }
        >
          {t('step.followHint')} <Link to={EVENT_CATALOGUE}>{t('step.examples')}</Link>
        </Step>
      </ol>
    </section>
  );
};

const Step = ({
  number,
  isDone,
  title,
  action,
  children,
}: {
  number: number;
  isDone: boolean;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => {
  const t = useTexts(texts);
  return (
    <li className="step" data-done={isDone || undefined}>
      <span className="step-mark" aria-hidden>
        {isDone ? <Tick size={14} /> : number}
      </span>
      <div className="step-body">
        <h3>
          {title}
          {isDone && <span className="only-heard">{t('stepDone')}</span>}
        </h3>
        <div className="dense secondary">{children}</div>
      </div>
      {action && <div className="step-action">{action}</div>}
    </li>
  );
};
