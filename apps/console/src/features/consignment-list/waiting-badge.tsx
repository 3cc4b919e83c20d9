import { useQuery } from '@tanstack/react-query';
import { getConsignmentCounts } from '#contract';
import { waitingStatuses } from '../../consignment/row-actions.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { readOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';

/** How many consignments wait for this user, beside the menu entry; nobody waits: nothing stands there. */
export const WaitingBadge = () => {
  const t = useTexts(texts);
  const waiting = waitingStatuses(useUser());
  const counts = useQuery({ ...readOf(getConsignmentCounts, { consignType: 1 }), enabled: waiting.length > 0, refetchInterval: 60_000, meta: { quiet: true } });
  const sum = (counts.data?.byStatus ?? []).filter(({ consignStatus }) => waiting.includes(consignStatus)).reduce((total, { count: some }) => total + some, 0);
  return sum > 0 ? <span className="side-count" role="status" aria-label={t('waitingCount', { n: sum })}>{count(sum)}</span> : null;
};
