import { z } from 'zod';
import { PreferredLanguage, SendCodeType, UiTheme } from '#events';
import { atLeast, listOf, operation, page } from './operation.js';
import { RoleRow } from './role.contract.js';
import { UnitAddressEntity } from './unit-address.contract.js';
import { code, email, line, mobile, opaque } from './texts.js';

const S = '/api/services/app/';
const password = opaque(200, 1);

/**
 * sendCodeType: 1 for a new account (to `mobile`), 2 for a forgotten password, 3 for a new number (to `mobile`). The
 * response does not reveal whether the account exists.
 */
const codeRequest = {
  userName: line(100).default(''),
  mobile: mobile(30).default(''),
  sendCodeType: z.coerce.number().pipe(SendCodeType),
};
export const sendToMobile = operation({
  name: 'SendToMobile',
  method: 'POST',
  path: `${S}ValidateCodeService/SendToMobile`,
  summary: 'Sends a verification code; one a minute and ten a day for an account',
  source: 'VC-001, VC-006',
  body: z.object({ ...codeRequest, validateCode: code(20).default('') }),
  result: z.object({ resendAfterSeconds: z.number(), validForSeconds: z.number() }),
});
export const verifyCode = operation({
  name: 'VerifyCode',
  method: 'POST',
  path: `${S}ValidateCodeService/Verify`,
  summary: 'Whether a code is right; counts as one of its five tries and does not use it up',
  source: 'VC-002, VC-003',
  body: z.object({ ...codeRequest, validateCode: code(20, 1) }),
  result: z.boolean(),
});

/**
 * unitType is 1 for a testing unit, 2 for a consigning unit. `captchaResponse` is another name for `validateCode`, the
 * code sent to `mobile`.
 */
export const register = operation({
  name: 'Register',
  method: 'POST',
  path: `${S}Account/Register`,
  summary: 'Registers a unit and its first account. The unit is closed until the administrator opens it',
  source: 'AU-018',
  body: z.object({
    name: line(50).default(''),
    surname: line(50).default(''),
    userName: line(100).default(''),
    emailAddress: email.default(''),
    password: opaque(200).default(''),
    captchaResponse: code(20).default(''),
    validateCode: code(20).default(''),
    mobile: mobile(30).default(''),
    unitType: z.coerce
      .number()
      .pipe(z.literal([1, 2]))
      .default(2),
    unitName: line(200).default(''),
    uninCode: code(100).default(''),
  }),
  result: z.object({ canLogin: z.boolean() }),
});
export const resetPasswordByCode = operation({
  name: 'ResetPasswordByCode',
  method: 'POST',
  path: `${S}User/ResetPasswordByCode`,
  summary: 'Sets a forgotten password by a verification code; every session of the account ends',
  source: 'US-005',
  body: z.object({ userName: line(100, 1), newPassword: password, validateCode: code(20, 1) }),
  result: z.literal(true),
});
export const getPasswordStrength = operation({
  name: 'GetPasswordStrength',
  method: 'GET',
  path: `${S}User/GetPasswordStrength`,
  summary: 'What a password must have',
  source: 'US-006',
  result: z.object({ leastCharacters: z.number(), leastKinds: z.number() }),
});
export const changePassword = operation({
  name: 'ChangePassword',
  method: 'POST',
  path: `${S}User/ChangePassword`,
  summary: 'Sets one’s own password; every session of the account ends',
  source: 'US-005',
  body: z.object({ currentPassword: password, newPassword: password }),
  result: z.literal(true),
});

export const signOutEverywhere = operation({
  name: 'SignOutEverywhere',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/account/sign-out-everywhere',
  summary: 'Ends every session of the caller, including this one, and the keys that phones use for them',
  source: 'AU-008, ADR-012',
  result: z.literal(true),
});

export const changeLanguage = operation({
  name: 'ChangeLanguage',
  method: 'POST',
  path: `${S}User/ChangeLanguage`,
  summary: 'The language in which the caller’s next session starts',
  source: 'US-003, US-016',
  body: z.object({ languageName: PreferredLanguage }),
  result: z.literal(true),
});
export const changeUiTheme = operation({
  name: 'ChangeUiTheme',
  method: 'POST',
  path: `${S}Configuration/ChangeUiTheme`,
  summary: 'How the console looks to the caller',
  source: 'US-016',
  body: z.object({ theme: UiTheme }),
  result: z.literal(true),
});
export const getUserRoles = operation({
  name: 'GetUserRoles',
  method: 'GET',
  path: `${S}User/GetRoles`,
  summary: 'Roles that somebody of the caller’s unit can have; for the administrator all',
  source: 'US-003',
  result: z.object({ items: z.array(RoleRow.pick({ id: true, name: true, displayName: true })) }),
});
export const getUnitInfo = operation({
  name: 'GetUnitInfo',
  method: 'GET',
  path: `${S}User/GetUnitInfo`,
  summary: 'The caller’s own unit; null for staff of the platform',
  source: 'US-003, US-009',
  result: z
    .object({
      id: z.string(),
      unitType: z.literal([1, 2]),
      unitNo: z.string(),
      name: z.string(),
      isActive: z.boolean(),
    })
    .nullable(),
});
export const getAddresses = operation({
  name: 'GetAddresses',
  method: 'GET',
  path: `${S}User/GetAddresses`,
  summary: 'Addresses of the caller’s own unit, the main one first',
  source: 'US-003, US-009',
  result: z.array(UnitAddressEntity),
});
/** A sent message; codes in it are not shown. sendStatus is 1 for sent, 2 for failed; `failure` is then the reason. */
export const SentMessage = z.object({
  id: z.string(),
  sendSource: z.string(),
  msgContent: z.string(),
  msgType: z.string(),
  sendTime: z.string(),
  acceptUserID: z.string().nullable(),
  acceptPhone: z.string(),
  acceptUserNameFriendly: z.string(),
  acceptUnitID: z.string().nullable(),
  isPrivate: z.boolean(),
  sendStatus: z.literal([1, 2]),
  failure: z.string(),
});
export type SentMessage = z.infer<typeof SentMessage>;
export const getMessages = operation({
  name: 'GetMessages',
  method: 'GET',
  path: `${S}User/GetMessages`,
  summary: 'Messages sent to the caller, the newest first',
  source: 'US-003, US-009, VC-004',
  query: z.object({ ...page, ...atLeast }),
  result: listOf(SentMessage),
});
