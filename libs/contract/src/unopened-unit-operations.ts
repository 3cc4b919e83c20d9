import type { Operation } from './operation.js';

/** Operations that write, but only to the caller's own account. */
const OWN_ACCOUNT: ReadonlySet<string> = new Set([
  'ChangePassword',
  'ChangeRole',
  'ChangeLanguage',
  'ChangeUiTheme',
  'BindThirdLogin',
  'UnBindThird',
  'ReadNotifications',
  'ReadAllNotifications',
  'ChooseNotificationChannels',
]);

/** Operations that only read, although their method writes. */
const READING: ReadonlySet<string> = new Set(['IsTenantAvailable', 'EstimateSample']);

/** Operations that write, although their method reads. */
const WRITING: ReadonlySet<string> = new Set(['GetCreatePreSiteConsign']);

/**
 * Whether an operation writes data that others can see. Such an operation is refused to users of a unit that was never
 * opened. `UpdateUser` is one of them, but allowed for the own account (ADR-018).
 */
export const writesSharedData = ({ name, method }: Pick<Operation, 'name' | 'method'>): boolean =>
  method === 'GET' ? WRITING.has(name) : !OWN_ACCOUNT.has(name) && !READING.has(name);
