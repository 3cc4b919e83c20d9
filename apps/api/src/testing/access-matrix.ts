import { accessToAccounts } from './access-to-accounts.js';
import { accessToCatalogue } from './access-to-catalogue.js';
import { accessToUnits } from './access-to-units.js';
import { client, everybody, lab, readers, signedIn, type Persona } from './personas.js';

/** Operations that a signed ticket of 5 minutes opens and no session does (ADR-012). */
export const byTicket: string[] = ['GetDocumentFile', 'GetExportFile'];

/** Every operation of the contract; see personas.ts. */
export const accessMatrix: Record<string, Persona[]> = {
  ...accessToAccounts,
  ...accessToUnits,
  ...accessToCatalogue,

  // lists and single reads
  GetRawMateriaConsignInfoList: readers,
  GetRawMateriaConsignInfoList_Mobile: readers,
  GetSitePreConsignInfoList: readers,
  GetConsignmentCounts: readers,
  ListConsignments: readers,
  GetStatistic: readers,
  GetStatistic_Mobile: readers,
  GetConsingInfo: readers,
  GetConsignLog: readers,
  GetPreConsignInfoLinkSample: readers,
  GetPreSiteOtherInfoByTestUnitId: readers,
  GetTuQualificationsByTestUnitId: readers,
  GetConsignSignAccessoryList: readers,
  GetAllowedActions: readers,
  GetConsignmentChanges: readers,
  // the history is for auditors, clients and labs; its proof as a file holds drafts and hidden prices, so it is for who sees all
  GetHistory: readers,
  GetHistoryState: readers,
  GetHistoryRecord: readers,
  GetHistoryProof: readers,
  GetHistoryProofFile: ['admin', 'auditor'],
  // ADR-016: who is shown persons anyway need not ask; the administrator watches who asked
  ReadHistoryPersons: ['auditor'],
  ListPersonalReads: ['admin'],
  GetBuSampleInfo: readers,
  GetBuSampleInfoListByConsignId: readers,
  GetBuSampleInfoParams: readers,
  // 002 RC-007: a client cites what its own unit has consigned before
  GetSelectRefSampleByTestUnitIdAndProjectId: client,
  GetPrintList: readers,
  GetPrintConsignInfoList: readers,
  GetDocumentChanges: readers,

  // the client's table
  CreateRawMateriaConsingInfo: client,
  SaveConsignInfo: client,
  CommitConsignInfo: client,
  CopyConsignInfo: client,
  DeleteConsignInfo: client,
  CancelConsignInfo: client,
  SetMailOrderNumber: client,
  GetDefaultConsignInfo: client,
  GetCreatePreSiteConsign: client,
  UpdatePreSiteConsign: client,
  ReopenConsignment: client,
  ChangeTestingUnit: client,
  SignConsignments: client,
  // NAV-010: a phone opens a QR code without login; the key it brings, which a client or a laboratory alone can make, decides
  CreateQRCodeKey: [...client, ...lab],
  GetQRCodeKeyInfo: everybody,
  GetPhoneUploads: everybody,
  UploadByKey: everybody,
  GetReportPickUp: everybody,
  PickUpByKey: everybody,
  // QR-004: where a phone without login finds the pages
  Apk: everybody,
  // SAPI-026: a picture of a text its caller has
  CreateQRCode: signedIn,
  GetSigning: everybody,
  SignByKey: everybody,
  SendJZSignMessage: client,
  CreateBuSampleParamInfo: client,
  CreateBuSampleParamInfoMigModel: client,
  CreateChildBuSampleParamInfo: client,
  CopyBuSampleInfo: client,
  DeleteBuSampleInfo: client,
  DeleteBuSampleInfoByIds: client,

  // the laboratory's table
  PassAuditConsignInfo: lab,
  NoPassAuditConsignInfo: lab,
  ConfirmSample: lab,
  NoPassConfirmSample: lab,
  SyncUpdateConsignInfo: lab,
  // ADR-033: by hand what an integrated laboratory pushes
  EnterLaterStage: lab,
  SetActualFee: lab,
  SetConsignmentBill: lab,

  // 000 section 7, report calls: "a client is refused" the status calls (API-030); it applies and follows the progress
  GetReportConsignScheduleNew: readers,
  GetReportConsignSchedule: readers,
  GetReportScheduleNew: readers,
  GetReportSchedule: readers,
  GetReportConsignScheduleCountingNew: readers,
  GetReportConsignScheduleCount: readers,
  GetReportScheduleCountingNew: readers,
  GetReportFile: readers,
  // 002 PRE-019: who reads a report; what is sent to its laboratory is its client's to say
  CheckReportPdf: readers,
  ListReportVideos: readers,
  ApplyForReportVideo: client,
  CheckReportIssue: client,
  GetReportEvaluation: client,
  GetReportHistory: readers,
  GetAllowedReportActions: readers,
  AddReportApply: client,
  ReportMailNumberSetting: lab,
  UpdateReportStatus: lab,
  UpdateReportStatusNew: lab,
  RegisterReport: lab,
  UploadReport: lab,
  PublishReport: lab,
  WithdrawReport: lab,

  // 001 MODE: the client types the form, the laboratory completes parameters left to it
  SaveBuSampleInfo: ['client', 'lab'],
  EstimateSample: ['client', 'lab'],
  // files: the client's attachments, the laboratory's reports (ADR-033)
  uploadFile: ['client', 'lab'],
  // pictures of rich text: whoever writes it; an img element shows them without a session, by an address nobody guesses
  uploadImg: ['lab', 'admin'],
  DeleteFileByPath: ['lab', 'admin'],
  GetRichTextImage: everybody,
  DownloadFile: ['client', 'lab', 'admin'],
  uploadAccessory: client,
  DeleteAccessory: client,
  GetAccessory: readers,
  GetAccessoryTypes: readers,
  DownloadFileByAccessoryId: readers,
  GetLimsConsignAttachments: readers,
  // print and preview belong to both sides; the ledger to units and the administrator, an auditor's personal fields are masked
  GenConsignPdf: ['client', 'lab'],
  Export: ['client', 'lab', 'admin'],

  // ADR-016: the log of all events for who runs the platform and who audits it; what an event says is masked or withheld by role
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

  // views are run and rebuilt by who runs the platform; a comparison tells of no person
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
