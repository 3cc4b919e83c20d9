import { Button, PopoverNext } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listNotifications } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { listOptions } from '../../lib/list-query.js';
import { NotificationList } from './notification-list.js';
import { MESSAGES } from './places.js';
import { texts } from './texts.js';
import { markAllRead, useUnreadCount } from './use-notifications.js';

const LATEST = 8;
const MOST_SHOWN = 99;

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

/** What the user has not read, and the newest of all messages. */
export const Bell = () => {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const unread = useUnreadCount();
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
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
        aria-label={unread > 0 ? t('bell', { n: shown }) : t('bellNone')}
        icon={
          <span className="with-badge">
            <Notifications size={18} />
            {unread > 0 && <i className="badge">{shown}</i>}
          </span>
        }
      />
    </PopoverNext>
  );
};
