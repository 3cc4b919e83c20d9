import { useQuery } from '@tanstack/react-query';
import { listWebhooks } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { hasProblem } from '../../integration/webhooks.js';
import { count } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';

const LOOK_EVERY_MS = 60_000;

/** How many endpoints of the own unit accept nothing. An administrator has none. */
export const TroubleBadge = () => {
  const t = useTexts(texts);
  const { unitId } = useUser();
  const { data } = useQuery({
    ...queryOptionsOf(listWebhooks, {}),
    enabled: unitId !== null,
    refetchInterval: LOOK_EVERY_MS,
    meta: { quiet: true, frame: true },
  });
  const troubled = data?.items.filter(hasProblem).length ?? 0;
  return troubled > 0 ? (
    <span className="side-count" role="status" aria-label={t('troubled', { n: count(troubled) })}>
      {count(troubled)}
    </span>
  ) : null;
};
