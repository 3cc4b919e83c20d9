import { allPersonas, signInPersonas, type Persona } from '../service/personas.js';

/** Sessions, accounts, roles and notices. */
export const accessToAccounts: Record<string, Persona[]> = {
  // 000 section 4, session; section 6: /login is open, the branding of an origin is shown before login
  Authenticate: allPersonas,
  GetTestUnitInfoByConsignPlatURL: allPersonas,
  GetUserInfo: signInPersonas,
  Logout: signInPersonas,
  // 000 ROLE-006, 002 AU-023: registration and the way back to a forgotten password are for who cannot sign in yet
  GetLoginPage: allPersonas,
  SendToMobile: allPersonas,
  VerifyCode: allPersonas,
  Register: allPersonas,
  ResetPasswordByCode: allPersonas,
  GetPasswordStrength: allPersonas,
  ChangePassword: signInPersonas,
  SignOutEverywhere: signInPersonas,
  // 002 AU-009, AU-016: only ever narrows or repeats what the caller may; AU-015: the laboratory's system signs people
  // in that have no session
  ChangeRole: signInPersonas,
  GetTokenByUnitCode: signInPersonas,
  iLISAuthenticate: allPersonas,
  // 000 API-036: by the secret of the unit, and by a code that holds once
  IssueEmbeddingCode: allPersonas,
  ExchangeEmbeddingCode: allPersonas,
  // 002 ILIS-006: unit managers of both kinds of units, administrators for any
  IssueAccessKey: ['client', 'lab', 'admin'],
  ListAccessKeys: ['client', 'lab', 'admin'],
  ListAccessKeyUsage: ['client', 'lab', 'admin'],
  ChangeAccessKey: ['client', 'lab', 'admin'],
  RotateAccessKey: ['client', 'lab', 'admin'],
  RevokeAccessKey: ['client', 'lab', 'admin'],
  // EM-010: the feed is for machines; who manages a unit sees who follows it, and the types are public as their schemas
  // are
  GetFeed: [],
  // EM-010: endpoints of a unit are kept by its managers, by administrators and by keys; the key that verifies is no
  // secret
  RegisterWebhook: ['client', 'lab', 'admin'],
  ListWebhooks: ['client', 'lab', 'admin'],
  GetWebhookKey: allPersonas,
  GetWebhook: ['client', 'lab', 'admin'],
  ChangeWebhook: ['client', 'lab', 'admin'],
  DeleteWebhook: ['client', 'lab', 'admin'],
  PauseWebhook: ['client', 'lab', 'admin'],
  ResumeWebhook: ['client', 'lab', 'admin'],
  RotateWebhookSecret: ['client', 'lab', 'admin'],
  RevokeWebhookSecret: ['client', 'lab', 'admin'],
  ListWebhookDeliveries: ['client', 'lab', 'admin'],
  GetWebhookDelivery: ['client', 'lab', 'admin'],
  ListWebhookHours: ['client', 'lab', 'admin'],
  TestWebhook: ['client', 'lab', 'admin'],
  RetryWebhookNow: ['client', 'lab', 'admin'],
  RedeliverWebhook: ['client', 'lab', 'admin'],
  // ILIS-001 to ILIS-006: for the system of the laboratory; its users may read what the system gets, and push nothing
  GetBuConsignInfoList: ['lab'],
  GetConsignInfoDetail: ['lab'],
  ILISIntegrationGetConsignLog: ['lab'],
  PushConsignStatus: [],
  PushConsignBillGenStatus: [],
  PushExpressInfo: [],
  PushReportInfo: [],
  UploadLabReport: [],
  StreamFeed: [],
  ListFeedConsumers: ['client', 'lab', 'admin'],
  // EM-006, ILIS-009: what goes out to a laboratory's system is for its unit managers and administrators
  ListOutgoingCalls: ['lab', 'admin'],
  ResendOutgoingCall: ['lab', 'admin'],
  GetLabExchanges: ['lab', 'admin'],
  CheckLabCatalogue: ['lab', 'admin'],
  ListEventTypes: allPersonas,
  GetEventType: allPersonas,
  GetLabSystemCode: ['lab'],
  RenewLabSystemCode: ['lab'],
  // 002 AU-014: anonymously user and tenant are null
  GetCurrentLoginInformations: allPersonas,
  // 002 AU-023 leaves the providers and every way of signing in open; bindings are the caller's own (TP-005 to TP-007)
  GetExternalAuthenticationProviders: allPersonas,
  StartExternalLogin: allPersonas,
  WeixinRedirect: allPersonas,
  ExternalAuthenticate: allPersonas,
  GetThirdList: signInPersonas,
  BindThirdLogin: signInPersonas,
  UnBindThird: signInPersonas,
  GetUserByWeChart: signInPersonas,
  GetThirdUserId: signInPersonas,
  // 002 AU-017 is not among the open calls of AU-023; US-014: tenants are the administrator's
  IsTenantAvailable: signInPersonas,
  CreateTenant: ['admin'],
  ReadTenant: ['admin'],
  GetTenants: ['admin'],
  UpdateTenant: ['admin'],
  DeleteTenant: ['admin'],
  // 002 US-009, US-016: of and for the caller alone
  ChangeLanguage: signInPersonas,
  ChangeUiTheme: signInPersonas,
  GetUnitInfo: signInPersonas,
  GetAddresses: signInPersonas,
  GetMessages: signInPersonas,
  // Users who manage accounts choose among these roles and close accounts (US-003, US-010, US-011)
  GetUserRoles: ['client', 'lab', 'admin'],
  DeleteUser: ['client', 'lab', 'admin'],
  // ADR-003: everybody sees what is held about them; erasing is the administrator's
  GetPersonalData: signInPersonas,
  ErasePerson: ['admin'],
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
  // ADR-017: among the people of a unit those alone who have the right
  SetUnitManager: ['client', 'lab', 'admin'],
  // LS-012, 002 NT-003: notices are written by testing units and the administrator, and read by everybody they are for
  NoticeCreate: ['lab', 'admin'],
  NoticeUpdate: ['lab', 'admin'],
  NoticeSend: ['lab', 'admin'],
  NoticeWithdraw: ['lab', 'admin'],
  NoticeDelete: ['lab', 'admin'],
  NoticeGet: ['lab', 'admin'],
  NoticeGetAll: ['lab', 'admin'],
  NoticeGetLatest: signInPersonas,
  // ADR-037: everybody reads and chooses for themselves; the people of a unit look after its messages, administrator
  // and operator after all
  ListNotifications: signInPersonas,
  CountNotifications: signInPersonas,
  ReadNotifications: signInPersonas,
  ReadAllNotifications: signInPersonas,
  GetNotificationChoices: signInPersonas,
  ChooseNotificationChannels: signInPersonas,
  ListSentNotifications: ['client', 'lab', 'admin', 'operator'],
  ResendNotification: ['client', 'lab', 'admin', 'operator'],
};
