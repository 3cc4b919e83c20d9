import { Error as ErrorIcon, TickCircle, WarningSign } from '@blueprintjs/icons';
import type { Dashboard, LaboratoryFigures } from '#contract';
import { CONSIGN_STATUS } from '#events';
import { type Column, DataTable } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { formatCount, percentOf } from '../../lib/numbers.js';
import { hoursText, countAtStatuses } from './dashboard.js';
import { texts } from './texts.js';

/** The laboratories of the platform side by side, with their work and their delays. */
export const LaboratoriesCard = ({ laboratories }: { laboratories: readonly LaboratoryFigures[] }) => {
  const t = useTexts(texts);
  const none = <span className="nothing">—</span>;
  const columns: Column<LaboratoryFigures>[] = [
    {
      key: 'name',
      head: t('laboratory'),
      card: 'title',
      cell: ({ testUnitName }) => testUnitName,
      tooltip: ({ testUnitName }) => testUnitName,
    },
    {
      key: 'submitted',
      head: t('submittedHead'),
      width: 72,
      align: 'right',
      cell: ({ submitted }) => formatCount(submitted),
    },
    {
      key: 'waiting',
      head: t('toAudit'),
      width: 80,
      align: 'right',
      cell: ({ awaitingAudit }) => formatCount(awaitingAudit),
    },
    {
      key: 'pass',
      head: t('firstPassShort'),
      width: 88,
      align: 'right',
      cell: ({ audited, passedAtOnce }) => percentOf(passedAtOnce, audited) ?? none,
    },
    {
      key: 'hours',
      head: t('auditHoursHead'),
      width: 132,
      align: 'right',
      cell: ({ medianAuditHours }) => (medianAuditHours === null ? none : hoursText(medianAuditHours)),
    },
  ];
  return (
    <Card title={t('laboratories')} padded={false} extra={<span className="aux muted">{t('last30Note')}</span>}>
      <div className="waiting-rows">
        <DataTable
          cards
          caption={t('laboratories')}
          columns={columns}
          rows={laboratories}
          keyOf={({ testUnitId }) => testUnitId}
        />
      </div>
    </Card>
  );
};

const OLD_HOURS = 72;

/** Failures and neglected work: first what stops the platform, then what makes people wait. */
export const AttentionCard = ({
  board,
  attention,
}: {
  board: Dashboard;
  attention: NonNullable<Dashboard['attention']>;
}) => {
  const t = useTexts(texts);
  const overdueCount = board.ageing
    .filter(({ fromHours }) => fromHours >= OLD_HOURS)
    .reduce((sum, age) => sum + countAtStatuses(age, [CONSIGN_STATUS.underAudit]), 0);
  const items = [
    ...attention.stoppedViews.map(({ name, since }) => ({
      key: name,
      grave: true,
      title: t('viewStopped', { name }),
      detail: t('since', { time: dateTime(since) }),
    })),
    ...(attention.failedJobs > 0
      ? [
          {
            key: 'jobs',
            grave: true,
            title: t('jobsFailed', { n: formatCount(attention.failedJobs) }),
            detail: t('jobsFailedText'),
          },
        ]
      : []),
    ...(overdueCount > 0
      ? [
          {
            key: 'left',
            grave: false,
            title: t('leftLying', { n: formatCount(overdueCount) }),
            detail: t('leftLyingText'),
          },
        ]
      : []),
  ];
  return (
    <Card
      title={t('attention')}
      padded={false}
      extra={<span className="aux muted">{t('items', { n: items.length })}</span>}
    >
      <ul className="attention">
        {items.length === 0 && (
          <li>
            <TickCircle className="fine" />
            <div>
              <div className="dense">{t('allRuns')}</div>
            </div>
          </li>
        )}
        {items.map(({ key, grave, title, detail }) => (
          <li key={key}>
            {grave ? <ErrorIcon className="grave" /> : <WarningSign className="mild" />}
            <div>
              <div className="dense strong">{title}</div>
              <div className="aux secondary">{detail}</div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
};
