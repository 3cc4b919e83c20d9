import { ArrowDown, ArrowLeft, ArrowRight, Exchange } from '@blueprintjs/icons';
import { useQueries } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { type FeedConsumer, type LabCallHealth, type LabExchanges, listWebhookHours, type Webhook } from '#contract';
import { Sparkline } from '../../components/charts/small-charts.js';
import { useTexts } from '../../i18n/texts.js';
import { lastDayHours, deliveredRate, totalDeliveries } from '../../integration/hours.js';
import { useRefreshInterval } from '../../integration/refresh-interval.js';
import { duration, recentTime } from '../../lib/china-time.js';
import { formatCount, percentRoundedDown } from '../../lib/numbers.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { SYSTEM_RESPONSES_CARD, REFUSED_PUSHES_CARD, useFailureText } from './exchanges.cards.js';
import { texts } from './texts.js';

/** The traffic of the connection, by direction. */
export const Directions = ({
  readers,
  webhooks,
  exchanges,
}: {
  readers: readonly FeedConsumer[];
  webhooks: readonly Webhook[];
  /** Of a laboratory only. */
  exchanges: LabExchanges | undefined;
}) => (
  <div className="directions">
    {webhooks.length > 0 && <DeliveriesTile webhooks={webhooks} />}
    <ReadersTile readers={readers} />
    {exchanges && <PushesTile exchanges={exchanges} />}
    {exchanges?.calls
      .filter(({ kind }) => kind === 'catalogue')
      .map((call) => (
        <CatalogueCallsTile key={call.kind} call={call} />
      ))}
  </div>
);

const scrollTo = (id: string): void => document.getElementById(id)?.scrollIntoView({ block: 'start' });

const Tile = ({
  icon,
  label,
  value,
  unit,
  note,
  course,
}: {
  icon: ReactElement;
  label: string;
  value: string;
  unit: string;
  note: ReactNode;
  course?: readonly number[];
}) => (
  <div className="card direction">
    <div className="aux muted row tight">
      {icon}
      {label}
      {course && (
        <span className="push direction-course">
          <Sparkline values={course} />
        </span>
      )}
    </div>
    <div className="direction-value numeric">
      {value}
      <small>{unit}</small>
    </div>
    <div className="aux secondary">{note}</div>
  </div>
);

const DeliveriesTile = ({ webhooks }: { webhooks: readonly Webhook[] }) => {
  const t = useTexts(texts);
  const live = useRefreshInterval();
  const hourQueries = useQueries({
    queries: webhooks.map(({ id }) => ({
      ...queryOptionsOf(listWebhookHours, { webhookId: id }),
      refetchInterval: live,
      meta: { quiet: true },
    })),
  });
  const hours = hourQueries.flatMap(({ data }) => data?.items ?? []);
  const { delivered, failed } = totalDeliveries(hours);
  const rate = deliveredRate(hours);
  const newest = Math.max(...hourQueries.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return (
    <Tile
      icon={<ArrowRight size={12} />}
      label={t('pushed')}
      value={formatCount(delivered)}
      unit={t('perDay')}
      note={
        rate === null ? (
          t('nothingPushed')
        ) : failed === 0 ? (
          t('allDelivered')
        ) : (
          <span className="danger-text">
            {t('notDelivered', { n: formatCount(failed), rate: percentRoundedDown(rate) })}
          </span>
        )
      }
      {...(rate === null
        ? {}
        : { course: lastDayHours(hours, newest).map(({ successes, failures }) => successes + failures) })}
    />
  );
};

const ReadersTile = ({ readers }: { readers: readonly FeedConsumer[] }) => {
  const t = useTexts(texts);
  const keys = readers.filter(({ kind, position }) => kind === 'key' && position !== null);
  const maxLagEvents = Math.max(0, ...keys.map(({ lagEvents }) => lagEvents));
  const maxLagSeconds = Math.max(0, ...keys.map(({ lagSeconds }) => lagSeconds));
  return (
    <Tile
      icon={<ArrowDown size={12} />}
      label={t('fetched')}
      value={formatCount(keys.length)}
      unit={t('readersUnit')}
      note={
        keys.length === 0
          ? t('nobodyReads')
          : maxLagEvents === 0
            ? t('allAtEnd')
            : t('mostBehind', { n: formatCount(maxLagEvents), time: duration(maxLagSeconds * 1_000) })
      }
    />
  );
};

/** Pushes of the laboratory's system in the last 24 hours. */
const PushesTile = ({ exchanges: { hours, refused } }: { exchanges: LabExchanges }) => {
  const t = useTexts(texts);
  const total = hours.reduce((sum, hour) => sum + hour.accepted + hour.refused, 0);
  const refusedCount = hours.reduce((sum, hour) => sum + hour.refused, 0);
  return (
    <Tile
      icon={<ArrowLeft size={12} />}
      label={t('sentBack')}
      value={formatCount(total)}
      unit={t('pushesPerDay')}
      note={
        <>
          {total === 0 ? t('nothingSentBack') : refusedCount === 0 ? t('allAccepted') : null}
          {refusedCount > 0 && (
            <span className="danger-text">{t('notAccepted', { n: formatCount(refusedCount) })}</span>
          )}{' '}
          {refused.length > 0 && (
            <button type="button" className="link-button dense" onClick={() => scrollTo(REFUSED_PUSHES_CARD)}>
              {t('seeReasons')}
            </button>
          )}
        </>
      }
      {...(total === 0 ? {} : { course: hours.map((hour) => hour.accepted + hour.refused) })}
    />
  );
};

const CatalogueCallsTile = ({ call }: { call: LabCallHealth }) => {
  const t = useTexts(texts);
  const failureText = useFailureText();
  const { lastMs, lastAt, failingSince } = call;
  return (
    <Tile
      icon={<Exchange size={12} />}
      label={t('asked.catalogue')}
      value={formatCount(lastMs)}
      unit="ms"
      note={
        <>
          {failingSince === null ? (
            t('answeredAt', { at: recentTime(lastAt) })
          ) : (
            <span className="danger-text">
              {t('failsSince', { at: recentTime(failingSince) })} {failureText(call)}
            </span>
          )}{' '}
          <button type="button" className="link-button dense" onClick={() => scrollTo(SYSTEM_RESPONSES_CARD)}>
            {t('seeAnswers')}
          </button>
        </>
      }
    />
  );
};
