import { z } from 'zod';
import { PreferredLanguage, UiTheme } from '#events';
import { operation, ViaLabSystem } from './operation.js';
import { code, line, opaque, paragraphs } from './texts.js';

const T = '/api/TokenAuth/';
/**
 * Result of a login. `encryptedAccessToken` is the token encrypted for this installation. `waitingForActivation`: the
 * account's unit is not open, so few operations are allowed.
 */
export const AuthResult = z.object({
  accessToken: z.string(),
  encryptedAccessToken: z.string().optional(),
  expireInSeconds: z.number(),
  userId: z.string().optional(),
  waitingForActivation: z.boolean().optional(),
});
export type AuthResult = z.infer<typeof AuthResult>;
export const authenticate = operation({
  name: 'Authenticate',
  method: 'POST',
  path: `${T}Authenticate`,
  summary: 'Signs in',
  source: 'API-003, AU-001, AU-002',
  body: z.object({
    UserNameOrEmailAddress: line(100, 1),
    password: opaque(200, 1),
    RememberClient: z.boolean().default(false),
  }),
  result: AuthResult,
});
/** Members of the specification, and those that the console needs in addition. */
export const UserInfo = z.object({
  roles: z.array(z.string()).min(1),
  name: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  status: z.number(),
  unitName: z.string(),
  webUserNotices: z.array(
    z.object({
      title: z.string(),
      content: z.string(),
      sendTime: z.string(),
      testUnitId: z.string().nullable(),
      testUnitName: z.string(),
    }),
  ),
  userId: z.string(),
  userName: z.string(),
  unitId: z.string().nullable(),
  unitType: z.number().nullable(),
  userType: z.number().nullable().optional(),
  /** The token of the request. */
  token: z.string().optional(),
  /** All roles of the account. `roles` has fewer in a session limited to one role. */
  allRoles: z.array(z.string()).optional(),
  /** Names of the permissions granted by custom roles. */
  permissions: z.array(z.string()).optional(),
  /** The unit was never opened: its users wait for the administrator, or were refused. */
  unitIsUnopened: z.boolean().optional(),
  language: PreferredLanguage.nullable().optional(),
  theme: UiTheme.nullable().optional(),
  via: ViaLabSystem,
  /** Whether the user may act for colleagues in this session. */
  isUnitManager: z.boolean().optional(),
});
export type UserInfo = z.infer<typeof UserInfo>;
export const getUserInfo = operation({
  name: 'GetUserInfo',
  method: 'GET',
  path: `${T}GetUserInfo`,
  summary: 'The signed-in user',
  source: 'API-004',
  query: z.object({ webUrl: opaque(2000).optional() }),
  result: UserInfo,
});
/** Without a role, all roles of the account apply again. A limited session never has more rights than the account. */
export const changeRole = operation({
  name: 'ChangeRole',
  method: 'POST',
  path: `${T}ChangeRole`,
  summary:
    'Limits the session to one role and returns a new token. The old token stays valid, because another tab may use it',
  source: 'AU-009',
  body: z.object({ roleName: line(100).default('') }),
  result: AuthResult,
});
/**
 * With the origin of the embedding page, the token is limited to what embedded pages need, and is valid while the unit
 * allows that origin.
 */
export const getTokenByUnitCode = operation({
  name: 'GetTokenByUnitCode',
  method: 'GET',
  path: `${T}GetTokenByUnitCode`,
  summary: 'A token of the caller’s for an hour, for pages that are embedded for a testing unit',
  source: 'AU-016, API-036',
  query: z.object({ unitCode: code(100, 1), origin: line(300).optional() }),
  result: z.object({ accessToken: z.string(), expireInSeconds: z.number() }),
});
const embedding = { unitCode: code(100, 1), origin: line(300, 1) };
/**
 * Called by the server of the laboratory's system. Its page passes the code to the embedded page, which exchanges it
 * once within a minute.
 */
export const issueEmbeddingCode = operation({
  name: 'IssueEmbeddingCode',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/lab-system/embedding-codes',
  summary:
    'A code for one embedded page of somebody of the testing unit whom its own system vouches for, as iLISAuthenticate',
  source: 'API-036, ADR-014',
  body: z.object({ ...embedding, userName: line(100, 1), authCode: opaque(200, 1) }),
  result: z.object({ code: z.string(), expireInSeconds: z.number() }),
});
export const exchangeEmbeddingCode = operation({
  name: 'ExchangeEmbeddingCode',
  method: 'POST',
  path: `${T}ExchangeEmbeddingCode`,
  summary: 'The token of an embedded page for a code by unit code and origin; a code is taken once',
  source: 'API-036, ADR-014',
  body: z.object({ ...embedding, code: line(200, 1) }),
  result: z.object({ accessToken: z.string(), expireInSeconds: z.number() }),
});
/**
 * `authCode` is the secret of the testing unit's own system. It acts with the rights of the unit manager who issued it:
 * 403 LAB_SYSTEM_CODE_LAPSED if they no longer have the right. Every event of the session is marked (`via`).
 */
export const iLisAuthenticate = operation({
  name: 'iLISAuthenticate',
  method: 'POST',
  path: `${T}iLISAuthenticate`,
  summary:
    'Signs in a user of a testing unit for its own system, which sends the secret of a unit manager; ' +
    'every event of the session is marked',
  source: 'AU-015',
  body: z.object({
    unitCode: code(100, 1),
    userName: line(100, 1),
    authCode: opaque(200, 1),
  }),
  result: AuthResult,
});
/** `hasLapsed`: the issuer is no longer a unit manager, so the secret is refused until another one is issued. */
const LabSystemSecret = z.object({ authCode: z.string().nullable(), hasLapsed: z.boolean().optional() });
export const getLabSystemCode = operation({
  name: 'GetLabSystemCode',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/lab-system/code',
  summary:
    'The secret by which the unit’s own system signs its people in; null while it has none. For unit managers (403 UNIT_MANAGER_REQUIRED)',
  source: 'AU-015, ADR-017',
  result: LabSystemSecret,
});
export const renewLabSystemCode = operation({
  name: 'RenewLabSystemCode',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/lab-system/code',
  summary:
    'Makes a new secret; the old one holds no longer. With enabled=false there is none. For unit managers (403 UNIT_MANAGER_REQUIRED)',
  source: 'AU-015, ADR-017',
  body: z.object({ enabled: z.boolean().default(true), reason: paragraphs(200).default('') }),
  result: LabSystemSecret,
});
const NamedRecord = z.object({ name: z.string(), id: z.string() });
export const getCurrentLoginInformations = operation({
  name: 'GetCurrentLoginInformations',
  method: 'GET',
  path: '/api/services/app/Session/GetCurrentLoginInformations',
  summary: 'The application, and who is signed in',
  source: 'AU-014',
  result: z.object({
    application: z.object({
      version: z.string(),
      releaseDate: z.string(),
      features: z.record(z.string(), z.boolean()),
    }),
    user: NamedRecord.extend({ surname: z.string(), userName: z.string(), emailAddress: z.string() }).nullable(),
    tenant: NamedRecord.extend({ tenancyName: z.string() }).nullable(),
  }),
});
/** `plain` on the host in the setting OTHER_LOGIN_HOST. */
export const getLoginPage = operation({
  name: 'GetLoginPage',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/login-page',
  summary: 'Which login page a host shows',
  source: 'NAV-003',
  query: z.object({ host: line(300).default('') }),
  result: z.object({ page: z.enum(['standard', 'plain']) }),
});
export const logout = operation({
  name: 'Logout',
  method: 'GET',
  path: `${T}Logout`,
  summary: 'Ends the session: the token is refused from now on',
  source: 'API-006',
  result: z.literal(true),
});

const S = '/api/services/app/ThirdAuth/';
const text = (max: number) => line(max).default('');

/** An external identity provider, e.g. WeChat. */
export const ExternalProvider = z.object({ name: z.string(), clientId: z.string() });
export type ExternalProvider = z.infer<typeof ExternalProvider>;
/** Parameters with which a third party redirects the browser back. */
const callback = {
  code: text(2000),
  state: opaque(2000).default(''),
  thirdType: text(50),
  openid: opaque(200).default(''),
};
/** An external identity that signs in as this user, with the spelling of the specification. */
export const ThirdBinding = z.object({
  userID: z.string(),
  thirdType: z.string(),
  unionFriendlyName: z.string(),
  uniionHeadImage: z.string(),
});
export type ThirdBinding = z.infer<typeof ThirdBinding>;

export const getExternalAuthenticationProviders = operation({
  name: 'GetExternalAuthenticationProviders',
  method: 'GET',
  path: `${T}GetExternalAuthenticationProviders`,
  summary: 'Identity providers for sign-in; empty if none is set up',
  source: 'TP-001',
  result: z.array(ExternalProvider),
});
/**
 * The response sets a cookie of ten minutes, which is only read when the code is exchanged: a `state` is valid only in
 * the browser it was created for.
 */
export const startExternalLogin = operation({
  name: 'StartExternalLogin',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/external-logins',
  summary: 'Where to send a browser to sign in at a third party, and the state it must come back with',
  source: 'TP-008',
  body: z.object({ provider: line(50, 1), redirectUri: z.url().max(500) }),
  result: z.object({ address: z.string(), state: z.string() }),
});
export const weixinRedirect = operation({
  name: 'WeixinRedirect',
  method: 'POST',
  path: `${T}WeixinRedirect`,
  summary: 'Signs in the user who returns from the identity provider, if the identity is bound to an account',
  source: 'TP-003, TP-008',
  body: z.object(callback),
  result: AuthResult,
});
export const externalAuthenticate = operation({
  name: 'ExternalAuthenticate',
  method: 'POST',
  path: `${T}ExternalAuthenticate`,
  summary: 'Signs in by an identity that its provider confirms (`providerAccessCode` is the code it issued)',
  source: 'TP-002',
  body: z.object({
    authProvider: line(50, 1),
    providerKey: opaque(200, 1),
    providerAccessCode: opaque(2000, 1),
  }),
  result: AuthResult,
});
export const getThirdList = operation({
  name: 'GetThirdList',
  method: 'GET',
  path: `${S}GetThirdList`,
  summary: 'Identities elsewhere that sign in as the caller',
  source: 'TP-005',
  result: z.array(ThirdBinding),
});
export const bindThirdLogin = operation({
  name: 'BindThirdLogin',
  method: 'POST',
  path: `${S}BindThirdLogin`,
  summary: 'Binds the identity that came back to the caller; one identity is one user’s',
  source: 'TP-004, TP-006',
  body: z.object(callback),
  result: ThirdBinding,
});
export const unBindThird = operation({
  name: 'UnBindThird',
  method: 'POST',
  path: `${S}UnBindThird`,
  summary: 'Unbinds the caller’s identity at a third party',
  source: 'TP-006',
  body: z.object({ thirdType: line(50, 1) }),
  result: z.literal(true),
});
export const getUserByWeChart = operation({
  name: 'GetUserByWeChart',
  method: 'GET',
  path: `${S}GetUserByWeChart`,
  summary: 'Name and picture of the user at the identity provider; the code can be used once',
  source: 'TP-007',
  query: z.object(callback),
  result: ThirdBinding.pick({ thirdType: true, unionFriendlyName: true, uniionHeadImage: true }).extend({
    openid: z.string(),
  }),
});
/** Only administrators may query other users. */
export const getThirdUserId = operation({
  name: 'GetThirdUserId',
  method: 'GET',
  path: `${S}GetUserId`,
  summary: 'The user whose identity this is; empty when it is nobody’s',
  source: 'TP-007',
  query: z.object({ thirdType: text(50), openid: opaque(200, 1) }),
  result: z.string(),
});
