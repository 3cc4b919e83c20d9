import { ProgressBar } from '@blueprintjs/core';
import type { JobRow } from '#contract';
import { type Column, orDash } from '../../components/data-table.js';
import { clauseSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { confirmCancel, confirmRetry } from './order-jobs.js';
import { texts } from './texts.js';
import {
  canCancel,
  canRetry,
  durationText,
  jobName,
  kindName,
  attemptDuration,
  failureReason,
  displayState,
} from './use-jobs.js';

export const JobStateMark = ({ job }: { job: Pick<JobRow, 'state' | 'attempts'> }) => {
  const t = useTexts(texts);
  const state = displayState(job);
  return (
    <span className="job-state" data-state={state}>
      <i aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
};

export const JobProgress = ({ job }: { job: JobRow }) => {
  const t = useTexts(texts);
  switch (job.state) {
    case 'failed':
      return <span className="danger-text">{failureReason(job, t)}</span>;
    case 'active':
      return (
        <span className="row job-running">
          <ProgressBar value={job.progress / 100} intent="primary" stripes={false} aria-label={t('progress')} />
          <span className="numeric">{t('percent', { n: Math.round(job.progress) })}</span>
        </span>
      );
    case 'waiting':
      return job.error === null ? (
        orDash('')
      ) : (
        <>
          {failureReason(job, t)}
          {clauseSeparator()}
          <span className="numeric">{t('againAt', { time: dateTime(job.runAt).slice(11) })}</span>
        </>
      );
    case 'done':
    case 'cancelled':
      return orDash('');
  }
};

export const JobAction = ({ job }: { job: JobRow }) => {
  const t = useTexts(texts);
  const name = jobName(job, t);
  if (canRetry(job))
    return (
      <button
        type="button"
        className="link-button"
        aria-label={t('retryOf', { name })}
        onClick={() => void confirmRetry(job)}
      >
        {t('retry')}
      </button>
    );
  if (canCancel(job))
    return (
      <button
        type="button"
        className="link-button"
        aria-label={t('cancelOf', { name })}
        onClick={() => void confirmCancel(job)}
      >
        {t('cancel')}
      </button>
    );
  return orDash('');
};

const COMPACT_BELOW = 720;
/** The table has less room while a job is open beside it. */
const ROOMY_FROM = 1500;

/** Picture 06b. A phone shows everything under the name. */
export const useJobColumns = ({
  beside,
  now,
  onOpen,
}: {
  /** A job is open beside the table. */ beside: boolean;
  /** When the rows were read, in milliseconds. */ now: number;
  onOpen(job: JobRow): void;
}): Column<JobRow>[] => {
  const t = useTexts(texts);
  const wide = useWiderThan(COMPACT_BELOW);
  const roomy = useWiderThan(ROOMY_FROM) || !beside;
  const time = (job: JobRow) => job.startedAt ?? job.createdAt;
  const name = (job: JobRow) => (
    <button
      type="button"
      className="link-button dense"
      aria-label={t('openOf', { name: jobName(job, t) })}
      onClick={() => onOpen(job)}
    >
      {kindName(job.name, t)}
    </button>
  );
  const attemptTime = (job: JobRow) => {
    const ms = attemptDuration(job, now);
    return ms === null ? orDash('') : durationText(ms, t);
  };
  const actions: Column<JobRow> = {
    key: 'actions',
    head: t('actions'),
    width: 84,
    noEllipsis: true,
    pinned: true,
    cell: (job) => <JobAction job={job} />,
  };
  if (!wide) {
    return [
      {
        key: 'name',
        head: t('kind'),
        cell: (job) => (
          <>
            {name(job)}
            <div className="row wide aux">
              <JobStateMark job={job} />
              <span className="numeric muted">{shortTime(time(job))}</span>
            </div>
            <div className="aux muted ellipsis">{job.consignCode}</div>
            {job.state === 'failed' && <div className="aux danger-text ellipsis">{failureReason(job, t)}</div>}
          </>
        ),
      },
      actions,
    ];
  }
  return [
    { key: 'name', head: t('kind'), width: 148, cell: name, tooltip: (job) => job.name },
    {
      key: 'subject',
      head: t('subject'),
      width: 152,
      cell: (job) => orDash(job.consignCode),
      tooltip: (job) => job.consignCode,
    },
    { key: 'state', head: t('state'), width: 96, noEllipsis: true, cell: (job) => <JobStateMark job={job} /> },
    {
      key: 'attempts',
      head: t('attempts'),
      width: 64,
      align: 'right',
      cell: (job) => `${job.attempts} / ${job.maxAttempts}`,
    },
    {
      key: 'progress',
      head: t('progress'),
      cell: (job) => <JobProgress job={job} />,
      tooltip: (job) => failureReason(job, t),
    },
    ...(roomy
      ? [
          {
            key: 'started',
            head: t('started'),
            width: 104,
            noEllipsis: true,
            secondary: true,
            cell: (job: JobRow) => <span className="numeric">{shortTime(time(job))}</span>,
            tooltip: (job: JobRow) => dateTime(time(job)),
          },
          { key: 'lasted', head: t('lasted'), width: 96, align: 'right' as const, secondary: true, cell: attemptTime },
        ]
      : []),
    actions,
  ];
};
