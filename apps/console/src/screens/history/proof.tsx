import { Button, Tag } from '@blueprintjs/core';
import { Download, Duplicate, Shield, WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getHistoryProofFile, type HistoryProof, type HistoryState, permissions } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { copyToClipboard } from '../../components/clipboard.js';
import { openDialog } from '../../components/dialogs.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { toastSuccess } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { saveAsJson } from '../../lib/save-as-file.js';
import { hasRole, useUser } from '../../lib/session.js';
import { historyProofQuery, historyRecordQuery } from './history-queries.js';
import { texts } from './texts.js';

/** The result of verifying the whole chain, when the page opened. */
export const ProofTag = ({ id }: { id: string }) => {
  const t = useTexts(texts);
  const { data: proof, isError, refetch } = useQuery(historyProofQuery(id));
  if (isError)
    return (
      <Button
        variant="minimal"
        icon={<WarningSign />}
        text={t('checkFailed')}
        title={t('checkAgain')}
        onClick={() => void refetch()}
      />
    );
  if (!proof)
    return (
      <span role="status">
        <Tag minimal size="large">
          {t('checking')}
        </Tag>
      </span>
    );
  const text = proof.broken ? t('broken', { n: proof.broken.revision + 1 }) : t('proven', { n: proof.events });
  return (
    <span role="status" title={t('checkedAt', { at: dateTime(proof.verifiedAt) })}>
      <Tag
        minimal
        size="large"
        className="proof-tag"
        intent={proof.broken ? 'danger' : 'success'}
        icon={proof.broken ? <WarningSign size={14} /> : <Shield size={14} />}
      >
        {text}
      </Tag>
    </span>
  );
};

/** A file with everything needed to verify the chain elsewhere; for users who may see drafts and hidden prices. */
export const ExportProof = ({ id, code }: { id: string; code: string }) => {
  const t = useTexts(texts);
  const user = useUser();
  const [running, setRunning] = useState(false);
  const allowed = permissions[getHistoryProofFile.name];
  if (!Array.isArray(allowed) || !hasRole(user, ...allowed)) return null;
  const save = async () => {
    setRunning(true);
    try {
      saveAsJson(`proof-${code || id}.json`, await callOperation(getHistoryProofFile, { query: { id } }));
      toastSuccess(t('exported'));
    } catch (error) {
      reportFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      variant="outlined"
      icon={<Download />}
      text={t('exportProof')}
      loading={running}
      onClick={() => void save()}
    />
  );
};

const short = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** The link between this record and the one before it, as a sentence, with the digests in small print. */
export const ChainLinkLine = ({ state, proof }: { state: HistoryState; proof: HistoryProof | undefined }) => {
  const t = useTexts(texts);
  const { previousHash, hash, schemaVersion, correlationId, moment: revisionEvent } = state;
  const brokenLink = proof?.broken && proof.broken.revision <= revisionEvent.revision ? proof.broken : null;
  const copy = () => copyToClipboard(hash, t('copied'));
  return (
    <aside className="chain-line" data-broken={brokenLink ? true : undefined}>
      {brokenLink ? <WarningSign size={16} /> : <Shield size={16} />}
      <div className="grow">
        <p className="dense">
          <b>
            {brokenLink ? t('chainBroken', { n: brokenLink.revision + 1 }) : t(proof ? 'chained' : 'chainUnchecked')}
          </b>
          <span className="secondary">{brokenLink ? t('chainBrokenText') : t('chainedText')}</span>
        </p>
        <p className="chain-facts mono secondary">
          {brokenLink && <span>{brokenLink.problem}</span>}
          <span title={previousHash}>{t('previousHash', { hash: short(previousHash) })}</span>
          <span title={hash}>{t('hash', { hash: short(hash) })}</span>
          <span>{t('event', { type: revisionEvent.facts.type, version: schemaVersion })}</span>
          <span className="only-printed whole-hash">{hash}</span>
          <span title={correlationId}>{t('correlation', { id: short(correlationId) })}</span>
        </p>
      </div>
      <Button size="small" variant="outlined" icon={<Duplicate />} text={t('copyHash')} onClick={() => void copy()} />
    </aside>
  );
};

/** The event as JSON, as far as this user may see it. */
const RecordDialog = ({ id, revision, onDone }: { id: string; revision: number; onDone(): void }) => {
  const t = useTexts(texts);
  const record = useQuery(historyRecordQuery(id, revision));
  const json = JSON.stringify(record.data, null, 2);
  const copy = () => copyToClipboard(json, t('copied'));
  return (
    <AppDialog
      title={t('recordTitle', { n: revision + 1 })}
      width={800}
      canOutsideClickClose
      onClose={onDone}
      footer={
        <>
          <span className="aux muted">{t('recordNote')}</span>
          <Button
            className="push"
            icon={<Duplicate />}
            text={t('copyRecord')}
            disabled={!record.data}
            onClick={() => void copy()}
          />
          <Button text={t('close')} onClick={onDone} />
        </>
      }
    >
      {record.isPending && <LoadingRows rows={8} />}
      {record.isError && (
        <ErrorState title={t('recordFailed')} error={record.error} onRetry={() => void record.refetch()} />
      )}
      {record.data && (
        <textarea className="raw-record mono" readOnly spellCheck={false} aria-label={t('record')} value={json} />
      )}
    </AppDialog>
  );
};

export const openRecordDialog = (id: string, revision: number): void =>
  void openDialog<void>((settle) => <RecordDialog id={id} revision={revision} onDone={() => settle()} />);
