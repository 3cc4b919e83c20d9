import { Button, ProgressBar } from '@blueprintjs/core';
import { ChevronRight, Circle, Error as ErrorIcon, TickCircle } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ViewStatusList, ViewStatus } from '#contract';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { formatCount } from '../../lib/numbers.js';
import { eventPath } from '../../lib/paths.js';
import {
  openCancelDialog,
  openDropDialog,
  openPauseDialog,
  openRestartDialog,
  openResumeDialog,
  openSwitchDialog,
  openSwitchBackDialog,
  duration,
  lagText,
  type OperatedBuild,
  operatedBuild,
  type ProjectionText,
  rateText,
  viewName,
} from './order-on-view.js';
import { texts } from './texts.js';
import { ComparisonResult } from './view-panel.js';

type RebuildProps = { view: ViewStatus; build: OperatedBuild };

/** A rebuild from its request until its old build is dropped: progress, comparison, and possible actions. */
export const RebuildCard = ({ view, build }: RebuildProps) => {
  const t = useTexts(texts);
  const { role, failure } = build;
  const about = role === 'rebuilding' && build.writtenAt === null ? t('requested') : t(`about.${role}`);
  const comparison =
    view.comparison && [view.comparison.build, view.comparison.against].includes(build.build) ? view.comparison : null;
  return (
    <Card
      title={t('rebuildTitle', { name: viewName(view.name, t) })}
      after={<span className="aux muted ellipsis">{about}</span>}
      extra={<BuildActions view={view} build={build} />}
    >
      <div className="stack">
        {failure && (
          <div className="note danger" role="note">
            <ErrorIcon size={14} />
            <span>{failure.message}</span>
            <span className="row push">
              {failure.event && <Link to={eventPath(failure.event.id)}>{t('event')}</Link>}
              <Button size="small" text={t('retry')} onClick={() => void openRestartDialog(view, build.build)} />
            </span>
          </div>
        )}
        {(role === 'rebuilding' || role === 'paused') && <Progress build={build} />}
        {(role === 'rebuilding' || role === 'paused' || role === 'compared') && <Steps build={build} />}
        {comparison && <ComparisonResult comparison={comparison} brief={role === 'kept'} />}
      </div>
    </Card>
  );
};

const BuildActions = ({ view, build: { build, role } }: RebuildProps) => {
  const t = useTexts(texts);
  switch (role) {
    case 'rebuilding':
      return (
        <>
          <Button size="small" text={t('pause')} onClick={() => void openPauseDialog(view)} />
          <Button size="small" text={t('cancel')} onClick={() => void openCancelDialog(view)} />
        </>
      );
    case 'paused':
      return (
        <>
          <Button size="small" intent="primary" text={t('resume')} onClick={() => void openResumeDialog(view)} />
          <Button size="small" text={t('cancel')} onClick={() => void openCancelDialog(view)} />
        </>
      );
    case 'compared':
      return (
        <>
          <Button size="small" text={t('drop')} onClick={() => void openDropDialog(view, build, false)} />
          <Button size="small" intent="primary" text={t('switch')} onClick={() => void openSwitchDialog(view)} />
        </>
      );
    case 'kept':
      return (
        <>
          <Button size="small" text={t('back')} onClick={() => void openSwitchBackDialog(view)} />
          <Button size="small" text={t('dropOld')} onClick={() => void openDropDialog(view, build, true)} />
        </>
      );
    case 'switching':
      return null;
  }
};

const Progress = ({ build: { share, rows, rate, secondsLeft, role } }: { build: OperatedBuild }) => {
  const t = useTexts(texts);
  const isRebuilding = role === 'rebuilding';
  return (
    <div>
      <div className="row dense projection-progress">
        <b className="numeric">{t('percent', { n: (Math.floor(share * 1000) / 10).toFixed(1) })}</b>
        <span className="muted numeric">{t('rowsN', { n: formatCount(rows) })}</span>
        {isRebuilding && rate !== null && (
          <span className="push secondary numeric">
            {t('perSecond', { n: rateText(rate) })}
            {secondsLeft !== null && secondsLeft > 0 ? t('left', { time: duration(secondsLeft, t) }) : ''}
          </span>
        )}
      </div>
      <ProgressBar
        intent={isRebuilding ? 'primary' : 'none'}
        value={share}
        stripes={false}
        animate={false}
        aria-label={t('progress')}
      />
    </div>
  );
};

const STEPS = ['replay', 'compare', 'decide'] as const;

const Steps = ({ build: { role, share } }: { build: OperatedBuild }) => {
  const t = useTexts(texts);
  const currentStep = role === 'compared' ? 2 : share >= 1 ? 1 : 0;
  return (
    <ol className="projection-steps dense">
      {STEPS.map((step, index) => {
        const stage = index < currentStep ? 'done' : index === currentStep ? 'now' : 'later';
        return (
          <li key={step} data-stage={stage} aria-current={stage === 'now' ? 'step' : undefined}>
            {stage === 'done' ? <TickCircle size={14} /> : <Circle size={14} />}
            <span>{t(`step.${step}`)}</span>
            <span className="aux muted">
              {role === 'paused' && stage === 'now' ? t('step.paused') : t(`step.${stage}`)}
            </span>
            {index < STEPS.length - 1 && <ChevronRight size={12} className="projection-next" />}
          </li>
        );
      })}
    </ol>
  );
};

const Figure = ({
  label,
  value,
  detail,
  urgent = false,
}: {
  label: string;
  value: ReactNode;
  detail: ReactNode;
  urgent?: boolean;
}) => (
  <div className="card projection-figure">
    <span className="aux secondary">{label}</span>
    <span className={`projection-figure-value numeric${urgent ? ' danger-text' : ''}`}>{value}</span>
    <span className={`aux ellipsis ${urgent ? 'danger-text' : 'muted'}`}>{detail}</span>
  </div>
);

/** The four numbers above the list (picture 06). */
export const Figures = ({ status: { head, rate, views } }: { status: ViewStatusList }) => {
  const t = useTexts(texts);
  const slowest = slowestView(views);
  const healthy = views.filter(({ state }) => state === 'live').length;
  return (
    <div className="projection-figures">
      <Figure label={t('head')} value={BigInt(head).toLocaleString('en-US')} detail={t('headHint')} />
      <Figure
        label={t('logRate')}
        value={rate === null ? '—' : t('perSecond', { n: rateText(rate) })}
        detail={rate === null ? t('measuring') : t('logRateHint')}
      />
      {slowest ? (
        <Figure
          label={t('mostLag')}
          value={duration(slowest.seconds, t)}
          detail={t('lagOf', { name: viewName(slowest.name, t), n: slowest.events })}
          urgent={slowest.seconds >= 60}
        />
      ) : (
        <Figure label={t('mostLag')} value={t('noLag')} detail={t('allFresh')} />
      )}
      <Figure
        label={t('healthy')}
        value={`${healthy} / ${views.length}`}
        detail={unhealthyText(views, t)}
        urgent={views.some(({ state }) => state === 'stopped')}
      />
    </div>
  );

  function slowestView(all: readonly ViewStatus[]) {
    const lags = all.flatMap(({ name, lag }) =>
      lag?.seconds == null ? [] : [{ name, seconds: lag.seconds, events: lagText(lag, t) }],
    );
    return lags.toSorted((left, right) => right.seconds - left.seconds)[0];
  }
};

const unhealthyText = (views: readonly ViewStatus[], t: ProjectionText): string => {
  const countInState = (state: ViewStatus['state']) => views.filter((view) => view.state === state).length;
  const rebuilding = views.filter((view) =>
    ['rebuilding', 'paused', 'compared'].includes(operatedBuild(view)?.role ?? ''),
  ).length;
  const setAsideCount = views.filter(({ setAside }) => setAside > 0).length;
  const parts = [
    rebuilding > 0 ? t('rebuildingN', { n: rebuilding }) : '',
    countInState('building') > 0 ? t('buildingN', { n: countInState('building') }) : '',
    setAsideCount > 0 ? t('asideN', { n: setAsideCount }) : '',
    countInState('stopped') > 0 ? t('stoppedN', { n: countInState('stopped') }) : '',
  ].filter(Boolean);
  return parts.join('　') || t('allHealthy');
};
