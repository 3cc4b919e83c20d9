import { Button, Tag } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import type { ReportScheduleItem, ScheduledReport, UserInfo } from '#contract';
import { downloadProblem } from '#domain/report';
import { messageOfProblem } from '#domain/rules';
import { REPORT_STATUS, ROLE } from '#events';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { ReadOnlyFields } from '../../components/field.js';
import { language, inBrackets } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { fileSize } from '../../lib/file-size.js';
import { reportColour } from './report-filters.js';
import { ReportHistory } from './report-history.js';
import { SystemActions } from './report-menu.js';
import { downloadReports, fileReaderRole } from './report-actions.js';
import { texts } from './texts.js';

type ReportEntryProps = { report: ScheduledReport; role: string; testUnitId: string };

const ReportEntry = ({ report, role, testUnitId }: ReportEntryProps) => {
  const t = useTexts(texts);
  const { file } = report;
  const fileProblem = downloadProblem(report, role);
  return (
    <li>
      <div className="row">
        <span className="numeric strong">{report.reportNumber}</span>
        <Tag minimal>
          <span className="row tight">
            <i className="report-dot" style={{ background: reportColour(report.reportStatus) }} aria-hidden />
            {report.reportStatusStr}
          </span>
        </Tag>
        <span className="push">
          {file ? (
            <Button
              size="small"
              variant="outlined"
              icon={<Download />}
              text={`${file.name}${inBrackets(fileSize(file.size))}`}
              aria-label={`${t('downloadShort')} ${file.name}`}
              onClick={() => void downloadReports([report])}
            />
          ) : (
            <span className="aux muted">{fileProblem && messageOfProblem(fileProblem, language())}</span>
          )}
        </span>
      </div>
      <ReadOnlyFields
        columns={3}
        items={[
          [t('testContent'), report.testContent],
          [t('publishedAt'), report.publishedAt && dateTime(report.publishedAt)],
          [t('mailNumber'), report.mailNumber],
        ]}
      />
      {report.withdrawnBecause && (
        <div className="note danger">{t('voidBecause', { reason: report.withdrawnBecause })}</div>
      )}
      {role === ROLE.client && report.reportStatus !== REPORT_STATUS.void && (
        <SystemActions report={report} testUnitId={testUnitId} />
      )}
      <ReportHistory reportId={report.reportId} />
    </li>
  );
};

/** All reports of a row with their files, and the client's applications. */
const ReportsDialog = ({ item, role, onClose }: { item: ReportScheduleItem; role: string; onClose(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={
        <>
          {t('reports')} <span className="numeric">{item.consignCode}</span>
        </>
      }
      width={800}
      onClose={onClose}
      canOutsideClickClose
      footer={<Button className="push" text={t('close')} onClick={onClose} />}
    >
      <div className="stack">
        {item.reports.length === 0 ? (
          <p className="secondary">{t('noReports')}</p>
        ) : (
          <ul className="report-list">
            {item.reports.map((report) => (
              <ReportEntry key={report.reportId} report={report} role={role} testUnitId={item.testUnitId} />
            ))}
          </ul>
        )}
        {item.applications.length > 0 && (
          <div>
            <h3 className="applications-head">{t('applications')}</h3>
            <ul className="report-list">
              {item.applications.map(({ appliedAt, reportCount, remark }) => (
                <li key={appliedAt}>
                  {t('applicationLine', { n: reportCount, time: shortTime(appliedAt) })}
                  {remark && <span className="secondary">　{remark}</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </AppDialog>
  );
};

export const showReports = (item: ReportScheduleItem, user: Pick<UserInfo, 'roles'>): Promise<void> =>
  openDialog<void>((settle) => <ReportsDialog item={item} role={fileReaderRole(user)} onClose={() => settle()} />);
