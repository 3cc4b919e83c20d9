import { Button, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMessages } from '#contract';
import { Card } from '../../components/field.js';
import { MessageFailure } from '../../components/message-failure.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { listOptions } from '../../lib/list-query.js';
import { texts } from './texts.js';

const PAGE = 10;

/** Messages that were sent to the user, the newest first (002 US-009). */
export const MessagesCard = () => {
  const t = useTexts(texts);
  const [shown, setShown] = useState(PAGE);
  const { data, isPending, isError } = useQuery(listOptions(getMessages, { skipCount: 0, maxResultCount: shown }));
  const { items = [], totalCount = 0 } = data?.data ?? {};
  return (
    <Card
      title={t('messages')}
      after={<span className="aux muted numeric">{totalCount > 0 && totalCount}</span>}
      padded={false}
    >
      {items.length === 0 && (
        <div className="card-body secondary">{isPending ? t('loading') : t(isError ? 'loadFailed' : 'noMessages')}</div>
      )}
      <ul className="account-messages">
        {items.map(({ id, sendTime, msgContent, sendStatus, failure }) => (
          <li key={id}>
            <span className="numeric muted">{dateTime(sendTime)}</span>
            <span>
              {msgContent}
              {failure !== '' && (
                <div className="aux muted">
                  <MessageFailure code={failure} />
                </div>
              )}
            </span>
            <Tag minimal intent={sendStatus === 1 ? 'success' : 'danger'}>
              {t(sendStatus === 1 ? 'sent' : 'sendFailed')}
            </Tag>
          </li>
        ))}
      </ul>
      {totalCount > shown && (
        <div className="card-body">
          <Button variant="minimal" text={t('more')} onClick={() => setShown(shown + PAGE)} />
        </div>
      )}
    </Card>
  );
};
