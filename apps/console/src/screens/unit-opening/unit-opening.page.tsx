import { Button, Tag } from '@blueprintjs/core';
import { CrossCircle, InfoSign, Refresh, Time } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { getOwnUnitOpening, type OwnUnitOpening } from '#contract';
import { Card, ReadOnlyFields } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { dateTime, timeOfDay } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { userQuery } from '../../lib/session.js';
import { texts } from './texts.js';
import './unit-opening.css';

/** Interval at which the page checks whether the unit was opened; it also checks when the window becomes active. */
const REFRESH_MS = 15_000;

/**
 * The page for users of a unit that was never opened: who registered it, that it waits or why it was refused, and what
 * they can do meanwhile. Once the unit is open, the user is read again and the guard leads home.
 */
const UnitOpeningPage = () => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    ...queryOptionsOf(getOwnUnitOpening),
    refetchInterval: REFRESH_MS,
    meta: { quiet: true },
  });
  const isOpen = data === null;
  useEffect(() => {
    if (!isOpen) return;
    toastSuccess(textOf(texts, 'opened'));
    void queries.invalidateQueries({ queryKey: userQuery.queryKey });
  }, [isOpen, queries]);
  return (
    <>
      <PageHeader
        actions={
          <Button icon={<Refresh />} text={t('look')} loading={isFetching && !isOpen} onClick={() => void refetch()} />
        }
      />
      {data ? (
        <div className="page-body scrolls">
          <div className="unit-opening">
            <OpeningState opening={data} />
            <WaitingHints isWaiting={data.state === 'waiting'} />
            <p className="aux muted numeric">{t('looked', { time: timeOfDay(new Date(dataUpdatedAt)) })}</p>
          </div>
        </div>
      ) : error ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingPage />
      )}
    </>
  );
};

const OpeningState = ({ opening }: { opening: OwnUnitOpening }) => {
  const t = useTexts(texts);
  const { state, unitName: unit, reason } = opening;
  const isRefused = state === 'refused';
  return (
    <Card>
      <div className={`unit-opening-head ${state}`} role="status">
        {isRefused ? <CrossCircle size={28} /> : <Time size={28} />}
        <div>
          <h2>{t(state)}</h2>
          <p>{t(isRefused ? 'refusedText' : 'waitingText', { unit })}</p>
          {isRefused && <p className="strong">{reason === '' ? t('noReason') : t('reason', { reason })}</p>}
        </div>
      </div>
      <ReadOnlyFields
        columns={2}
        items={[
          [t('unit'), unit],
          [t('kind'), t(`kind.${opening.unitType}`)],
          [t('registeredBy'), opening.registeredBy || t('byPlatform')],
          [
            t('registeredAt'),
            <span key="at" className="numeric">
              {dateTime(opening.registeredAt)}
            </span>,
          ],
          [
            t('state'),
            <Tag key="state" minimal intent={isRefused ? 'danger' : 'warning'}>
              {t(isRefused ? 'stateRefused' : 'stateWaiting')}
            </Tag>,
          ],
        ]}
      />
    </Card>
  );
};

const WaitingHints = ({ isWaiting }: { isWaiting: boolean }) => {
  const t = useTexts(texts);
  const contact = useBranding()?.supportContact;
  return (
    <Card title={t('meanwhile')}>
      <ul>
        <li>
          {t('canAccount')} <Link to="/account">{t('account')}</Link>
        </li>
        <li>
          {t('canMessages')} <Link to="/messages">{t('messages')}</Link>
        </li>
        {isWaiting && <li>{t('canLeave')}</li>}
        <li>{contact ? t('contact', { contact }) : t('contactNobody')}</li>
      </ul>
      <div className="note info">
        <InfoSign size={14} />
        {t('cannot')}
      </div>
    </Card>
  );
};

export default UnitOpeningPage;
