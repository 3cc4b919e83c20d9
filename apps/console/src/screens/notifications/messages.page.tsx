import { Button, Switch, Tab, Tabs } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { listNotifications } from '#contract';
import { ROLE } from '#events';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { toastSuccess } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { listOptions } from '../../lib/list-query.js';
import { hasRole, useUser } from '../../lib/session.js';
import { NotificationList } from './bell.js';
import { SentMessages } from './sent-messages.js';
import { texts } from './texts.js';
import { markAllRead, useMessageFilters } from './use-notifications.js';

const SIZES = [20, 50] as const;

/** The user's messages, newest first; all messages on this page can be marked as read at once. */
const OwnMessages = () => {
  const t = useTexts(texts);
  const [{ page, size, unread }, change] = useMessageFilters();
  const list = useQuery(
    listOptions(listNotifications, {
      skipCount: (page - 1) * size,
      maxResultCount: size,
      ...(unread ? { unread: 'true' } : {}),
    }),
  );
  const result = list.data?.data;
  const [newest] = result?.items ?? [];
  const readAll = async () => {
    if (!newest) return;
    await markAllRead(newest.raisedAt);
    toastSuccess(t('wasReadAll'));
  };
  return (
    <div className="card list-card">
      <div className="filter-bar">
        <Switch
          className="message-switch"
          checked={unread}
          label={t('unreadOnly')}
          onChange={(event) => change({ unread: event.currentTarget.checked })}
        />
        <Button
          className="push"
          variant="outlined"
          text={t('readAll')}
          disabled={!newest || page > 1 || result?.unreadCount === 0}
          onClick={() => void readAll().catch(reportFailure)}
        />
      </div>
      <LoadedRows
        query={list}
        rows={result?.items}
        skeletonRows={8}
        failedTitle={t('failed')}
        empty={
          <EmptyState icon={<Notifications size={28} />} title={t(unread ? 'noneUnread' : 'none')}>
            {t(unread ? 'noneUnreadHint' : 'noneHint')}
          </EmptyState>
        }
      >
        {(items) => (
          <div className="message-scroll">
            <NotificationList items={items} label={t('mine')} withDeliveries />
          </div>
        )}
      </LoadedRows>
      {result && (
        <Pager
          page={page}
          pageSize={size}
          total={result.totalCount}
          sizes={SIZES}
          onPage={(to) => change({ page: to })}
          onPageSize={(to) => change({ size: to })}
        />
      )}
    </div>
  );
};

/** Message centre: the user's own messages, and for unit managers those of the people of their unit. */
const MessagesPage = () => {
  const t = useTexts(texts);
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const seesAllUnits = user.unitId === null;
  const managesMessages =
    hasRole(user, ROLE.client, ROLE.lab, ROLE.admin, ROLE.operator) ||
    (user.permissions?.includes('Messages.Manage') ?? false);
  const tab = managesMessages && query.get('tab') === 'unit' ? 'unit' : 'mine';
  const content = tab === 'unit' ? <SentMessages /> : <OwnMessages />;
  return (
    <>
      <PageHeader />
      <div className="page-body scrolls">
        {managesMessages && (
          <Tabs
            id="messages"
            className="message-tabs"
            selectedTabId={tab}
            onChange={(to) => setQuery(to === 'unit' ? { tab: 'unit' } : {})}
            renderActiveTabPanelOnly
          >
            <Tab id="mine" title={t('mine')} />
            <Tab id="unit" title={t(seesAllUnits ? 'everybody' : 'unit')} />
          </Tabs>
        )}
        {/* The panel that the tabs name by Blueprint's ids. */}
        {managesMessages ? (
          <div
            role="tabpanel"
            className="message-panel"
            id={`bp6-tab-panel_messages_${tab}`}
            aria-labelledby={`bp6-tab-title_messages_${tab}`}
          >
            {content}
          </div>
        ) : (
          content
        )}
      </div>
    </>
  );
};

export default MessagesPage;
