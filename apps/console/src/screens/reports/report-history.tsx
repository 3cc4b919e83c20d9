import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getReportHistory, type ReportHistoryEntry } from '#contract';
import { nameWithVia } from '../../components/via-lab-system.js';
import { labelSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { type ReportTextKey, texts } from './texts.js';

/** The history of one report, read when it is opened, including who picked it up, by the signature (QR-006). */
export const ReportHistory = ({ reportId }: { reportId: string }) => {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="report-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('history')}</summary>
      {isOpen && <Entries reportId={reportId} />}
    </details>
  );
};

const Entries = ({ reportId }: { reportId: string }) => {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery({
    ...queryOptionsOf(getReportHistory, { id: reportId }),
    staleTime: 0,
    meta: { quiet: true },
  });
  if (error && !data)
    return (
      <div className="row dense" role="alert">
        <span className="danger-text">
          {t('historyFailed')}
          {labelSeparator()}
          {error.message}
        </span>
        <Button size="small" variant="outlined" icon={<Refresh />} text={t('retry')} onClick={() => void refetch()} />
      </div>
    );
  if (!data) return <div className="skeleton-block report-history__loading" role="status" aria-label={t('history')} />;
  return (
    <ol aria-label={t('history')}>
      {data.map((entry) => (
        <Entry key={entry.revision} entry={entry} />
      ))}
    </ol>
  );
};

const Entry = ({ entry: { type, at, by, via, detail, reportStatusStr, signUrl } }: { entry: ReportHistoryEntry }) => {
  const t = useTexts(texts);
  const key = `happened.${type}`;
  const name = key in texts.zh ? t(key as ReportTextKey) : type;
  return (
    <li>
      <time className="numeric muted" dateTime={at}>
        {dateTime(at)}
      </time>
      <span className="strong">{name}</span>
      <span className="secondary">
        {[
          reportStatusStr,
          type === 'ReportPickedUp' && detail ? t('fetchedBy', { name: detail }) : detail,
          nameWithVia(by, { via }),
        ]
          .filter(Boolean)
          .join('　')}
      </span>
      {signUrl && <img className="report-signature" src={signUrl} alt={t('signature')} />}
    </li>
  );
};
