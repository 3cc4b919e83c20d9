/**
 * Who may call what, written by hand from the specifications and DECISIONS 30, never derived from permissions.ts:
 * the two tables check each other. "stranger" has no session; every other caller is signed in with that one role.
 */
export const personas = ['stranger', 'client', 'lab', 'admin', 'auditor', 'operator'] as const;
export type Persona = (typeof personas)[number];

const everybody: Persona[] = [...personas];
/** Session, branding and lists that every console page needs, whatever the role (000 section 6: "any other role" still has a session). */
const signedIn: Persona[] = ['client', 'lab', 'admin', 'auditor', 'operator'];
/**
 * Consignment contents: the two units, the administrator who sees all, the auditor who reads everything; never the operator.
 * What names persons an auditor is given masked, and files not at all (FILE_WITHHELD): that is the operation's own no.
 */
const readers: Persona[] = ['client', 'lab', 'admin', 'auditor'];
/** "Client actions" of 000 section 4: only staff of the owning consigning unit act on a draft, an administrator does not. */
const client: Persona[] = ['client'];
/** "Testing-unit actions (pageSource 4)" of 000 section 4. */
const lab: Persona[] = ['lab'];

/** Operations that a signed ticket of 5 minutes opens and no session does (DECISIONS 29). */
export const byTicket: string[] = ['GetDocumentFile', 'GetExportFile'];

export const accessMatrix: Record<string, Persona[]> = {
  // 000 section 4, session; section 6: /login is open, the branding of an origin is shown before login
  Authenticate: everybody,
  GetTestUnitInfoByConsignPlatURL: everybody,
  GetUserInfo: signedIn,
  Logout: signedIn,
  // 000 ROLE-006, 002 AU-023: registration and the way back to a forgotten password are for who cannot sign in yet
  GetLoginPage: everybody,
  SendToMobile: everybody,
  VerifyCode: everybody,
  Register: everybody,
  ResetPasswordByCode: everybody,
  GetPasswordStrength: everybody,
  ChangePassword: signedIn,
  // 000 ROLE-009, 002 US-012: roles are the administrator's
  CreateRole: ['admin'],
  UpdateRole: ['admin'],
  DeleteRole: ['admin'],
  GetRoleForEdit: ['admin'],
  GetRolesAsync: ['admin'],
  GetAllPermissions: ['admin'],
  SetUserRoles: ['admin'],
  // 002 US-010, US-011: the people of a unit keep its accounts, the administrator all
  GetUsers: ['client', 'lab', 'admin'],
  GetUser: ['client', 'lab', 'admin'],
  CreateUser: ['client', 'lab', 'admin'],
  UpdateUser: ['client', 'lab', 'admin'],
  ChangeUserActive: ['client', 'lab', 'admin'],
  ResetUserPassword: ['client', 'lab', 'admin'],
  // LS-012, 002 NT-003: notices are written by testing units and the administrator, and read by everybody they are for
  NoticeCreate: ['lab', 'admin'],
  NoticeUpdate: ['lab', 'admin'],
  NoticeSend: ['lab', 'admin'],
  NoticeWithdraw: ['lab', 'admin'],
  NoticeDelete: ['lab', 'admin'],
  NoticeGet: ['lab', 'admin'],
  NoticeGetAll: ['lab', 'admin'],
  NoticeGetLatest: signedIn,

  // 000 section 7, testing units, projects, enumerations
  GetAllUnit: signedIn,
  GetUnitDetail: signedIn,
  GetTestUnitConfig: signedIn,
  GetQualificationNameList: signedIn,
  GetAreaList: signedIn,
  // the form's data: control parameters and addresses for whoever reads the form, contacts for a unit and its administrator, never masked names
  GetListByUnitID: readers,
  GetUnitAddressList: readers,
  GetSystemUserList: ['client', 'lab', 'admin'],
  GetConsignUnitInfo: ['client', 'admin'],
  GetEnumValues: signedIn,
  GetProjectList: readers,
  // the project picker of the client's form; the administrator manages projects (section 6)
  InsertProject: ['client', 'admin'],
  GetProjectById: readers,
  // NAV-009, 002 PJ-008, UN-017, UN-018: projects and units are managed by the administrator alone
  UpdateProject: ['admin'],
  DeleteProject: ['admin'],
  AddTestUnit: ['admin'],
  ChangeTestUnitActive: ['admin'],
  TestUnitGet: ['admin'],
  TestUnitGetAll: ['admin'],
  TestUnitCreate: ['admin'],
  TestUnitUpdate: ['admin'],
  TestUnitDelete: ['admin'],
  GetQualificationList: ['admin'],
  AddConsginUnit: ['admin'],
  ChangeConsginUnitActive: ['admin'],
  GetConsginUnitListBySys: ['admin'],
  // 002 UN-005, UN-019: a unit's own staff keep their unit, of another they are refused
  UpdateTestUnit: ['lab', 'admin'],
  GetTestUnitById: ['lab', 'admin'],
  UpdateConsginUnit: ['client', 'admin'],
  GetConsginUnitById: ['client', 'admin'],
  UploadUnitLogo: ['client', 'lab', 'admin'],
  GetRecordChanges: ['client', 'lab', 'admin'],
  // 002 UN-006: whoever has no unit gets nothing, which is no refusal
  GetTestUnit: signedIn,
  GetConsginUnit: signedIn,
  // 002 CP-003: read like the list of parameters, set by the unit's own staff and the administrator
  GetByParamCode: readers,
  SetParamValues: ['client', 'lab', 'admin'],
  // 002 UN-001, UN-002: the login page shows logo and name of an origin
  GetTestUnitInfoByConsignPlatURLCore: everybody,
  GetUnitLogo: everybody,
  // LS-011, NAV-009: the administrator writes instructions; 002 OI-010: everybody who is signed in reads them
  AddInstruction: ['admin'],
  UpdateInstruction: ['admin'],
  DeleteInstructions: ['admin'],
  GetInstructionList: ['admin'],
  GetLatestInstruction: signedIn,

  // 001 section 7: the catalogue behind the sample form; parameters carry prices, so it is for those who read consignments
  GetSampleTree: readers,
  GetCategorySamples: readers,
  SearchCategorySamples: readers,
  GetTestParameters: readers,
  GetParamPacks: readers,
  GetParamPack: readers,
  GetStandards: readers,
  GetSampleRequirements: readers,
  GetOtherInfo: readers,
  GetConcatRules: readers,
  GetCustomPropertyConsign: readers,
  GetDictionary: signedIn,
  GetSampleProcessMethods: signedIn,

  // lists and single reads
  GetRawMateriaConsignInfoList: readers,
  GetRawMateriaConsignInfoList_Mobile: readers,
  GetSitePreConsignInfoList: readers,
  GetConsignmentCounts: readers,
  ListConsignments: readers,
  GetDashboard: readers,
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
  // NAV-010: a phone opens a QR code without login; the key in the path, which a client alone can make, decides
  CreateQRCodeKey: client,
  GetSigning: everybody,
  SignByKey: everybody,
  SendJZSignMessage: client,
  CreateBuSampleParamInfo: client,
  CopyBuSampleInfo: client,
  DeleteBuSampleInfo: client,
  DeleteBuSampleInfoByIds: client,

  // the laboratory's table
  PassAuditConsignInfo: lab,
  NoPassAuditConsignInfo: lab,
  ConfirmSample: lab,
  NoPassConfirmSample: lab,
  SyncUpdateConsignInfo: lab,
  // DECISIONS 33: by hand what an integrated laboratory pushes
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
  // files: the client's attachments, the laboratory's reports (DECISIONS 33)
  uploadFile: ['client', 'lab'],
  uploadAccessory: client,
  DeleteAccessory: client,
  GetAccessory: readers,
  GetAccessoryTypes: readers,
  DownloadFileByAccessoryId: readers,
  GetLimsConsignAttachments: readers,
  // print and preview belong to both sides; the ledger to units and the administrator, an auditor's personal fields are masked
  GenConsignPdf: ['client', 'lab'],
  Export: ['client', 'lab', 'admin'],

  // DECISIONS 30: the log of all events for who runs the platform and who audits it; what an event says is masked or withheld by role
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
  RebuildConsignmentRows: ['admin', 'operator'],
  ListRowRebuilds: ['admin', 'operator'],
};
