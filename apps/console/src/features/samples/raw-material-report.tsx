import { Button } from '@blueprintjs/core';
import { Cross, Upload } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { materialReportProblem, messageOfProblem, REPORT_EXTENSIONS } from '#domain';
import { warn } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { uploadFile } from '../../lib/upload.js';
import { texts } from './raw-material.texts.js';

type Props = { number: number; onReport(file: { name: string; url: string; uploadId: string }): void };

/** Uploads the report of a raw material; what is no report is refused before it is sent (RM-012). */
export const RawMaterialReport = ({ number, onReport }: Props) => {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (file: File | undefined) => {
    if (!file) return;
    const found = materialReportProblem(file);
    if (found) return warn(messageOfProblem(found, language()));
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
