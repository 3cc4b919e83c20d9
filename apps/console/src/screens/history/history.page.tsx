import { Button } from '@blueprintjs/core';
import { Link as LinkIcon, Print } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { copyToClipboard } from '../../components/clipboard.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { StatusTag } from '../../components/status-tag.js';
import { listPath } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { useViewParent, useViewTitle } from '../../lib/view.js';
import { pageAround, historyPageQuery, revisionLink, useHistoryKeys, useHistoryPosition } from './history-queries.js';
import './history.css';
import { RevisionPanel } from './revision-panel.js';
import { ExportProof, ProofTag } from './proof.js';
import { texts } from './texts.js';
import { Timeline } from './timeline.js';

/**
 * The history of a consignment: the events at the left, its content at a revision at the right. It reads the stream,
 * never a view.
 */
const HistoryPage = () => {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const { revision: requestedRevision, against, go: step, compare } = useHistoryPosition();
  /** Rows older than this are listed; null: the newest ones. */
  const [before, setBefore] = useState(requestedRevision === null ? null : pageAround(requestedRevision));
  const [statusOnly, setStatusOnly] = useState(false);
  const timeline = useQuery(historyPageQuery(id, before, statusOnly));
  const page = timeline.data;
  const head = page?.head ?? 0;
  const first = page?.first ?? 0;
  const revision = requestedRevision ?? (page ? head : null);
  const go = useCallback(
    (to: number) => {
      step(to);
      const [newest, oldest] = [page?.items[0]?.revision ?? 0, page?.items.at(-1)?.revision ?? 0];
      if ((page?.newer != null && to > newest) || (page?.older != null && to < oldest)) setBefore(pageAround(to));
    },
    [step, page],
  );
  useHistoryKeys(revision, first, head, go);
  const code = page && (page.consignCode || t('draft'));
  useViewParent(page ? listPath(page.consignType) : null);
  useViewTitle(page ? t('tab', { code: page.consignCode }).trim() : null);
  const copyLink = () =>
    copyToClipboard(revisionLink(revision ?? head, against), t('linkCopied', { n: (revision ?? head) + 1 }));
  return (
    <>
      <PageHeader
        {...(code ? { code } : {})}
        tag={page && <StatusTag status={page.consignStatus} name={page.consignStatusStr} />}
        actions={
          page && (
            <>
              <ProofTag id={id} />
              <ExportProof id={id} code={page.consignCode} />
              <Button variant="outlined" icon={<LinkIcon />} text={t('copyLink')} onClick={() => void copyLink()} />
              <Button
                className="only-wide"
                variant="minimal"
                icon={<Print />}
                aria-label={t('print')}
                title={t('print')}
                onClick={() => window.print()}
              />
            </>
          )
        }
      />
      {!page &&
        (timeline.isError ? (
          <ErrorState title={t('failed')} error={timeline.error} onRetry={() => void timeline.refetch()} />
        ) : (
          <LoadingPage />
        ))}
      {page && revision !== null && (
        <div className="page-body history">
          <Timeline
            page={page}
            current={revision}
            statusOnly={statusOnly}
            onGo={go}
            onStatusOnly={setStatusOnly}
            onNewer={() => setBefore(page.newer)}
            onOlder={() => setBefore(page.older)}
          />
          <RevisionPanel
            id={id}
            code={code ?? ''}
            revision={revision}
            head={head}
            against={against}
            sentBack={page.sentBack}
            onGo={go}
            onCompare={compare}
          />
        </div>
      )}
    </>
  );
};

export default HistoryPage;
