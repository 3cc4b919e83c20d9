import { Tag } from '@blueprintjs/core';
import { useNavigate } from 'react-router-dom';
import type { NotificationView } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { shortTime } from '../../lib/format.js';
import { useUser } from '../../lib/session.js';
import { DeliveryTags } from './delivery-tags.js';
import { placeOf, sentenceOf, subjectOf } from './notification-words.js';
import './notifications.css';
import { texts } from './texts.js';
import { markRead } from './use-notifications.js';

/** Messages one below the other; pressing one reads it and leads to what it is about. `onOpen` closes what it stands in. */
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
    void navigate(placeOf(item, user));
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
