import type { Type } from '@nestjs/common';
import { ApplyForReport } from './apply-for-report.js';
import { GetAllowedReportActions } from './get-allowed-report-actions.js';
import { GetReportHistory } from './get-report-history.js';
import { GetReportPickUp } from './get-report-pick-up.js';
import { LinkReportFile } from './link-report-file.js';
import { ListConsignmentProgress } from './list-consignment-progress.js';
import { ListReports } from './list-reports.js';
import { PickUpByKey } from './pick-up-by-key.js';
import { PublishReport } from './publish-report.js';
import { RegisterReport } from './register-report.js';
import { SetReportMailNumber } from './set-report-mail-number.js';
import { UpdateReportStatus } from './update-report-status.js';
import { UploadReport } from './upload-report.js';
import { WithdrawReport } from './withdraw-report.js';

export const reportUseCases: Type[] = [
  ListConsignmentProgress,
  ListReports,
  GetAllowedReportActions,
  LinkReportFile,
  ApplyForReport,
  RegisterReport,
  UploadReport,
  PublishReport,
  WithdrawReport,
  UpdateReportStatus,
  SetReportMailNumber,
  GetReportPickUp,
  PickUpByKey,
  GetReportHistory,
];
