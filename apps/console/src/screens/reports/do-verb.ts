import type { ReportScheduleItem, UserInfo } from '#contract';
import { openPickUpDialog } from './pick-up.dialog.js';
import { askPublication, askReportMailNumber, askReportStatus, askWithdrawal } from './progress.dialogs.js';
import { openApplicationDialog, openRegistrationDialog, openUploadDialog } from './register.dialog.js';
import { downloadable, downloadReports, type ReportVerbName } from './report-verbs.js';
import { showReports } from './reports.dialog.js';

/** Does what a verb of a row says. Verbs of one report are offered on rows of one report only. */
export const runReportVerb = async (
  verb: ReportVerbName,
  item: ReportScheduleItem,
  user: Pick<UserInfo, 'roles'>,
): Promise<void> => {
  const [report] = item.reports;
  switch (verb) {
    case 'reports':
      return showReports(item, user);
    case 'download': {
      const files = downloadable(item);
      return files.length === 1 ? downloadReports(files) : showReports(item, user);
    }
    case 'register':
      return void (await openRegistrationDialog(item));
    case 'applyFor':
      return void (await openApplicationDialog(item));
    case 'upload':
      return void (report && (await openUploadDialog(report)));
    case 'publish':
      return void (report && (await askPublication(item, report)));
    case 'changeStatus':
      return void (report && (await askReportStatus([report])));
    case 'setMailNumber':
      return void (report && (await askReportMailNumber([report])));
    case 'pickUp':
      return void (report && (await openPickUpDialog([report])));
    case 'withdraw':
      return void (report && (await askWithdrawal(item, report)));
  }
};
