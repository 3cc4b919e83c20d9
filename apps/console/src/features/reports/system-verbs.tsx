import { AnchorButton, Button } from '@blueprintjs/core';
import { Chat, EyeOpen, Star, Video } from '@blueprintjs/icons';
import { useQueryClient } from '@tanstack/react-query';
import {
  applyForReportVideo,
  checkReportIssue,
  checkReportPdf,
  getReportEvaluation,
  listReportVideos,
  type ReportVideo,
  type ScheduledReport,
} from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { succeed, warn } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { newIdempotencyKey } from '../../lib/http.js';
import { unitCall, useUnitService } from '../../lib/pre-service.js';
import { texts } from './texts.js';

const REMARK_LENGTH = 200;
const ISSUE_LENGTH = 500;

/** Opens an address of the web in a tab of its own. */
const openAddress = (given: string): void => {
  const address = new URL(given, location.origin);
  if (address.protocol === 'https:' || address.protocol === 'http:') window.open(address, '_blank', 'noopener');
};

const VideosDialog = ({ videos, onDone }: { videos: readonly ReportVideo[]; onDone(applies: boolean): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={t('videos')}
      width={480}
      onClose={() => onDone(false)}
      footer={
        <>
          <Button className="push" text={t('close')} onClick={() => onDone(false)} />
          <Button intent="primary" text={t('applyVideo')} onClick={() => onDone(true)} />
        </>
      }
    >
      {videos.length === 0 ? (
        <p className="secondary">{t('noVideos')}</p>
      ) : (
        <ul className="report-list">
          {videos.map(({ id, name, url }) => (
            <li key={id} className="row">
              <span>{name}</span>
              {url && (
                <AnchorButton
                  className="push"
                  size="small"
                  variant="outlined"
                  text={t('watch')}
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </AppDialog>
  );
};

/** What a client asks the laboratory's own system about a report (PRE-019); offered only where there is one. */
export const SystemVerbs = ({ report: { reportId }, testUnitId }: { report: ScheduledReport; testUnitId: string }) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { isIntegrated, unitCode } = useUnitService(testUnitId);
  if (!isIntegrated) return null;
  const attempt = (act: () => Promise<unknown>) => void act().catch(reportFailure);

  const view = async () => {
    const query = { unitCode, id: reportId };
    const { exists, url } = await unitCall(queries, checkReportPdf, { query }, testUnitId);
    if (exists && url) openAddress(url);
    else warn(textOf(texts, 'noPdf'));
  };
  const apply = async () => {
    const idempotencyKey = newIdempotencyKey();
    const done = await askAction({
      verb: textOf(texts, 'applyVideo'),
      sentence: textOf(texts, 'applyVideoSentence'),
      reason: { label: textOf(texts, 'applyRemark'), required: false, maxLength: REMARK_LENGTH },
      run: (remark) =>
        unitCall(queries, applyForReportVideo, { query: {}, body: { reportId, remark }, idempotencyKey }, testUnitId),
    });
    if (done) succeed(textOf(texts, 'videoApplied'));
  };
  const showVideos = async () => {
    const videos = await unitCall(queries, listReportVideos, { query: { reportId } }, testUnitId);
    if (await askWith<boolean>((settle) => <VideosDialog videos={videos} onDone={settle} />)) await apply();
  };
  const sendIssue = async () => {
    const idempotencyKey = newIdempotencyKey();
    const done = await askAction({
      verb: textOf(texts, 'sendIssue'),
      sentence: textOf(texts, 'issueSentence'),
      reason: { label: textOf(texts, 'issue'), required: true, maxLength: ISSUE_LENGTH },
      run: (content) =>
        unitCall(queries, checkReportIssue, { query: {}, body: { reportId, content }, idempotencyKey }, testUnitId),
    });
    if (done) succeed(textOf(texts, 'issueSent'));
  };
  const evaluate = async () => {
    const query = { unitCode, id: reportId };
    openAddress((await unitCall(queries, getReportEvaluation, { query }, testUnitId)).address);
  };
  return (
    <div className="row wrap report-system">
      <Button size="small" icon={<EyeOpen />} text={t('viewPdf')} onClick={() => attempt(view)} />
      <Button size="small" icon={<Video />} text={t('videos')} onClick={() => attempt(showVideos)} />
      <Button size="small" icon={<Chat />} text={t('sendIssue')} onClick={() => attempt(sendIssue)} />
      <Button size="small" icon={<Star />} text={t('evaluate')} onClick={() => attempt(evaluate)} />
    </div>
  );
};
