import { Button, HTMLSelect } from '@blueprintjs/core';
import { Inbox, Plus, Error as ErrorIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, Link } from 'react-router-dom';
import { permissions, listJobs } from '#contract';
import { streamName } from '#domain/event-sourcing';
import { webhook } from '#domain/lab-systems';
import { CONSIGN_STATUS, ROLE } from '#events';
import { Card } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { formPath, INCOMING_LIST, streamPath, webhookPath } from '../../lib/paths.js';
import { startConsignment, WAITING_STATUSES, waitingStatuses } from '../../consignment/actions.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { CHINA, dateTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { hasRole, isClient, isTestingUnit, useUser } from '../../lib/session.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { KINDS, listsForFigure, countAtStatuses, useDashboard, useKind } from './dashboard.js';
import { AgeingCard, Figures, StatusCard, TurnaroundCard, VolumeCard } from './figures.js';
import './home.css';
import { AttentionCard, LaboratoriesCard } from './platform-cards.js';
import { texts } from './texts.js';
import { WaitingCard } from './waiting-card.js';

/** More than this are counted, not listed. */
const MAX_ROWS = 6;

/**
 * Failing endpoints of units, for operators and administrators (picture 24); nothing if there are none. The links of an
 * administrator lead to the deliveries, those of an operator to the recorded events, because the unit's system concerns
 * only the unit.
 */
const FailingEndpoints = () => {
  const t = useTexts(texts);
  const user = useUser();
  // The count beside the menu entry uses the same query.
  const { data } = useQuery({
    ...queryOptionsOf(listJobs, { state: 'failed', maxResultCount: 1 }),
    refetchInterval: 60_000,
    meta: { quiet: true },
  });
  const failing = data?.failingEndpoints ?? [];
  if (failing.length === 0) return null;
  const isAdministrator = hasRole(user, ROLE.admin);
  return (
    <Card
      title={t('endpointsFailing')}
      padded={false}
      extra={<span className="aux muted">{t('items', { n: failing.length })}</span>}
    >
      <ul className="attention">
        {failing.slice(0, MAX_ROWS).map(({ webhookId, unitId, unitName, host, state, failingSince, waiting }) => (
          <li key={webhookId}>
            <ErrorIcon className="grave" />
            <div className="grow">
              <div className="dense strong">{unitName}</div>
              <div className="aux secondary">
                <span className="mono">{host}</span>{' '}
                {state === 'disabled'
                  ? t('endpointDisabled')
                  : failingSince !== null && t('endpointFailing', { time: dateTime(failingSince) })}
                {waiting > 0 && ` · ${t('endpointWaiting', { n: formatCount(waiting) })}`}
              </div>
            </div>
            <Link
              className="dense nowrap"
              aria-label={`${t(isAdministrator ? 'seeDeliveries' : 'seeEvents')} ${unitName}`}
              to={isAdministrator ? webhookPath(webhookId, { unitId }) : streamPath(streamName(webhook, webhookId))}
            >
              {t(isAdministrator ? 'seeDeliveries' : 'seeEvents')}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const LOCALES = { zh: 'zh-CN', en: 'en-GB', es: 'es-ES' } as const;

/** The workbench: what waits for this user, how much arrives and how long it takes. Every number links to its list. */
const HomePage = () => {
  const t = useTexts(texts);
  const user = useUser();
  const readers = permissions['GetStatistic'];
  if (Array.isArray(readers) && hasRole(user, ...readers)) return <Workbench />;
  return (
    <>
      <PageHeader title={t('workbench')} />
      <div className="page-body scrolls">
        <div className="home">
          <Card>{t(hasRole(user, ROLE.operator) ? 'operator' : 'ofMadeRoles')}</Card>
          {hasRole(user, ROLE.operator) && <FailingEndpoints />}
        </div>
      </div>
    </>
  );
};

/** The day of the figures, beside the title; screen readers read the time below the figures. */
const Today = ({ countedAt }: { countedAt: string }) => (
  <span className="page-code" aria-hidden>
    {new Date(countedAt).toLocaleDateString(LOCALES[language()], {
      month: 'long',
      day: 'numeric',
      weekday: 'long',
      ...CHINA,
    })}
  </span>
);

const NewConsignment = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const create = async () => {
    const id = await startConsignment();
    if (id) await navigate(formPath(id));
  };
  return <Button intent="primary" icon={<Plus />} text={t('new')} onClick={() => void create()} />;
};

const Workbench = () => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [kind, chooseKind] = useKind();
  const { data: board, isError, error, refetch } = useDashboard(kind);
  const platform = !isClient(user) && !isTestingUnit(user);
  // The card of a testing unit is its queue of audits; its receipts are a figure above.
  const queue = isTestingUnit(user) ? [CONSIGN_STATUS.underAudit] : waitingStatuses(user);
  const toAudit = board ? countAtStatuses(board, [CONSIGN_STATUS.underAudit]) : 0;
  const ages = platform ? [...WAITING_STATUSES.lab, ...WAITING_STATUSES.client] : waitingStatuses(user);
  return (
    <>
      <PageHeader
        title={
          <>
            {t(platform ? 'running' : 'workbench')}
            {board && <Today countedAt={board.countedAt} />}
          </>
        }
        actions={
          <>
            <HTMLSelect
              aria-label={t('kind')}
              value={kind ?? ''}
              options={[
                { value: '', label: t('allKinds') },
                ...KINDS.map((option) => ({ value: option, label: t(`kind.${option}`) })),
              ]}
              onChange={({ currentTarget }) =>
                chooseKind(KINDS.find((candidate) => String(candidate) === currentTarget.value))
              }
            />
            {isClient(user) && <NewConsignment />}
            {isTestingUnit(user) && (
              <Button
                intent="primary"
                icon={<Inbox />}
                text={t('process', { n: formatCount(toAudit) })}
                disabled={toAudit === 0}
                onClick={() =>
                  void navigate(
                    listsForFigure(t, user, kind, { statuses: [CONSIGN_STATUS.underAudit], oldestFirst: true })[0]
                      ?.to ?? INCOMING_LIST,
                  )
                }
              />
            )}
          </>
        }
      />
      {!board &&
        (isError ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : <LoadingPage />)}
      {board && (
        <div className="page-body scrolls">
          <div className="home">
            <Figures board={board} kind={kind} />
            <div className="home-cards">
              {queue.length > 0 && <WaitingCard kind={kind} statuses={queue} total={countAtStatuses(board, queue)} />}
              {board.platform && <LaboratoriesCard laboratories={board.platform.laboratories} />}
              <div className="home-stack">
                {board.attention && <FailingEndpoints />}
                {board.attention && <AttentionCard board={board} attention={board.attention} />}
                <StatusCard board={board} kind={kind} />
              </div>
              <VolumeCard board={board} kind={kind} />
              <div className="home-stack">
                <TurnaroundCard board={board} />
                <AgeingCard board={board} kind={kind} statuses={ages} />
              </div>
            </div>
            <p className="aux muted numeric home-asof">{t('asOf', { time: dateTime(board.countedAt) })}</p>
          </div>
        </div>
      )}
    </>
  );
};

export default HomePage;
