import { ReportStatus } from '#events';
import { said, type InEveryLanguage, type Language } from '../rules/language.js';
import type { ReportActionName } from './report-actions.js';

/** Where the reporting of a consignment stands: 0 while it has no report, else the status of the report that lags most behind. */
export type ScheduleStatus = 0 | ReportStatus;

/** In the order of the work. */
export const SCHEDULE_STATUSES: readonly ScheduleStatus[] = [0, ...ReportStatus.values];

/** Names of the enumeration ReportStatus. */
const statusNames: Record<ScheduleStatus, InEveryLanguage> = {
  0: said('待出报告', 'Awaiting report', 'Pendiente de informe'),
  10: said('检测中', 'Testing', 'En ensayo'),
  20: said('编制中', 'Being drafted', 'En redacción'),
  30: said('已签发', 'Issued', 'Emitido'),
  40: said('已发布', 'Published', 'Publicado'),
  50: said('已邮寄', 'Mailed', 'Enviado'),
  60: said('已领取', 'Collected', 'Recogido'),
  90: said('已作废', 'Void', 'Anulado'),
};

const actionNames: Record<ReportActionName, InEveryLanguage> = {
  upload: said('上传报告', 'upload the report', 'subir el informe'),
  changeStatus: said('更新进度', 'change the status', 'cambiar el estado'),
  publish: said('发布报告', 'publish the report', 'publicar el informe'),
  setMailNumber: said('填写邮寄单号', 'enter the mail number', 'indicar el número de envío'),
  pickUp: said('领取签名', 'be signed for', 'firmar su recogida'),
  withdraw: said('作废报告', 'declare the report void', 'anular el informe'),
};

export const reportStatusName = (status: ScheduleStatus, language: Language = 'zh'): string =>
  statusNames[status][language];

/** For values that come as text or number: the name, or the value itself when it names nothing. */
export const nameOfReportStatus = (value: string | number, language: Language): string =>
  statusNames[Number(value) as ScheduleStatus]?.[language] ?? String(value);
export const nameOfReportAction = (value: string | number, language: Language): string =>
  actionNames[String(value) as ReportActionName]?.[language] ?? String(value);
