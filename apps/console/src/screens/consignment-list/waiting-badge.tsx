import { useQuery } from '@tanstack/react-query';
import type { ConsignType } from '#events';
import { waitingStatuses } from '../../consignment/verbs.js';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/china-time.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';
import { countsOptions } from './use-consignments.js';

const EVERY_MS = 60_000;

/** How many consignments wait for this user, beside the menu entry; nobody waits: nothing stands there. */
const WaitingBadge = ({ consignType }: { consignType?: ConsignType }) => {
  const t = useTexts(texts);
  const waiting = waitingStatuses(useUser());
  const counts = useQuery({
    ...countsOptions(consignType === undefined ? {} : { consignType }, EVERY_MS),
    enabled: waiting.length > 0,
  });
  const sum = (counts.data?.data.byStatus ?? [])
    .filter(({ consignStatus }) => waiting.includes(consignStatus))
    .reduce((total, { count: some }) => total + some, 0);
  return sum > 0 ? (
    <span className="side-count" role="status" aria-label={t('waitingCount', { n: sum })}>
      {count(sum)}
    </span>
  ) : null;
};

export const RawBadge = () => <WaitingBadge consignType={1} />;
export const SiteBadge = () => <WaitingBadge consignType={2} />;
export const HandoverBadge = () => <WaitingBadge consignType={3} />;
export const IncomingBadge = () => <WaitingBadge />;
