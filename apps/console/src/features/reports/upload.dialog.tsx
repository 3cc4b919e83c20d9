import { Button } from '@blueprintjs/core';
import { uploadReport, type ScheduledReport } from '#contract';
import { REPORT_EXTENSIONS } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { FilePicker } from '../../components/file-picker.js';
import { Facts } from '../../components/field.js';
import { succeed } from '../../components/toaster.js';
import type { Send } from '../../components/use-transfers.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { uploadFile } from '../../lib/upload.js';
import { fileSize } from './file-size.js';
import { texts } from './texts.js';
import { reportsChanged } from './use-schedule.js';

/** The file of one report, with its progress; closes when it has arrived. */
const UploadDialog = ({ report, onDone }: { report: ScheduledReport; onDone(uploaded: boolean): void }) => {
  const t = useTexts(texts);
  const send: Send = async (file, { idempotencyKey, ...options }) => {
    const { uploadId } = await uploadFile(file, options);
    await call(uploadReport, {
      query: { id: report.reportId },
      body: { uploadId },
      ifMatch: report.revision,
      idempotencyKey,
      signal: options.signal,
    });
    onDone(true);
  };
  return (
    <AppDialog
      title={t('upload')}
      width={480}
      onClose={() => onDone(false)}
      footer={<Button className="push" text={t('cancel')} onClick={() => onDone(false)} />}
    >
      <div className="stack">
        <Facts
          columns={2}
          items={[
            [
              t('reportNumber'),
              <span key="number" className="numeric">
                {report.reportNumber}
              </span>,
            ],
            [t('current'), report.file ? `${report.file.name}（${fileSize(report.file.size)}）` : t('noFile')],
          ]}
        />
        <FilePicker label={t('uploadWhat')} extensions={REPORT_EXTENSIONS} send={send} />
      </div>
    </AppDialog>
  );
};

/** Asks for the file of a report; true when it was uploaded. */
export const askUpload = async (report: ScheduledReport): Promise<boolean> => {
  const done = await askWith<boolean>((settle) => <UploadDialog report={report} onDone={settle} />);
  if (done) succeed(textOf(texts, 'uploaded'));
  await reportsChanged();
  return done;
};
