import type { ReactNode } from 'react';
import type { ViewsStanding, ViewStanding } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';
import { duration, lagWords, operatedBuild, type ProjectionText, rateOf, viewName } from './view-words.js';

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
export const Figures = ({ standing: { head, rate, views } }: { standing: ViewsStanding }) => {
  const t = useTexts(texts);
  const late = mostLate(views);
  const healthy = views.filter(({ state }) => state === 'live').length;
  return (
    <div className="projection-figures">
      <Figure label={t('head')} value={BigInt(head).toLocaleString('en-US')} detail={t('headHint')} />
      <Figure
        label={t('logRate')}
        value={rate === null ? '—' : t('perSecond', { n: rateOf(rate) })}
        detail={rate === null ? t('measuring') : t('logRateHint')}
      />
      {late ? (
        <Figure
          label={t('mostLag')}
          value={duration(late.seconds, t)}
          detail={t('lagOf', { name: viewName(late.name, t), n: late.events })}
          urgent={late.seconds >= 60}
        />
      ) : (
        <Figure label={t('mostLag')} value={t('noLag')} detail={t('allFresh')} />
      )}
      <Figure
        label={t('healthy')}
        value={`${healthy} / ${views.length}`}
        detail={others(views, t)}
        urgent={views.some(({ state }) => state === 'stopped')}
      />
    </div>
  );

  function mostLate(all: readonly ViewStanding[]) {
    const lags = all.flatMap(({ name, lag }) =>
      lag?.seconds == null ? [] : [{ name, seconds: lag.seconds, events: lagWords(lag, t) }],
    );
    return lags.toSorted((one, other) => other.seconds - one.seconds)[0];
  }
};

const others = (views: readonly ViewStanding[], t: ProjectionText): string => {
  const inState = (state: ViewStanding['state']) => views.filter((view) => view.state === state).length;
  const rebuilding = views.filter((view) =>
    ['rebuilding', 'paused', 'compared'].includes(operatedBuild(view)?.role ?? ''),
  ).length;
  const aside = views.filter(({ setAside }) => setAside > 0).length;
  const parts = [
    rebuilding > 0 ? t('rebuildingN', { n: rebuilding }) : '',
    inState('building') > 0 ? t('buildingN', { n: inState('building') }) : '',
    aside > 0 ? t('asideN', { n: aside }) : '',
    inState('stopped') > 0 ? t('stoppedN', { n: inState('stopped') }) : '',
  ].filter(Boolean);
  return parts.join('　') || t('allHealthy');
};
