import { SendMessage } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type EventType, listWebhooks } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { openTestEventDialog } from '../../integration/test-event.dialog.js';
import { acceptsType } from '../../integration/webhooks.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';

/** Sends this type to an endpoint of the own unit that takes it; without one it stays, with the reason. */
export const TestVerb = ({ type }: { type: EventType }) => {
  const t = useTexts(texts);
  const { unitId } = useUser();
  const { data } = useQuery({ ...queryOptionsOf(listWebhooks, {}), enabled: unitId !== null, meta: { quiet: true } });
  const taking = (data?.items ?? []).filter((webhook) => webhook.state === 'active' && acceptsType(webhook, type.name));
  const isOff = taking.length === 0;
  return (
    <button
      type="button"
      className="code-verb"
      aria-disabled={isOff}
      title={isOff ? t('noEndpoint') : undefined}
      onClick={isOff ? undefined : () => void openTestEventDialog(taking, { type: type.name })}
    >
      <SendMessage size={12} />
      {t('sendThis')}
      {isOff && <span className="only-heard">{t('noEndpoint')}</span>}
    </button>
  );
};
