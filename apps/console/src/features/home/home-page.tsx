import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { getConsignmentCounts, permissions } from '#contract';
import { Bars } from '../../components/bars.js';
import { Card } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { Failed, LoadingPage } from '../../components/page-states.js';
import { statusColour } from '../../components/status-tag.js';
import { formPlace, INCOMING_LIST, RAW_LIST } from '../../consignment/places.js';
import { waitingStatuses } from '../../consignment/row-actions.js';
import { useStatuses } from '../../consignment/statuses.js';
import { startConsignment } from '../../consignment/verbs.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { readOf } from '../../lib/queries.js';
import { hasRole, isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { Figure } from './figure.js';
import { texts } from './texts.js';
import { WaitingCard } from './waiting-card.js';
import './home.css';

/** What waits for this user, and how many consignments stand where. Every number leads to its list. */
const HomePage = () => {
  const t = useTexts(texts);
  const user = useUser();
  const readers = permissions['GetConsignmentCounts'];
  const reads = Array.isArray(readers) && hasRole(user, ...readers);
  return (
    <>
      <PageHeader title={t('workbench')} actions={isClient(user) && <NewConsignment />} />
      <div className="page-body scrolls">{reads ? <Workbench /> : <Card>{t('operator')}</Card>}</div>
    </>
  );
};

const NewConsignment = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const create = async () => {
    const id = await startConsignment();
    if (id) await navigate(formPlace(id));
  };
  return <Button intent="primary" icon={<Plus />} text={t('new')} onClick={() => void create()} />;
};

const Workbench = () => {
  const t = useTexts(texts);
  const user = useUser();
  const statuses = useStatuses();
  const counts = useQuery({ ...readOf(getConsignmentCounts, { consignType: 1 }), refetchInterval: 60_000 });
  if (counts.isPending) return <LoadingPage />;
  if (counts.isError) return <Failed title={t('failed')} error={counts.error} onRetry={() => void counts.refetch()} />;
  const of = (...wanted: readonly number[]): number => counts.data.byStatus.filter(({ consignStatus }) => wanted.includes(consignStatus)).reduce((sum, { count: some }) => sum + some, 0);
  const list = isTestingUnit(user) ? INCOMING_LIST : RAW_LIST;
  const placeOf = (wanted: readonly number[]): string => (wanted.length > 0 ? `${list}?status=${wanted.join(',')}` : list);
  const waiting = waitingStatuses(user);
  const detail = (wanted: readonly number[]): string => wanted.length < 2 ? '' : statuses.filter(({ status }) => wanted.includes(status) && of(status) > 0).map(({ status, name }) => t('detail', { n: count(of(status)), name })).join('，');
  return (
    <div className="home">
      <div className="figures">
        {waiting.length > 0 && <Figure label={t(isClient(user) ? 'waitingClient' : 'toAudit')} value={of(...waiting)} detail={detail(waiting)} to={placeOf(waiting)} urgent />}
        {isClient(user) && <Figure label={t('withLab')} value={of(20, 30)} detail={detail([20, 30])} to={placeOf([20, 30])} />}
        {!isClient(user) && <Figure label={t('toReceive')} value={of(30)} to={placeOf([30])} />}
        <Figure label={t('received')} value={of(60)} to={placeOf([60])} />
        <Figure label={t('total')} value={counts.data.total} to={list} />
      </div>
      <div className="home-cards">
        {waiting.length > 0 && <WaitingCard statuses={waiting} total={of(...waiting)} allPlace={placeOf(waiting)} />}
        <Card title={t('statuses')} extra={<span className="aux muted numeric">{t('rows', { n: count(counts.data.total) })}</span>}>
          <Bars title={t('statuses')} bars={statuses.map(({ status, name }) => ({ key: String(status), label: name, value: of(status), colour: statusColour(status), to: placeOf([status]) }))} />
        </Card>
      </div>
    </div>
  );
};

export default HomePage;
