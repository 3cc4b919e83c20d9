import { v4 } from 'uuid';
import {
  publishReport,
  registerReport,
  uploadFile,
  uploadReport,
  type ReportScheduleItem,
  getReportScheduleNew,
} from '#contract';
import type { Client } from '../service/client.js';

/** The beginning of a PDF. */
export const pdfWithText = (text: string): Uint8Array => new TextEncoder().encode(`%PDF-1.7\n% ${text}\n%%EOF\n`);

export const ifMatch = (revision: number) => ({ 'if-match': `"${revision}"` });

export type RegisteredReport = { reportId: string; revision: number; reportNumber: string };

/** Registers a report on all samples of a received consignment, with a new number. */
export const registerNewReport = async (
  lab: Client,
  consignId: string,
  reportNumber = `BG-${v4().slice(0, 8)}`,
): Promise<RegisteredReport> => ({
  ...(await lab.do(registerReport, { body: { consignId, reportNumber } })),
  reportNumber,
});

/** Uploads the file of a report. Returns the new revision. */
export const uploadReportFile = async (
  lab: Client,
  { reportId, revision }: Pick<RegisteredReport, 'reportId' | 'revision'>,
  content = pdfWithText(reportId),
): Promise<number> => {
  const { uploadId } = await lab.do(uploadFile, { file: { name: '检测报告.pdf', content } });
  return (await lab.do(uploadReport, { query: { id: reportId }, body: { uploadId }, headers: ifMatch(revision) }))
    .revision;
};

/** A report that its client can download. */
export const publishNewReport = async (
  lab: Client,
  consignId: string,
  content?: Uint8Array,
): Promise<RegisteredReport> => {
  const report = await registerNewReport(lab, consignId);
  const revision = await uploadReportFile(lab, report, content);
  return {
    ...report,
    ...(await lab.do(publishReport, { query: { id: report.reportId }, headers: ifMatch(revision) })),
  };
};

/** One report in the list of a user. */
export const scheduleItem = async (
  reader: Client,
  { reportId, reportNumber }: Pick<RegisteredReport, 'reportId' | 'reportNumber'>,
): Promise<ReportScheduleItem> => {
  const { items } = await reader.do(getReportScheduleNew, { query: { keyword: reportNumber, maxResultCount: 100 } });
  const item = items.find((item) => item.reportId === reportId);
  if (!item) throw new Error(`report ${reportNumber} is not in the list`);
  return item;
};
