import { Button } from '@blueprintjs/core';
import { AutomaticUpdates, Edit, Pause, Play, Repeat, SendMessage, Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { getWebhook, listWebhookHours, type Webhook } from '#contract';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { StateMark } from '../../components/state-mark.js';
import { MoreMenu } from '../../components/action-menu.js';
import { useTexts } from '../../i18n/texts.js';
import { confirmDelete, confirmPause, confirmRotateSecret, resume } from '../../integration/endpoint-actions.js';
import { openEditEndpointDialog } from '../../integration/endpoint.dialog.js';
import '../../integration/integration.css';
import { useRefreshInterval } from '../../integration/refresh-interval.js';
import { openTestEventDialog } from '../../integration/test-event.dialog.js';
import { texts as integrationTexts } from '../../integration/texts.js';
import { EndpointProblem } from '../../integration/endpoint-problem.js';
import { hasProblem, webhookName, webhookState } from '../../integration/webhooks.js';
import { formatCount } from '../../lib/numbers.js';
import { labSystemPath } from '../../lib/paths.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useViewTitle } from '../../lib/view.js';
import { Deliveries } from './deliveries.js';
import { Overview } from './overview.js';
import { openRedeliverDialog } from './redeliver.dialog.js';
import { texts } from './texts.js';
import './webhook.css';

/** One endpoint: its state, its secrets, and the result of each event (picture 22). */
const WebhookPage = () => {
  const { webhookId = '' } = useParams();
  const t = useTexts(texts);
  const webhookQuery = useQuery({
    ...queryOptionsOf(getWebhook, { webhookId }),
    refetchInterval: useRefreshInterval(),
    meta: { quiet: true },
  });
  if (webhookQuery.data) return <Endpoint key={webhookId} webhook={webhookQuery.data} />;
  if (webhookQuery.isPending) return <LoadingPage />;
  return (
    <>
      <PageHeader />
      <div className="page-body">
        <div className="card list-card">
          <ErrorState
            title={t('failedToLoad')}
            error={webhookQuery.error}
            onRetry={() => void webhookQuery.refetch()}
          />
        </div>
      </div>
    </>
  );
};

const Endpoint = ({ webhook }: { webhook: Webhook }) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const hours = useQuery({
    ...queryOptionsOf(listWebhookHours, { webhookId: webhook.id }),
    refetchInterval: useRefreshInterval(),
    meta: { quiet: true },
  });
  const name = webhookName(webhook);
  useViewTitle(t('tabTitle', { name }));
  const { mark, text } = webhookState(webhook, s);
  const isActive = webhook.state === 'active';
  const redeliver = async (eventIds: readonly string[]) => {
    if (await openRedeliverDialog(webhook, eventIds)) setSelectedIds(new Set());
  };
  const remove = async () => {
    if (await confirmDelete(webhook)) await navigate(labSystemPath(query.get('unitId')));
  };
  const test = () => void openTestEventDialog([webhook]);
  const pause = () => void confirmPause(webhook);
  return (
    <>
      <PageHeader
        title={<span className="ellipsis">{name}</span>}
        tag={
          <>
            <span className="webhook-state">
              <StateMark mark={mark}>{text}</StateMark>
            </span>
            <span className="mono secondary only-roomy webhook-url" title={webhook.url}>
              {webhook.url}
            </span>
          </>
        }
        actions={
          <>
            {isActive ? (
              <>
                <span className="only-roomy">
                  <Button variant="outlined" icon={<SendMessage />} text={s('sendTest')} onClick={test} />
                </span>
                <span className="only-roomy">
                  <Button variant="outlined" icon={<Pause />} text={t('pause')} onClick={pause} />
                </span>
              </>
            ) : (
              <Button variant="outlined" icon={<Play />} text={s('goOn')} onClick={() => void resume(webhook)} />
            )}
            <MoreMenu
              name={name}
              outlined
              actions={[
                {
                  key: 'edit',
                  text: t('editAsk'),
                  icon: <Edit />,
                  onPress: () => void openEditEndpointDialog(webhook),
                },
                {
                  key: 'test',
                  text: t('testAsk'),
                  icon: <SendMessage />,
                  reason: isActive ? null : text,
                  onPress: test,
                },
                { key: 'pause', text: t('pauseAsk'), icon: <Pause />, reason: isActive ? null : text, onPress: pause },
                {
                  key: 'secret',
                  text: t('rotateAsk'),
                  icon: <AutomaticUpdates />,
                  hint: t('bothADay'),
                  onPress: () => void confirmRotateSecret(webhook),
                },
                {
                  key: 'delete',
                  text: t('deleteAsk'),
                  icon: <Trash />,
                  isDanger: true,
                  hint: webhook.waiting > 0 ? t('losesWaiting', { n: formatCount(webhook.waiting) }) : '',
                  onPress: () => void remove(),
                },
              ]}
            />
            <Button
              intent="primary"
              icon={<Repeat />}
              text={t('redeliverAsk')}
              onClick={() => void redeliver([...selectedIds])}
            />
          </>
        }
      />
      <div className="page-body webhook">
        {hasProblem(webhook) && <EndpointProblem webhook={webhook} />}
        <Overview
          webhook={webhook}
          hours={hours.data?.items}
          lastWeek={hours.data?.lastWeek}
          readAt={hours.dataUpdatedAt}
        />
        <Deliveries
          webhook={webhook}
          selectedIds={selectedIds}
          onChoose={setSelectedIds}
          onRedeliver={(eventIds) => void redeliver(eventIds)}
        />
      </div>
    </>
  );
};

export default WebhookPage;
