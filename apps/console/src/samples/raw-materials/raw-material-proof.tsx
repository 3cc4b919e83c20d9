import { Button, Tag } from '@blueprintjs/core';
import { Cross, Document, Upload } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import type { RawMaterialView } from '#contract';
import { editsParameters, type SampleFormMode } from '#domain/consignment';
import { REPORT_EXTENSIONS } from '#domain/files';
import { messageOfProblem } from '#domain/rules';
import { materialReportProblem, proofOf } from '#domain/sample';
import { toastWarning } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { uploadFile } from '../../lib/upload.js';
import type { SampleFormContext } from '../selection/offer.js';
import { texts } from './raw-material.texts.js';
import type { RawMaterials } from './use-raw-materials.js';

type RawMaterialReportProps = { number: number; onReport(file: { name: string; url: string; uploadId: string }): void };

/** Uploads the report of a raw material; a file of another type is refused before it is sent (RM-012). */
const RawMaterialReport = ({ number, onReport }: RawMaterialReportProps) => {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (file: File | undefined) => {
    if (!file) return;
    const problem = materialReportProblem(file);
    if (problem) return toastWarning(messageOfProblem(problem, language()));
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      const { uploadId, name } = await uploadFile(file, { onProgress: setShare, signal: controller.signal });
      onReport({ name, url: '', uploadId });
    } catch (error) {
      reportFailure(error);
    } finally {
      setShare(null);
    }
  };
  return (
    <>
      <input
        ref={input}
        className="raw-materials__file"
        type="file"
        tabIndex={-1}
        aria-label={t('fileLabel', { n: number })}
        accept={REPORT_EXTENSIONS.join(',')}
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {share === null ? (
        <Button
          size="small"
          variant="minimal"
          icon={<Upload />}
          text={t('upload')}
          onClick={() => input.current?.click()}
        />
      ) : (
        <>
          <span className="aux numeric muted" role="status">
            {t('uploading', { percent: Math.round(share * 100) })}
          </span>
          <Button
            size="small"
            variant="minimal"
            icon={<Cross />}
            aria-label={t('cancelUpload')}
            onClick={() => running.current?.abort()}
          />
        </>
      )}
    </>
  );
};

type Props = {
  row: RawMaterialView;
  number: number;
  materials: RawMaterials;
  host: SampleFormContext;
  mode: SampleFormMode;
  onCite(): void;
};

/**
 * The proof of a raw material: its own sample, a cited consignment or a report, and the actions that change it
 * (RM-004).
 */
export const RawMaterialProof = ({ row, number, materials, host, mode, onCite }: Props) => {
  const t = useTexts(texts);
  const writing = mode === 'edit';
  const mayCite = host.testUnitId !== null && Boolean(host.projectId);
  const cite = writing && (
    <Button
      size="small"
      variant="minimal"
      text={t('citeAction')}
      disabled={!mayCite}
      title={mayCite ? undefined : t('noProject')}
      onClick={onCite}
    />
  );
  const proof = proofOf(row);
  if (proof === 'cited') {
    return (
      <div className="row tight">
        <span className="numeric ellipsis grow" title={row.consignCode}>
          {row.consignCode}
        </span>
        {writing && (
          <Button size="small" variant="minimal" text={t('cancelCite')} onClick={() => materials.cancelCite(row.id)} />
        )}
      </div>
    );
  }
  if (proof === 'tested') {
    const canComplete =
      !writing &&
      editsParameters(
        { isReadOnly: true, consignStatus: host.consignStatus ?? 0, pageSource: host.pageSource ?? null },
        row,
      );
    const hasOwnSample = row.buSampleInfoId !== null;
    return (
      <div className="row tight">
        {row.isTestUnitConfirmTestParam && row.testParams === '' ? (
          <Tag minimal>{t('leftToLab')}</Tag>
        ) : (
          <span className={`ellipsis grow${row.testParams ? '' : ' danger-text'}`} title={row.testParams}>
            {row.testParams || t('notFilled')}
          </span>
        )}
        {(writing || hasOwnSample) && (
          <Button
            size="small"
            variant="minimal"
            intent="primary"
            text={t(writing ? 'edit' : canComplete ? 'complete' : 'look')}
            loading={materials.openingRowId === row.id}
            aria-label={`${t('row', { n: number })} ${t(writing ? 'edit' : canComplete ? 'complete' : 'look')}`}
            onClick={() => void materials.edit(row)}
          />
        )}
        {!hasOwnSample && cite}
      </div>
    );
  }
  if (row.reportFile) {
    const { name, uploadId } = row.reportFile;
    return (
      <div className="row tight">
        <Document size={14} className="muted" />
        {uploadId ? (
          <span className="ellipsis grow" title={name}>
            {name}
          </span>
        ) : (
          <button
            type="button"
            className="raw-materials__report ellipsis grow"
            title={name}
            aria-label={t('openReport', { name })}
            onClick={() => void materials.openReport(row.id)}
          >
            {name}
          </button>
        )}
        {writing && (
          <Button
            size="small"
            variant="minimal"
            text={t('removeIt')}
            aria-label={t('removeReport', { name })}
            onClick={() => materials.setReport(row.id, null)}
          />
        )}
      </div>
    );
  }
  return (
    <div className="row tight">
      {writing ? (
        <>
          {cite}
          <RawMaterialReport number={number} onReport={(file) => materials.setReport(row.id, file)} />
        </>
      ) : (
        <span className="danger-text">{t('noProof')}</span>
      )}
    </div>
  );
};
