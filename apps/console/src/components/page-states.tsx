import { Button } from '@blueprintjs/core';
import { Duplicate, Offline, Refresh } from '@blueprintjs/icons';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../i18n/texts.js';
import { ApiError } from '../lib/http.js';
import { dateTime } from '../lib/china-time.js';
import { copyToClipboard } from './clipboard.js';
import { texts } from './texts.js';

/** True after 200 ms, so that quick responses show no skeleton. */
const useSlow = (): boolean => {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return slow;
};

const WIDTHS = [16, 110, 72, 160, 50, 220, 30, 120, 48, 84];

/** Skeleton rows in the real grid. */
export const LoadingRows = ({ rows = 14 }: { rows?: number }) => {
  const t = useTexts(texts);
  const slow = useSlow();
  return (
    <div className="skeleton-rows" role="status" aria-label={t('loading')}>
      {slow && (
        <>
          <div className="skeleton-head" />
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="skeleton-row">
              {WIDTHS.map((width, column) => (
                <i
                  key={column}
                  style={{ width: width - (width > 100 ? (row % 4) * 24 : 0), height: column === 2 ? 20 : 12 }}
                />
              ))}
            </div>
          ))}
        </>
      )}
    </div>
  );
};

/** Skeleton of a page that is not a table. */
export const LoadingPage = () => {
  const t = useTexts(texts);
  const slow = useSlow();
  return (
    <div className="stack" role="status" aria-label={t('loading')} style={{ padding: '0 16px', flex: 1 }}>
      {slow &&
        [160, 320, 200].map((height) => (
          <div key={height} className="card" style={{ padding: 16 }}>
            <div className="skeleton-block" style={{ height: 16, width: 160, marginBottom: 16 }} />
            <div className="skeleton-block" style={{ height: height - 64 }} />
          </div>
        ))}
    </div>
  );
};

/** Why the list is empty, and the next step. */
export const EmptyState = ({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactElement;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) => (
  <div className="page-state">
    <div>
      <div className="state-icon" aria-hidden>
        {icon}
      </div>
      <h2>{title}</h2>
      <p>{children}</p>
      <div className="row">{actions}</div>
    </div>
  </div>
);

/** What failed, as text; what is safe; how to go on; and a grey line to copy. Only the failed card is replaced. */
export const ErrorState = ({
  title,
  error,
  onRetry,
}: {
  title?: string | undefined;
  error: unknown;
  onRetry(): void;
}) => {
  const t = useTexts(texts);
  const apiError = error instanceof ApiError ? error : null;
  const trace = [
    apiError && dateTime(apiError.at),
    apiError && `${apiError.operation} ${apiError.status || apiError.code}`,
    apiError?.requestId && t('requestId', { id: apiError.requestId }),
  ]
    .filter(Boolean)
    .join('　');
  const message = error instanceof Error ? error.message : String(error);
  const copy = () => copyToClipboard(`${message}\n${trace}\n${location.href}`, t('copied'));
  return (
    <div className="page-state" role="alert">
      <div>
        <div className="state-icon failed" aria-hidden>
          <Offline size={28} />
        </div>
        <h2>{title ?? t('failedTitle')}</h2>
        <p>
          {message}
          <br />
          {t('failedSafe')}
        </p>
        <div className="row">
          <Button icon={<Duplicate />} text={t('copyError')} onClick={() => void copy()} />
          <Button intent="primary" icon={<Refresh />} text={t('retry')} onClick={onRetry} />
        </div>
        {trace && <div className="state-trace">{trace}</div>}
      </div>
    </div>
  );
};

type LoadedRowsProps<Row> = {
  query: { isPending: boolean; error: unknown; refetch(): Promise<unknown> };
  /** Undefined if the query failed. */
  rows: readonly Row[] | undefined;
  skeletonRows?: number;
  failedTitle?: string;
  /** Replaces an empty table. */
  empty: ReactNode;
  children(rows: readonly Row[]): ReactNode;
};

/** The rows of a query; the skeleton while it loads, the error if it fails. */
export const LoadedRows = <Row,>({
  query,
  rows,
  skeletonRows,
  failedTitle,
  empty,
  children,
}: LoadedRowsProps<Row>): ReactNode => {
  if (query.isPending) return <LoadingRows {...(skeletonRows === undefined ? {} : { rows: skeletonRows })} />;
  if (rows === undefined)
    return <ErrorState title={failedTitle} error={query.error} onRetry={() => void query.refetch()} />;
  return rows.length === 0 ? empty : children(rows);
};
