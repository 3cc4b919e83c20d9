import { Button, ProgressBar } from '@blueprintjs/core';
import { Cross, Document, Error as ErrorIcon, Refresh, Upload } from '@blueprintjs/icons';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { countProblem, type FileExtension, fileProblem, UPLOAD_LIMIT } from '#domain/files';
import { messageOfProblem, type Problem } from '#domain/rules';
import { language, labelSeparator } from '../i18n/language.js';
import { useTexts, defineTexts } from '../i18n/texts.js';
import { logHandledFailure } from '../lib/failures.js';
import { newIdempotencyKey } from '../lib/http.js';
import type { UploadOptions } from '../lib/upload.js';
import en from '../locales/en/file-picker.json' with { type: 'json' };
import es from '../locales/es/file-picker.json' with { type: 'json' };
import zh from '../locales/zh/file-picker.json' with { type: 'json' };
import './file-picker.css';

export const texts = defineTexts('filePicker', {
  zh,
  en,
  es,
});

/** Sends one file to its destination. The key and the chosen kind stay the same when the same file is tried again. */
export type UploadFile = (
  file: File,
  options: Required<UploadOptions> & { idempotencyKey: string },
  kind: string,
) => Promise<unknown>;

/** A file that is being sent; `share` is 0 to 1, `reason` says why it failed. */
type Transfer = {
  key: string;
  file: File;
  kind: string;
  state: 'waiting' | 'sending' | 'failed';
  share: number;
  reason: string;
};

/** The reason as text; it counts in the error log. */
const failed = (error: unknown): string => {
  logHandledFailure(error);
  return error instanceof Error ? error.message : String(error);
};

/**
 * Files that are being sent, one at a time and in the order chosen; a file that has arrived is removed from the list.
 * Leaving the screen cancels the rest.
 */
const useTransfers = (send: UploadFile) => {
  const [transfers, setTransfers] = useState<readonly Transfer[]>([]);
  const running = useRef<{ key: string; controller: AbortController } | null>(null);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  useEffect(() => () => running.current?.controller.abort(), []);

  const change = (key: string, some: Partial<Transfer>) =>
    setTransfers((current) => current.map((each) => (each.key === key ? { ...each, ...some } : each)));
  const remove = (key: string) => setTransfers((current) => current.filter((each) => each.key !== key));

  const next = transfers.find(({ state }) => state !== 'failed');
  useEffect(() => {
    if (!next || next.state !== 'waiting' || running.current) return;
    const { key, file, kind } = next;
    const controller = new AbortController();
    running.current = { key, controller };
    change(key, { state: 'sending' });
    const onProgress = (share: number) => change(key, { share });
    void latest
      .current(file, { onProgress, signal: controller.signal, idempotencyKey: key }, kind)
      .then(() => null)
      .catch((error: unknown) => (controller.signal.aborted ? null : failed(error)))
      .then((reason) => {
        running.current = null; // before the state changes, because the next upload starts with that
        if (reason) change(key, { state: 'failed', reason });
        else remove(key);
      });
  }, [next]);

  return {
    transfers,
    add: (files: readonly File[], kind: string) =>
      setTransfers((current) => [
        ...current,
        ...files.map((file): Transfer => ({
          key: newIdempotencyKey(),
          file,
          kind,
          state: 'waiting',
          share: 0,
          reason: '',
        })),
      ]),
    retry: (key: string) => change(key, { state: 'waiting', share: 0, reason: '' }),
    cancel: (key: string) => (running.current?.key === key ? running.current.controller.abort() : remove(key)),
  };
};

export type FilePickerProps = {
  /** What is uploaded, e.g. 委托附件: the name of the control. */
  label: string;
  /** Lists of libs/domain: ATTACHMENT_EXTENSIONS, REPORT_EXTENSIONS. Not used with `rules`. */
  extensions?: readonly FileExtension[];
  /** Maximum number of files. */
  limit?: number;
  /** Number of existing files. */
  existingCount?: number;
  disabled?: boolean;
  /** The kind of the files that are chosen now; of each kind there may be `limit`. */
  kind?: string;
  /** The limits are shown elsewhere; here only errors. */
  isCompact?: boolean;
  /**
   * For other rules than those of attachments: what is wrong with a file before it is sent, what may be chosen, and the
   * text about it.
   */
  rules?: { problemOf(file: File): Problem | null; extensions: readonly string[]; text: string };
  /** Gets the number of chosen files that have not arrived yet, including failed ones. */
  onUnsent?(count: number): void;
  send: UploadFile;
};

/**
 * The upload control (VA-022, VA-023): by button, keyboard or drop. A refused file shows the reason, a file that is
 * being sent its progress.
 */
export const FilePicker = ({
  label,
  extensions = [],
  limit = UPLOAD_LIMIT,
  existingCount = 0,
  disabled = false,
  kind = '',
  isCompact = false,
  rules,
  onUnsent,
  send,
}: FilePickerProps) => {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isOver, setIsOver] = useState(false);
  const { transfers, add, retry, cancel } = useTransfers(send);
  useEffect(() => onUnsent?.(transfers.length), [onUnsent, transfers.length]);
  const pendingCount = transfers.filter((transfer) => transfer.kind === kind).length;
  const isFull = existingCount + pendingCount >= limit;
  const isClosed = disabled || isFull;

  const choose = (files: readonly File[]) => {
    if (files.length === 0 || disabled) return;
    const tooMany = countProblem({ limit, addedCount: files.length, existingCount: existingCount + pendingCount });
    if (tooMany) return setProblems([tooMany]);
    const checkedFiles = files.map((file) => ({
      file,
      problem: rules ? rules.problemOf(file) : fileProblem(file, extensions),
    }));
    setProblems(checkedFiles.flatMap(({ problem }) => problem ?? []));
    add(
      checkedFiles.filter(({ problem }) => !problem).map(({ file }) => file),
      kind,
    );
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose([...event.dataTransfer.files]);
  };
  const limits = rules?.text ?? t(limit > 1 ? 'limitsOf' : 'limits', { extensions: extensions.join(' '), limit });

  return (
    <div className="file-picker">
      <div
        className={`file-drop${isOver && !isClosed ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          className="file-input"
          type="file"
          aria-label={label}
          tabIndex={-1}
          accept={(rules?.extensions ?? extensions).join(',')}
          multiple={limit > 1}
          disabled={isClosed}
          onChange={(event) => {
            choose([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button
          icon={<Upload />}
          variant="outlined"
          size={isCompact ? 'small' : 'medium'}
          text={t('choose')}
          aria-label={`${t('choose')} ${label}`}
          disabled={isClosed}
          onClick={() => input.current?.click()}
        />
        <span className="aux muted">
          {isFull ? (
            t('full', { limit })
          ) : isOver ? (
            t('dropHere')
          ) : (
            <>
              <span className="file-or only-wide">{t('orDrop')}</span>
              {!isCompact && limits}
            </>
          )}
        </span>
      </div>
      {problems.length > 0 && (
        <div className="file-problems" role="alert">
          {[...new Set(problems.map((problem) => messageOfProblem(problem, language())))].map((problem) => (
            <div key={problem} className="field-error">
              <ErrorIcon size={12} />
              {problem}
            </div>
          ))}
        </div>
      )}
      {transfers.length > 0 && (
        <ul className="file-list">
          {transfers.map((transfer) => (
            <TransferRow
              key={transfer.key}
              transfer={transfer}
              onRetry={() => retry(transfer.key)}
              onCancel={() => cancel(transfer.key)}
            />
          ))}
        </ul>
      )}
    </div>
  );
};

const TransferRow = ({
  transfer: { file, state, share, reason },
  onRetry,
  onCancel,
}: {
  transfer: Transfer;
  onRetry(): void;
  onCancel(): void;
}) => {
  const t = useTexts(texts);
  const percent = Math.round(share * 100);
  return (
    <li className="file-row">
      <Document size={14} className="muted" />
      <span className="file-name">{file.name}</span>
      {state === 'failed' ? (
        <span className="file-state field-error" role="alert">
          <ErrorIcon size={12} />
          {t('failed')}
          {labelSeparator()}
          {reason}
        </span>
      ) : (
        <span className="file-state">
          {state === 'waiting' ? (
            <span className="muted">{t('waiting')}</span>
          ) : (
            <>
              <ProgressBar
                className="file-bar"
                intent="primary"
                value={share}
                stripes={share >= 1}
                aria-label={t('sending', { name: file.name })}
              />
              <span className="numeric muted">{t('percent', { percent })}</span>
            </>
          )}
        </span>
      )}
      <span className="file-actions">
        {state === 'failed' && (
          <Button
            variant="minimal"
            size="small"
            icon={<Refresh />}
            aria-label={t('retry', { name: file.name })}
            onClick={onRetry}
          />
        )}
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label={t(state === 'failed' ? 'dismiss' : 'cancel', { name: file.name })}
          onClick={onCancel}
        />
      </span>
    </li>
  );
};
