import { AnchorButton, Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import {
  Chat,
  Document,
  Download,
  Draw,
  Endorsed,
  Envelope,
  EyeOpen,
  Form,
  More,
  Plus,
  Star,
  TimelineEvents,
  Trash,
  Upload,
  Video,
} from '@blueprintjs/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactElement, useCallback, useRef } from 'react';
import {
  applyForReportVideo,
  checkReportIssue,
  checkReportPdf,
  getReportEvaluation,
  listReportVideos,
  type ReportScheduleItem,
  type ReportVideo,
  type ScheduledReport,
} from '#contract';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { newIdempotencyKey } from '../../lib/http.js';
import { callUnitService, useUnitService } from '../../lib/pre-service.js';
import { useUser } from '../../lib/session.js';
import { mainAction, reportActions, type ReportMenuActionName } from './report-actions.js';
import { texts } from './texts.js';

export type ReportMenuActionHandler = (action: ReportMenuActionName, item: ReportScheduleItem) => void;
type ReportMenuProps = { item: ReportScheduleItem; onAction: ReportMenuActionHandler };

const ICONS: Record<ReportMenuActionName, ReactElement> = {
  reports: <Document />,
  download: <Download />,
  register: <Plus />,
  applyFor: <Form />,
  upload: <Upload />,
  publish: <Endorsed />,
  changeStatus: <TimelineEvents />,
  setMailNumber: <Envelope />,
  pickUp: <Draw />,
  withdraw: <Trash />,
};

/** One action and `⋯`. */
export const ReportMenu = ({ item, onAction }: ReportMenuProps) => (
  <div className="row-actions">
    <MainAction item={item} onAction={onAction} />
    <ReportActionMenu item={item} onAction={onAction} />
  </div>
);

/** The main action of the row; on a card it is a button large enough for a thumb. */
export const MainAction = ({ item, onAction, onCard }: ReportMenuProps & { onCard?: boolean }) => {
  const t = useTexts(texts);
  const { action, isTurn } = mainAction(item, useUser());
  const forbidden = action.reason !== null;
  return (
    <Button
      className={`main-action${forbidden ? ' forbidden' : ''}`}
      text={t(action.short)}
      intent={isTurn ? 'primary' : 'none'}
      {...(onCard
        ? { variant: isTurn ? ('solid' as const) : ('outlined' as const) }
        : { variant: 'minimal' as const, size: 'small' as const })}
      aria-disabled={forbidden}
      title={action.reason ?? undefined}
      onClick={forbidden ? undefined : () => onAction(action.name, item)}
    />
  );
};

/** The menu lists all actions; a forbidden one stays, dimmed, with its reason. */
export const ReportActionMenu = ({ item, onAction }: ReportMenuProps) => {
  const t = useTexts(texts);
  const pendingAction = useRef<ReportMenuActionName | null>(null);
  // An action starts after the menu has closed and has returned the focus; otherwise the menu takes the focus from the
  // dialog of the action.
  const start = useCallback(() => {
    const action = pendingAction.current;
    pendingAction.current = null;
    if (action) onAction(action, item);
  }, [onAction, item]);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      transitionDuration={50}
      onClosed={start}
      content={
        <ActionList
          item={item}
          onAction={(action) => {
            pendingAction.current = action;
          }}
        />
      }
    >
      <Button
        size="small"
        variant="minimal"
        icon={<More />}
        aria-label={t('rowActions', { code: item.reportId === null ? item.consignCode : item.reportNumber })}
      />
    </PopoverNext>
  );
};

const ActionList = ({ item, onAction }: { item: ReportScheduleItem; onAction(action: ReportMenuActionName): void }) => {
  const t = useTexts(texts);
  const user = useUser();
  return (
    <Menu className="action-menu">
      {reportActions(item, user).map((action) => (
        <Fragment key={action.name}>
          {action.afterLine && <MenuDivider />}
          <MenuItem
            icon={ICONS[action.name]}
            text={t(action.text)}
            label={action.reason ?? ''}
            intent={action.danger && action.reason === null ? 'danger' : 'none'}
            aria-disabled={action.reason !== null}
            shouldDismissPopover={action.reason === null}
            onClick={action.reason === null ? () => onAction(action.name) : undefined}
          />
        </Fragment>
      ))}
    </Menu>
  );
};

const REMARK_LENGTH = 200;
const ISSUE_LENGTH = 500;

/** Opens a web address in a new tab. */
const openAddress = (text: string): void => {
  const address = new URL(text, location.origin);
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

/** The actions of a client in the laboratory's own system about a report (PRE-019); only if there is one. */
export const SystemActions = ({
  report: { reportId },
  testUnitId,
}: {
  report: ScheduledReport;
  testUnitId: string;
}) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { isIntegrated, unitCode } = useUnitService(testUnitId);
  if (!isIntegrated) return null;
  const runReportingFailure = (act: () => Promise<unknown>) => void act().catch(reportFailure);

  const view = async () => {
    const query = { unitCode, id: reportId };
    const { exists, url } = await callUnitService(queries, checkReportPdf, { query }, testUnitId);
    if (exists && url) openAddress(url);
    else toastWarning(textOf(texts, 'noPdf'));
  };
  const apply = async () => {
    const idempotencyKey = newIdempotencyKey();
    const isConfirmed = await openActionDialog({
      action: textOf(texts, 'applyVideo'),
      sentence: textOf(texts, 'applyVideoSentence'),
      reason: { label: textOf(texts, 'applyRemark'), required: false, maxLength: REMARK_LENGTH },
      run: (remark) =>
        callUnitService(
          queries,
          applyForReportVideo,
          { query: {}, body: { reportId, remark }, idempotencyKey },
          testUnitId,
        ),
    });
    if (isConfirmed) toastSuccess(textOf(texts, 'videoApplied'));
  };
  const showVideos = async () => {
    const videos = await callUnitService(queries, listReportVideos, { query: { reportId } }, testUnitId);
    if (await openDialog<boolean>((settle) => <VideosDialog videos={videos} onDone={settle} />)) await apply();
  };
  const sendIssue = async () => {
    const idempotencyKey = newIdempotencyKey();
    const isConfirmed = await openActionDialog({
      action: textOf(texts, 'sendIssue'),
      sentence: textOf(texts, 'issueSentence'),
      reason: { label: textOf(texts, 'issue'), required: true, maxLength: ISSUE_LENGTH },
      run: (content) =>
        callUnitService(
          queries,
          checkReportIssue,
          { query: {}, body: { reportId, content }, idempotencyKey },
          testUnitId,
        ),
    });
    if (isConfirmed) toastSuccess(textOf(texts, 'issueSent'));
  };
  const evaluate = async () => {
    const query = { unitCode, id: reportId };
    openAddress((await callUnitService(queries, getReportEvaluation, { query }, testUnitId)).address);
  };
  return (
    <div className="row wrap report-system">
      <Button size="small" icon={<EyeOpen />} text={t('viewPdf')} onClick={() => runReportingFailure(view)} />
      <Button size="small" icon={<Video />} text={t('videos')} onClick={() => runReportingFailure(showVideos)} />
      <Button size="small" icon={<Chat />} text={t('sendIssue')} onClick={() => runReportingFailure(sendIssue)} />
      <Button size="small" icon={<Star />} text={t('evaluate')} onClick={() => runReportingFailure(evaluate)} />
    </div>
  );
};
