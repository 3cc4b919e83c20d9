import type { Operation } from './operation.js';

/** What concerns the own account alone, though it writes. */
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

/** What only reads, though it is sent as a write. */
const READING: ReadonlySet<string> = new Set(['IsTenantAvailable', 'EstimateSample']);

/** What writes, though it is sent as a read. */
const WRITING: ReadonlySet<string> = new Set(['GetCreatePreSiteConsign']);

/**
 * Whether an operation writes anything that others may see: it is refused to the people of a unit that was never
 * opened. `UpdateUser` is one, and open for the own account (ADR-018).
 */
export const writesSharedData = ({ name, method }: Pick<Operation, 'name' | 'method'>): boolean =>
  method === 'GET' ? WRITING.has(name) : !OWN_ACCOUNT.has(name) && !READING.has(name);
