import { Button } from '@blueprintjs/core';
import { Cross, Duplicate, Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { JobDetail } from '#contract';
import { ROLE } from '#events';
import { copyToClipboard } from '../../components/clipboard.js';
import { ReadOnlyFields } from '../../components/field.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { SidePanel } from '../../components/side-panel.js';
import { eventPath, historyPath, jobsOfConsignment } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { ApiError } from '../../lib/http.js';
import { hasRole, useUser } from '../../lib/session.js';
import { JobStateMark } from './job-columns.js';
import { confirmCancel, confirmRetry } from './order-jobs.js';
import { texts } from './texts.js';
import { canCancel, canRetry, durationText, kindName, attemptDuration, failureReason, useJob } from './use-jobs.js';

/** One job: why it failed, who requested it, what operators did to it, and its input. */
export const JobPanel = ({ jobId, onClose }: { jobId: string; onClose(): void }) => {
  const t = useTexts(texts);
  const { data: job, error, isPending, refetch } = useJob(jobId);
  const isMissing = error instanceof ApiError && error.status === 404;
  const footer =
    job &&
    (canRetry(job) || canCancel(job)) &&
    (canRetry(job) ? (
      <Button intent="primary" icon={<Refresh />} text={t('retry')} onClick={() => void confirmRetry(job)} />
    ) : (
      <Button icon={<Cross />} text={t('cancel')} onClick={() => void confirmCancel(job)} />
    ));
  return (
    <SidePanel title={job ? kindName(job.name, t) : t('kind')} label={t('kind')} onClose={onClose} footer={footer}>
      {isPending && <LoadingRows rows={4} />}
      {error && !job && (
        <ErrorState title={isMissing ? t('nothing') : t('goneTitle')} error={error} onRetry={() => void refetch()} />
      )}
      {job && <JobFacts job={job} />}
    </SidePanel>
  );
};

const JobFacts = ({ job }: { job: JobDetail }) => {
  const t = useTexts(texts);
  const user = useUser();
  const ms = attemptDuration(job, Date.parse(job.finishedAt ?? job.startedAt ?? job.createdAt));
  const requestedBy = job.cause && (job.cause.userName || job.cause.role);
  const facts: [string, ReactNode][] = [
    [t('subject'), subjectOf(job, hasRole(user, ROLE.admin))],
    [t('state'), <JobStateMark key="state" job={job} />],
    [t('asked'), requestedBy ?? ''],
    [t('askedAt'), dateTime(job.cause?.at ?? job.createdAt)],
    [t('attempts'), `${job.attempts} / ${job.maxAttempts}`],
    job.state === 'waiting'
      ? [t('runAt'), dateTime(job.runAt)]
      : [t('lasted'), ms === null || job.finishedAt === null ? '' : durationText(ms, t)],
  ];
  return (
    <>
      {job.state === 'failed' && (
        <div className="note danger" role="note">
          <ErrorIcon size={14} />
          <div>
            <div className="strong">{job.attempts > 1 ? t('failedAfter', { n: job.attempts }) : t('failedOnce')}</div>
            {failureReason(job, t)}
          </div>
        </div>
      )}
      <ReadOnlyFields items={facts} columns={2} />
      <div className="row wide wrap dense">
        {job.cause && <Link to={eventPath(job.eventId)}>{t('causingEvent')}</Link>}
        {job.consignmentId && (
          <Link to={jobsOfConsignment(job.consignCode || job.consignmentId)}>{t('ofConsignment')}</Link>
        )}
      </div>
      {job.orders.length > 0 && (
        <section>
          <h3>{t('orders')}</h3>
          <ul className="job-orders">
            {job.orders.map(({ type, at, userName, reason, eventId }) => (
              <li key={eventId}>
                <div className="row">
                  <span className="strong">{t(type)}</span>
                  <span className="muted">{userName || t('operator')}</span>
                  <Link className="push numeric" to={eventPath(eventId)}>
                    {dateTime(at)}
                  </Link>
                </div>
                {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Technical job={job} />
    </>
  );
};

/** An operator may not see its content, so only the number is shown. */
const subjectOf = ({ consignmentId, consignCode }: JobDetail, mayRead: boolean) =>
  consignmentId !== null && mayRead ? (
    <Link to={historyPath(consignmentId)}>{consignCode || consignmentId}</Link>
  ) : (
    consignCode || consignmentId
  );

const Technical = ({ job }: { job: JobDetail }) => {
  const t = useTexts(texts);
  const text = [
    job.error,
    `job ${job.id}`,
    job.cause && `event ${job.cause.type} r${job.cause.revision} ${job.cause.stream}`,
    JSON.stringify(job.payload, null, 2),
  ]
    .filter(Boolean)
    .join('\n');
  const copy = () => copyToClipboard(text, t('copied'));
  return (
    <section>
      <div className="row">
        <h3>{t('technical')}</h3>
        <Button
          className="push"
          variant="minimal"
          size="small"
          icon={<Duplicate />}
          text={t('copy')}
          onClick={() => void copy()}
        />
      </div>
      <pre className="raw-text">{text}</pre>
    </section>
  );
};
