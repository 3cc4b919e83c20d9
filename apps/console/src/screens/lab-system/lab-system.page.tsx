import { Button } from '@blueprintjs/core';
import { Code, Exchange, LabTest, Office, Pause, Play, SendMessage } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { getLabExchanges, listAccessKeys, listFeedConsumers, listWebhooks } from '#contract';
import { UNIT_TYPE } from '#events';
import { LinkButton } from '../../components/link-button.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingPage } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { type ConnectedUnit, unitQuery, useConnectedUnit } from '../../integration/connected-unit.js';
import '../../integration/integration.css';
import { isRefreshPaused, useRefreshInterval } from '../../integration/refresh-interval.js';
import { openTestEventDialog } from '../../integration/test-event.dialog.js';
import { EndpointProblem } from '../../integration/endpoint-problem.js';
import { hasProblem } from '../../integration/webhooks.js';
import { EVENT_CATALOGUE, unitManagerPath, webhookPath } from '../../lib/paths.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useStore } from '../../lib/store.js';
import { useUser } from '../../lib/session.js';
import { useViewTitle } from '../../lib/view.js';
import { AccessKeysCard } from './access-keys.card.js';
import { Directions } from './directions.js';
import { EndpointsCard } from './endpoints.card.js';
import { SystemResponsesCard, CatalogueProblem, RefusedPushesCard } from './exchanges.cards.js';
import { FirstSteps, connectionProgress, hiddenStepsPreference } from './first-steps.js';
import './lab-system.css';
import { OutgoingCard } from './outgoing.card.js';
import { ReadersCard } from './readers.card.js';
import { texts } from './texts.js';

/**
 * The connections of a unit's own system: keys, endpoints, readers and their positions (002 ILIS, EM-010; pictures 21,
 * 21c).
 */
const LabSystemPage = () => {
  const { unit, isUnitMissing: none, error, retry } = useConnectedUnit();
  const t = useTexts(texts);
  if (none) return <WhichUnit />;
  if (error)
    return (
      <>
        <PageHeader />
        <ErrorState title={t('failedToLoad')} error={error} onRetry={retry} />
      </>
    );
  return unit ? <Connections key={unit.unitId ?? ''} unit={unit} /> : <LoadingPage />;
};

/** An administrator comes here from the lists of units. */
const WhichUnit = () => {
  const t = useTexts(texts);
  return (
    <>
      <PageHeader />
      <div className="page-body">
        <div className="card list-card">
          <EmptyState
            icon={<Exchange size={28} />}
            title={t('whichUnit')}
            actions={
              <>
                <LinkButton
                  icon={<LabTest />}
                  text={t('testingUnits')}
                  to={unitManagerPath(UNIT_TYPE.laboratory, {})}
                />
                <LinkButton icon={<Office />} text={t('consigningUnits')} to={unitManagerPath(UNIT_TYPE.client, {})} />
              </>
            }
          >
            {t('whichUnitHint')}
          </EmptyState>
        </div>
      </div>
    </>
  );
};

const Connections = ({ unit }: { unit: ConnectedUnit }) => {
  const t = useTexts(texts);
  const user = useUser();
  const live = useRefreshInterval();
  const liveOptions = { refetchInterval: live, meta: { quiet: true } } as const;
  const keys = useQuery({ ...queryOptionsOf(listAccessKeys, unitQuery(unit)), ...liveOptions });
  const readers = useQuery({ ...queryOptionsOf(listFeedConsumers, unitQuery(unit)), ...liveOptions });
  const endpoints = useQuery({ ...queryOptionsOf(listWebhooks, unitQuery(unit)), ...liveOptions });
  const exchanges = useQuery({
    ...queryOptionsOf(getLabExchanges, unitQuery(unit)),
    ...liveOptions,
    enabled: unit.type === UNIT_TYPE.laboratory,
  });
  const webhooks = endpoints.data?.items;
  const hidden = useStore(hiddenStepsPreference);
  useViewTitle(unit.unitId === null ? null : t('titleOf', { name: unit.name }));
  const progress = connectionProgress(keys.data?.items ?? [], readers.data?.items ?? [], webhooks ?? []);
  const isNew = keys.data !== undefined && !progress.hasUsed && !progress.isFollowing;
  const ownKey = unit.unitId ?? user.unitId ?? '';
  const showsFirstSteps = isNew || (!progress.isFollowing && !hidden.includes(ownKey));
  return (
    <>
      <PageHeader
        {...(unit.unitId === null ? {} : { title: unit.name })}
        tag={<span className="page-subtitle">{t(isNew ? 'notConnected' : 'subtitle')}</span>}
        actions={
          <>
            {!isNew && <PauseRefreshButton />}
            <LinkButton variant="outlined" icon={<Code />} text={t('eventCatalogue')} to={EVENT_CATALOGUE} />
            {webhooks !== undefined && webhooks.some(({ state }) => state === 'active') && (
              <Button
                intent="primary"
                icon={<SendMessage />}
                text={t('sendTest')}
                onClick={() => void openTestEventDialog(webhooks.filter(({ state }) => state === 'active'))}
              />
            )}
          </>
        }
      />
      <div className="page-body scrolls">
        {keys.isPending ? (
          <LoadingPage />
        ) : keys.data === undefined ? (
          <div className="card list-card">
            <ErrorState title={t('failedToLoad')} error={keys.error} onRetry={() => void keys.refetch()} />
          </div>
        ) : (
          <div className="lab-system">
            {(webhooks ?? []).filter(hasProblem).map((webhook) => (
              <EndpointProblem key={webhook.id} webhook={webhook}>
                <LinkButton
                  size="small"
                  variant="minimal"
                  text={t('seeFailures')}
                  to={webhookPath(webhook.id, { unitId: unit.unitId, state: 'waiting' })}
                />
              </EndpointProblem>
            ))}
            {exchanges.data?.calls
              .filter(({ kind, failingSince }) => kind === 'catalogue' && failingSince !== null)
              .map((call) => (
                <CatalogueProblem key={call.kind} unit={unit} call={call} />
              ))}
            {!isNew && readers.data && (
              <Directions readers={readers.data.items} webhooks={webhooks ?? []} exchanges={exchanges.data} />
            )}
            <div className="lab-columns">
              <div className="stack">
                {showsFirstSteps && (
                  <FirstSteps
                    unit={unit}
                    progress={progress}
                    {...(isNew ? {} : { onHide: () => hiddenStepsPreference.set((current) => [...current, ownKey]) })}
                  />
                )}
                {!isNew && (
                  <EndpointsCard
                    unit={unit}
                    webhooks={webhooks}
                    error={endpoints.error}
                    onRetry={() => void endpoints.refetch()}
                  />
                )}
                <RefusedPushesCard refused={exchanges.data?.refused ?? []} />
                {unit.type === UNIT_TYPE.laboratory && <OutgoingCard unit={unit} />}
                {keys.data.items.length > 0 && <AccessKeysCard unit={unit} keys={keys.data.items} />}
              </div>
              <div className="stack">
                {isNew ? (
                  <NoSystem unit={unit} />
                ) : (
                  <ReadersCard
                    readers={readers.data?.items}
                    troubled={new Set((webhooks ?? []).filter(hasProblem).map(({ id }) => id))}
                    error={readers.error}
                    onRetry={() => void readers.refetch()}
                  />
                )}
                {unit.type === UNIT_TYPE.laboratory && (
                  <SystemResponsesCard
                    unit={unit}
                    exchanges={exchanges.data}
                    error={exchanges.error}
                    onRetry={() => void exchanges.refetch()}
                  />
                )}
              </div>
            </div>
          </div>
        )}
      </div>
    </>
  );
};

const PauseRefreshButton = () => {
  const t = useTexts(texts);
  const isPaused = useStore(isRefreshPaused);
  return (
    <Button
      variant="minimal"
      icon={isPaused ? <Play /> : <Pause />}
      text={t(isPaused ? 'goOnReading' : 'holdReading')}
      aria-pressed={isPaused}
      onClick={() => isRefreshPaused.set(!isPaused)}
    />
  );
};

const NoSystem = ({ unit }: { unit: ConnectedUnit }) => {
  const t = useTexts(texts);
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('noSystem')}</h2>
      </div>
      <div className="card-body dense secondary">
        {t(unit.type === UNIT_TYPE.laboratory ? 'noSystemLab' : 'noSystemClient')}
      </div>
    </section>
  );
};

export default LabSystemPage;
