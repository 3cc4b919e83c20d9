import { z } from 'zod';
import { operation } from './operation.js';

const T = '/api/TokenAuth/';
export const authenticate = operation({ name: 'Authenticate', method: 'POST', path: `${T}Authenticate`, summary: 'Signs in', source: 'API-003', body: z.object({ UserNameOrEmailAddress: z.string().trim().min(1).max(100), password: z.string().min(1).max(200), RememberClient: z.boolean().default(false) }), result: z.object({ accessToken: z.string(), expireInSeconds: z.number() }) });
/** Members of the specification, and what the console needs beside them. */
export const UserInfo = z.object({
  roles: z.array(z.string()).min(1), name: z.string(), avatar: z.string(), introduction: z.string(), status: z.number(), unitName: z.string(),
  webUserNotices: z.array(z.object({ title: z.string(), content: z.string(), sendTime: z.string(), testUnitId: z.string().nullable(), testUnitName: z.string() })), userId: z.string(), userName: z.string(), unitId: z.string().nullable(), unitType: z.number().nullable(),
});
export type UserInfo = z.infer<typeof UserInfo>;
export const getUserInfo = operation({ name: 'GetUserInfo', method: 'GET', path: `${T}GetUserInfo`, summary: 'The signed-in user', source: 'API-004', query: z.object({ webUrl: z.string().optional() }), result: UserInfo });
/** `plain` on the one host that the setting OTHER_LOGIN_HOST names. */
export const getLoginPage = operation({ name: 'GetLoginPage', family: 'v1', method: 'GET', path: '/api/v1/login-page', summary: 'Which login page a host shows', source: 'NAV-003', query: z.object({ host: z.string().max(300).default('') }), result: z.object({ page: z.enum(['standard', 'plain']) }) });
export const logout = operation({ name: 'Logout', method: 'GET', path: `${T}Logout`, summary: 'Ends the session: the token is refused from now on', source: 'API-006', result: z.literal(true) });
