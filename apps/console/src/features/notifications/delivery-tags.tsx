import { type Intent, Tag } from '@blueprintjs/core';
import type { DeliveryState, NotificationView } from '#contract';
import { MessageFailure } from '../../components/message-failure.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { texts } from './texts.js';

const INTENT: Record<DeliveryState, Intent> = { queued: 'none', sent: 'success', failed: 'danger' };

/** By which ways a message went out, and what became of it. */
export const DeliveryTags = ({ deliveries }: { deliveries: NotificationView['deliveries'] }) => {
  const t = useTexts(texts);
  return deliveries.map(({ channel, state, failure, at, isRepeat }) => (
    <span key={channel} className="delivery" title={dateTime(at)}>
      <Tag minimal intent={INTENT[state]}>
        {t(channel)} {t(state === 'failed' ? 'stateFailed' : state)}
        {isRepeat && ` · ${t('again')}`}
      </Tag>
      {state === 'failed' && (
        <span className="aux muted">
          <MessageFailure code={failure} />
        </span>
      )}
    </span>
  ));
};
