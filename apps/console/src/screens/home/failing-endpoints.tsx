import { Error as ErrorIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listJobs } from '#contract';
import { streamName } from '#domain/event-sourcing';
import { webhook } from '#domain/lab-systems';
import { ROLE } from '#events';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { count, dateTime } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { hasRole, useUser } from '../../lib/session.js';
import { streamPlace, webhookPlace } from '../../lib/unit-places.js';
import { texts } from './texts.js';

/** More than these are counted, not listed. */
const MOST = 6;

/**
 * Endpoints of units that accept nothing, for operators and administrators (picture 24); nothing where all accept. An administrator is led
 * to the deliveries, an operator to what was recorded: whose system it is belongs to its unit.
 */
export const FailingEndpoints = () => {
  const t = useTexts(texts);
  const user = useUser();
  // The count beside the menu entry reads the same.
  const { data } = useQuery({
    ...queryOptionsOf(listJobs, { state: 'failed', maxResultCount: 1 }),
    refetchInterval: 60_000,
    meta: { quiet: true },
  });
  const failing = data?.failingEndpoints ?? [];
  if (failing.length === 0) return null;
  const isAdministrator = hasRole(user, ROLE.admin);
  return (
    <Card
      title={t('endpointsFailing')}
      padded={false}
      extra={<span className="aux muted">{t('items', { n: failing.length })}</span>}
    >
      <ul className="attention">
        {failing.slice(0, MOST).map(({ webhookId, unitId, unitName, host, state, failingSince, waiting }) => (
          <li key={webhookId}>
            <ErrorIcon className="grave" />
            <div className="grow">
              <div className="dense strong">{unitName}</div>
              <div className="aux secondary">
                <span className="mono">{host}</span>{' '}
                {state === 'disabled'
                  ? t('endpointDisabled')
                  : failingSince !== null && t('endpointFailing', { time: dateTime(failingSince) })}
                {waiting > 0 && ` · ${t('endpointWaiting', { n: count(waiting) })}`}
              </div>
            </div>
            <Link
              className="dense nowrap"
              aria-label={`${t(isAdministrator ? 'seeDeliveries' : 'seeEvents')} ${unitName}`}
              to={isAdministrator ? webhookPlace(webhookId, { unitId }) : streamPlace(streamName(webhook, webhookId))}
            >
              {t(isAdministrator ? 'seeDeliveries' : 'seeEvents')}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
