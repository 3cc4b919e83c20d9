import { z } from 'zod';
import { operation } from './operation.js';
import { AuthResult } from './session.contract.js';
import { line, opaque } from './texts.js';

const T = '/api/TokenAuth/';
const S = '/api/services/app/ThirdAuth/';
const text = (max: number) => line(max).default('');

/** Where somebody signs in elsewhere, e.g. WeChat. */
export const ExternalProvider = z.object({ name: z.string(), clientId: z.string() });
export type ExternalProvider = z.infer<typeof ExternalProvider>;
/** What a third party sends a browser back with. */
const callback = {
  code: text(2000),
  state: opaque(2000).default(''),
  thirdType: text(50),
  openid: opaque(200).default(''),
};
/** An identity elsewhere that signs in as this user; misspelt as the specification has it. */
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
  summary: 'Third parties by whom one can sign in; empty when none is set up',
  source: 'TP-001',
  result: z.array(ExternalProvider),
});
/** The answer sets a cookie of ten minutes that only the exchange of the code looks at: a `state` holds in the browser it was made for. */
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
  summary: 'Signs in whoever comes back from the third party, if the identity is bound',
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
  summary: 'How the third party names and shows who came back; uses the code up',
  source: 'TP-007',
  query: z.object(callback),
  result: ThirdBinding.pick({ thirdType: true, unionFriendlyName: true, uniionHeadImage: true }).extend({
    openid: z.string(),
  }),
});
/** Of others than oneself the administrator alone is told. */
export const getThirdUserId = operation({
  name: 'GetThirdUserId',
  method: 'GET',
  path: `${S}GetUserId`,
  summary: 'The user whose identity this is; empty when it is nobody’s',
  source: 'TP-007',
  query: z.object({ thirdType: text(50), openid: opaque(200, 1) }),
  result: z.string(),
});
