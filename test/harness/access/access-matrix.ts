import { accessToAccounts } from './access-to-accounts.js';
import { accessToCatalogue } from './access-to-catalogue.js';
import { accessToUnits } from './access-to-units.js';
import {
  clientPersona,
  allPersonas,
  labPersona,
  readingPersonas,
  signInPersonas,
  type Persona,
} from '../service/personas.js';

/** Operations that a signed ticket of 5 minutes opens and no session does (ADR-012). */
export const ticketOperations: string[] = ['GetDocumentFile', 'GetExportFile'];

/** Every operation of the contract; see personas.ts. */
export const accessMatrix: Record<string, Persona[]> = {
  ...accessToAccounts,
  ...accessToUnits,
  ...accessToCatalogue,

  // lists and single reads
  GetRawMateriaConsignInfoList: readingPersonas,
  GetRawMateriaConsignInfoList_Mobile: readingPersonas,
  GetSitePreConsignInfoList: readingPersonas,
  GetConsignmentCounts: readingPersonas,
  ListConsignments: readingPersonas,
  GetStatistic: readingPersonas,
  GetStatistic_Mobile: readingPersonas,
  GetConsingInfo: readingPersonas,
  GetConsignLog: readingPersonas,
  GetPreConsignInfoLinkSample: readingPersonas,
  GetPreSiteOtherInfoByTestUnitId: readingPersonas,
  GetTuQualificationsByTestUnitId: readingPersonas,
  GetConsignSignAccessoryList: readingPersonas,
  GetAllowedActions: readingPersonas,
  GetConsignmentChanges: readingPersonas,
  // the history is for auditors, clients and labs; its proof as a file holds drafts and hidden prices, so it is for who
  // sees all
  GetHistory: readingPersonas,
  GetHistoryState: readingPersonas,
  GetHistoryRecord: readingPersonas,
  GetHistoryProof: readingPersonas,
  GetHistoryProofFile: ['admin', 'auditor'],
  // ADR-016: users who see persons anyway need no request; the administrator supervises the requests
  ReadHistoryPersons: ['auditor'],
  ListPersonalReads: ['admin'],
  GetBuSampleInfo: readingPersonas,
  GetBuSampleInfoListByConsignId: readingPersonas,
  GetBuSampleInfoParams: readingPersonas,
  // 002 RC-007: a client cites what its own unit has consigned before
  GetSelectRefSampleByTestUnitIdAndProjectId: clientPersona,
  GetPrintList: readingPersonas,
  GetPrintConsignInfoList: readingPersonas,
  GetDocumentChanges: readingPersonas,

  // the client's table
  CreateRawMateriaConsingInfo: clientPersona,
  SaveConsignInfo: clientPersona,
  CommitConsignInfo: clientPersona,
  CopyConsignInfo: clientPersona,
  DeleteConsignInfo: clientPersona,
  CancelConsignInfo: clientPersona,
  SetMailOrderNumber: clientPersona,
  GetDefaultConsignInfo: clientPersona,
  GetCreatePreSiteConsign: clientPersona,
  UpdatePreSiteConsign: clientPersona,
  ReopenConsignment: clientPersona,
  ChangeTestingUnit: clientPersona,
  SignConsignments: clientPersona,
  // NAV-010: a phone opens a QR code without login; the key it brings, which a client or a laboratory alone can make,
  // decides
  CreateQRCodeKey: [...clientPersona, ...labPersona],
  GetQRCodeKeyInfo: allPersonas,
  GetPhoneUploads: allPersonas,
  UploadByKey: allPersonas,
  GetReportPickUp: allPersonas,
  PickUpByKey: allPersonas,
  // QR-004: where a phone without login finds the pages
  Apk: allPersonas,
  // SAPI-026: a picture of a text its caller has
  CreateQRCode: signInPersonas,
  GetSigning: allPersonas,
  SignByKey: allPersonas,
  SendJZSignMessage: clientPersona,
  CreateBuSampleParamInfo: clientPersona,
  CreateBuSampleParamInfoMigModel: clientPersona,
  CreateChildBuSampleParamInfo: clientPersona,
  CopyBuSampleInfo: clientPersona,
  DeleteBuSampleInfo: clientPersona,
  DeleteBuSampleInfoByIds: clientPersona,

  // the laboratory's table
  PassAuditConsignInfo: labPersona,
  NoPassAuditConsignInfo: labPersona,
  ConfirmSample: labPersona,
  NoPassConfirmSample: labPersona,
  SyncUpdateConsignInfo: labPersona,
  // ADR-033: by hand what an integrated laboratory pushes
  EnterLaterStage: labPersona,
  SetActualFee: labPersona,
  SetConsignmentBill: labPersona,

  // 000 section 7, report calls: "a client is refused" the status calls (API-030); it applies and follows the progress
  GetReportConsignScheduleNew: readingPersonas,
  GetReportConsignSchedule: readingPersonas,
  GetReportScheduleNew: readingPersonas,
  GetReportSchedule: readingPersonas,
  GetReportConsignScheduleCountingNew: readingPersonas,
  GetReportConsignScheduleCount: readingPersonas,
  GetReportScheduleCountingNew: readingPersonas,
  GetReportFile: readingPersonas,
  // 002 PRE-019: who reads a report; what is sent to its laboratory is its client's to say
  CheckReportPdf: readingPersonas,
  ListReportVideos: readingPersonas,
  ApplyForReportVideo: clientPersona,
  CheckReportIssue: clientPersona,
  GetReportEvaluation: clientPersona,
  GetReportHistory: readingPersonas,
  GetAllowedReportActions: readingPersonas,
  AddReportApply: clientPersona,
  ReportMailNumberSetting: labPersona,
  UpdateReportStatus: labPersona,
  UpdateReportStatusNew: labPersona,
  RegisterReport: labPersona,
  UploadReport: labPersona,
  PublishReport: labPersona,
  WithdrawReport: labPersona,

  // 001 MODE: the client types the form, the laboratory completes parameters left to it
  SaveBuSampleInfo: ['client', 'lab'],
  EstimateSample: ['client', 'lab'],
  // files: the client's attachments, the laboratory's reports (ADR-033)
  uploadFile: ['client', 'lab'],
  // pictures of rich text: for users who write it; an img element shows them without a session, by an address that
  // cannot be guessed
  uploadImg: ['lab', 'admin'],
  DeleteFileByPath: ['lab', 'admin'],
  GetRichTextImage: allPersonas,
  DownloadFile: ['client', 'lab', 'admin'],
  uploadAccessory: clientPersona,
  DeleteAccessory: clientPersona,
  GetAccessory: readingPersonas,
  GetAccessoryTypes: readingPersonas,
  DownloadFileByAccessoryId: readingPersonas,
  GetLimsConsignAttachments: readingPersonas,
  // print and preview belong to both sides; the ledger to units and the administrator, an auditor's personal fields are
  // masked
  GenConsignPdf: ['client', 'lab'],
  Export: ['client', 'lab', 'admin'],

  // ADR-016: the log of all events for who runs the platform and who audits it; what an event says is masked or
  // withheld by role
  ListEvents: ['admin', 'auditor', 'operator'],
  GetEvent: ['admin', 'auditor', 'operator'],
  FollowEvents: ['admin', 'auditor', 'operator'],
  // background jobs for who runs the platform
  ListJobs: ['admin', 'operator'],
  GetJob: ['admin', 'operator'],
  RetryJob: ['admin', 'operator'],
  CancelJob: ['admin', 'operator'],
  RetryJobs: ['admin', 'operator'],
  CancelJobs: ['admin', 'operator'],

  // views are operated and rebuilt by the operators of the platform; a comparison contains no persons
  ListProjections: ['admin', 'operator'],
  GetViewOperations: ['admin', 'operator'],
  RebuildView: ['admin', 'operator'],
  PauseRebuild: ['admin', 'operator'],
  ResumeRebuild: ['admin', 'operator'],
  CancelRebuild: ['admin', 'operator'],
  SwitchBuild: ['admin', 'operator'],
  SwitchBack: ['admin', 'operator'],
  DropBuild: ['admin', 'operator'],
  RestartView: ['admin', 'operator'],
  ListSetAside: ['admin', 'operator'],
  RetrySetAside: ['admin', 'operator'],
  RebuildConsignmentRows: ['admin', 'operator'],
  ListRowRebuilds: ['admin', 'operator'],
};
