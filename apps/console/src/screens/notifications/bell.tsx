import { Button, PopoverNext, Tag } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { listNotifications, type NotificationView } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/china-time.js';
import { reportFailure } from '../../lib/failures.js';
import { listOptions } from '../../lib/list-query.js';
import { useUser } from '../../lib/session.js';
import './notifications.css';
import { MESSAGES } from '../../lib/paths.js';
import { DeliveryTags } from './sent-messages.js';
import { texts } from './texts.js';
import { markAllRead, markRead, notificationPath, sentenceOf, subjectOf, useUnreadCount } from './use-notifications.js';

/**
 * Messages in a list; pressing one marks it as read and opens its object. `onOpen` closes the surrounding popover or
 * drawer.
 */
export const NotificationList = ({
  items,
  label,
  withDeliveries = false,
  onOpen,
}: {
  items: readonly NotificationView[];
  label: string;
  withDeliveries?: boolean;
  onOpen?: () => void;
}) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const open = (item: NotificationView) => {
    if (!item.isRead) void markRead(item.id).catch(reportFailure);
    onOpen?.();
    void navigate(notificationPath(item, user));
  };
  return (
    <ul className="notification-list" aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className={item.isRead ? '' : 'unread'}>
          <button type="button" className="notification" onClick={() => open(item)}>
            <span className="notification-head">
              <span className="strong">{subjectOf(item)}</span>
              {!item.isRead && (
                <Tag minimal round intent="primary">
                  {t('unread')}
                </Tag>
              )}
              <span className="push aux muted numeric">{shortTime(item.raisedAt)}</span>
            </span>
            <span className="secondary dense">{sentenceOf(item)}</span>
          </button>
          {withDeliveries && item.deliveries.length > 0 && (
            <div className="notification-deliveries">
              <DeliveryTags deliveries={item.deliveries} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};

const LATEST = 8;
const MAX_VISIBLE_COUNT = 99;

const Latest = ({ onClose }: { onClose(): void }) => {
  const t = useTexts(texts);
  const { data, isPending } = useQuery(listOptions(listNotifications, { maxResultCount: LATEST }));
  const { items = [], unreadCount = 0 } = data?.data ?? {};
  const [newest] = items;
  return (
    <div className="bell-box" role="region" aria-label={t('latest')}>
      <div className="row bell-head">
        <span className="strong">{t('latest')}</span>
        <Button
          className="push"
          size="small"
          variant="minimal"
          text={t('readAll')}
          disabled={unreadCount === 0 || !newest}
          onClick={() => newest && void markAllRead(newest.raisedAt).catch(reportFailure)}
        />
      </div>
      {items.length === 0 && (
        <p className="muted dense bell-none">{t(isPending ? 'loading' : data ? 'none' : 'failed')}</p>
      )}
      <NotificationList items={items} label={t('latest')} onOpen={onClose} />
      <Link className="bell-all" to={MESSAGES} onClick={onClose}>
        {t('all')}
      </Link>
    </div>
  );
};

/** The number of unread messages, and the newest of all messages. */
export const Bell = () => {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const unread = useUnreadCount();
  const countText = unread > MAX_VISIBLE_COUNT ? `${MAX_VISIBLE_COUNT}+` : String(unread);
  return (
    <PopoverNext
      content={<Latest onClose={() => setOpen(false)} />}
      placement="bottom-end"
      animation="minimal"
      isOpen={isOpen}
      onInteraction={setOpen}
    >
      <Button
        variant="minimal"
        size="large"
        aria-label={unread > 0 ? t('bell', { n: countText }) : t('bellNone')}
        icon={
          <span className="with-badge">
            <Notifications size={18} />
            {unread > 0 && <i className="badge">{countText}</i>}
          </span>
        }
      />
    </PopoverNext>
  );
};
