import { UnitType } from '#events';
import { z } from 'zod';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { code, email, line, mobile, opaque, paragraphs, search } from './texts.js';

const S = '/api/services/app/User/';
const password = opaque(200).default('');

/** An account for its administrators. `unitId` is null for staff of the platform. `revision` is for If-Match. */
export const UserAccount = z.object({
  id: z.string(),
  userName: z.string(),
  name: z.string(),
  fullName: z.string(),
  mobile: z.string(),
  emailAddress: z.string(),
  isActive: z.boolean(),
  roleNames: z.array(z.string()),
  unitId: z.string().nullable(),
  unitType: UnitType.nullable(),
  unitName: z.string(),
  creationTime: z.string(),
  lastLoginTime: z.string().nullable(),
  phoneNumber: z.string(),
  description: z.string(),
  userType: UnitType.nullable(),
  /**
   * Whether the caller may change the account, and whether the caller may delete it. Nobody may delete their own
   * account.
   */
  isOption: z.boolean(),
  isCanDeleteUser: z.boolean(),
  /**
   * Whether the account may act for colleagues: the named unit managers, or the unit's oldest account if there are none
   * (ADR-017).
   */
  isUnitManager: z.boolean(),
  /** Whether the caller may set its password, and change the phone number and e-mail address that codes are sent to. */
  isCanActFor: z.boolean(),
});
export type UserAccount = z.infer<typeof UserAccount>;
const UserDetail = UserAccount.omit({
  creationTime: true,
  lastLoginTime: true,
  isOption: true,
  isCanDeleteUser: true,
  isCanActFor: true,
}).extend({ revision: z.number() });

export const getUsers = operation({
  name: 'GetUsers',
  method: 'GET',
  path: `${S}GetAll`,
  summary:
    'Accounts of a unit, the newest first; without a unit one’s own, for the administrator all. ' +
    'search matches user name, name, number and unit',
  source: 'US-003, US-010',
  query: z.object({
    ...page,
    ...atLeast,
    search: search(200).default(''),
    unitId: Guid.optional(),
    isActive: z.stringbool().optional(),
  }),
  result: listOf(UserAccount),
});
export const getUser = operation({
  name: 'GetUser',
  method: 'GET',
  path: `${S}Get`,
  summary: 'One account as it is now',
  source: 'US-003',
  query: z.object({ id: Guid }),
  result: UserDetail,
});
/**
 * `phoneNumber` is another name for `mobile`; with a `validateCode`, the number must be the one it was sent to
 * (sendCodeType 1). `unitType` follows from the unit; the value in the request is ignored. The administrator names the
 * unit by `unitId` or by `testUnitName`, the name of a testing or consigning unit; without either it is an account of
 * the platform’s staff. Users of a unit create accounts of their own unit. Without `roleNames` an account of a unit
 * gets the role of its kind of unit.
 */
export const createUser = operation({
  name: 'CreateUser',
  method: 'POST',
  path: `${S}Create`,
  summary: 'Opens an account',
  source: 'US-003, US-004, US-007, VC-005',
  body: z.object({
    userName: line(100).default(''),
    name: line(50).default(''),
    mobile: mobile(30).default(''),
    phoneNumber: mobile(30).default(''),
    emailAddress: email.default(''),
    password,
    confirmPassword: opaque(200).optional(),
    description: paragraphs(200).default(''),
    validateCode: code(20).default(''),
    isActive: z.boolean().default(true),
    testUnitName: line(200).default(''),
    unitType: z.coerce.number().pipe(UnitType).nullable().default(null),
    unitId: Guid.nullable().default(null),
    roleNames: z.array(line(100)).max(5).default([]),
  }),
  result: UserDetail,
});
export const updateUser = operation({
  name: 'UpdateUser',
  method: 'PUT',
  path: `${S}Update`,
  summary:
    'Changes what is said of the person who has an account. Codes that reset a password go to number and ' +
    'address: of colleagues, unit managers alone change them, and of unit managers anything',
  source: 'US-003',
  body: z.object({
    id: Guid,
    name: line(50).default(''),
    mobile: mobile(30).default(''),
    emailAddress: email.default(''),
    description: paragraphs(200).optional(),
  }),
  result: UserDetail,
});
export const changeUserActive = operation({
  name: 'ChangeUserActive',
  method: 'POST',
  path: `${S}ChangeActive`,
  summary:
    'Deactivates an account or activates it; its sessions end with the next request. ' +
    'That of a unit manager by another one, or the administrator',
  source: 'US-003, US-007',
  body: z.object({ userId: Guid, isActive: z.boolean(), reason: paragraphs(200).default('') }),
  result: UserDetail,
});
export const deleteUser = operation({
  name: 'DeleteUser',
  method: 'DELETE',
  path: `${S}Delete`,
  summary:
    'Closes an account for good; its user name stays taken and its history stays. ' +
    'That of a unit manager by another one, or the administrator',
  source: 'US-003, US-007, US-010',
  query: z.object({ id: Guid, reason: paragraphs(200).default('') }),
  result: z.literal(true),
});
/** `adminPassword` is the caller's own password. */
export const resetUserPassword = operation({
  name: 'ResetUserPassword',
  method: 'POST',
  path: `${S}ResetPassword`,
  summary:
    'Sets somebody else’s password; every session of that account ends. ' +
    'Within a unit its unit managers alone (403 UNIT_MANAGER_REQUIRED), not through a laboratory’s system',
  source: 'US-005',
  body: z.object({
    adminPassword: opaque(200, 1),
    userId: Guid,
    newPassword: password,
    userName: line(100).default(''),
  }),
  result: z.literal(true),
});
/** A unit always has a manager: the last one cannot be removed (409 LAST_UNIT_MANAGER). Removing needs a reason. */
export const setUnitManager = operation({
  name: 'SetUnitManager',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/unit-managers',
  summary:
    'Gives somebody of a unit the right to act for colleagues (单位管理员), or takes it away; ' +
    'by a unit manager of the same unit or the administrator',
  source: 'ADR-017',
  body: z.object({ userId: Guid, isUnitManager: z.boolean(), reason: paragraphs(200).default('') }),
  result: z.object({ userId: z.string(), isUnitManager: z.boolean() }),
});
