import { useQuery } from '@tanstack/react-query';
import {
  countNotifications,
  DeliveryState,
  listNotifications,
  listSentNotifications,
  readAllNotifications,
  readNotifications,
  type UserInfo,
} from '#contract';
import { notificationSubject, notificationText } from '#domain/notifications';
import { type Occasion, ROLE, UNIT_TYPE } from '#events';
import { auditPath, formPath, historyPath, LAB_SYSTEM, unitManagerPath } from '../../lib/paths.js';
import { language } from '../../i18n/language.js';
import { callOperation } from '../../lib/http.js';
import { type ChangeFilters, invalidateOperations, listOptions, usePagedFilters } from '../../lib/list-query.js';
import { hasRole, isClient, isTestingUnit } from '../../lib/session.js';

/**
 * Refresh interval; also refreshed when the window becomes active. A view that lags behind an own write is read again
 * sooner.
 */
const REFRESH_MS = 30_000;
const CATCH_UP_MS = 1_000;

export const useUnreadCount = (): number => {
  const count = useQuery({
    ...listOptions(countNotifications, {}),
    meta: { quiet: true, frame: true },
    refetchInterval: (query) => (query.state.data?.stale ? CATCH_UP_MS : REFRESH_MS),
  });
  return count.data?.data.unreadCount ?? 0;
};

const refreshNotifications = (): Promise<void> =>
  invalidateOperations(listNotifications, countNotifications, listSentNotifications);

export const markRead = async (id: string): Promise<void> => {
  await callOperation(readNotifications, { body: { ids: [id] } });
  await refreshNotifications();
};

/** `upTo`: the time of the newest visible message. */
export const markAllRead = async (upTo: string): Promise<void> => {
  await callOperation(readAllNotifications, { body: { upTo } });
  await refreshNotifications();
};

export const subjectOf = ({ kind }: Pick<Occasion, 'kind'>): string => notificationSubject(kind)[language()];
export const sentenceOf = (occasion: Occasion): string => notificationText(occasion.kind, occasion)[language()];

/**
 * The page about the object of a message: the waiting unit, the report, otherwise the consignment as this role opens
 * it.
 */
export const notificationPath = (
  { kind, consignmentId, consignType, consignCode, testUnitId, testUnitName, consignUnitName }: Occasion,
  user: Pick<UserInfo, 'roles'>,
): string => {
  if (kind === 'endpointDisabled') return LAB_SYSTEM;
  if (consignType === null)
    return hasRole(user, ROLE.admin)
      ? testUnitId === ''
        ? unitManagerPath(UNIT_TYPE.client, { keyword: consignUnitName })
        : unitManagerPath(UNIT_TYPE.laboratory, { keyword: testUnitName })
      : '/dashboard';
  if (isClient(user))
    return kind === 'reportReady'
      ? `/TestingOrgSearch/reportSchedule?q=${encodeURIComponent(consignCode)}`
      : formPath(consignmentId, consignType);
  return isTestingUnit(user) ? auditPath(consignmentId, consignType) : historyPath(consignmentId);
};

/** The parts of the message centre that are in the address. A change keeps the open tab. */
type MessageFilters = {
  tab: string;
  page: number;
  size: number;
  unread: boolean;
  state: DeliveryState | '';
  code: string;
};

const SIZES = [20, 50];
const numberIn = (text: string | null, otherwise: number): number =>
  /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : otherwise;

const readFilters = (query: URLSearchParams): MessageFilters => {
  const size = numberIn(query.get('size'), 20);
  return {
    tab: query.get('tab') ?? '',
    page: numberIn(query.get('page'), 1),
    size: SIZES.includes(size) ? size : 20,
    unread: query.get('unread') === '1',
    state: DeliveryState.safeParse(query.get('state')).data ?? '',
    code: query.get('q')?.trim() ?? '',
  };
};

/** The address of filters; defaults are left out. */
const writeFilters = ({ tab, code, state, unread, page, size }: MessageFilters): URLSearchParams => {
  const entries = [
    ['tab', tab],
    ['q', code],
    ['state', state],
    ['unread', unread ? '1' : ''],
    ['page', page === 1 ? '' : String(page)],
    ['size', size === 20 ? '' : String(size)],
  ];
  return new URLSearchParams(entries.filter(([, value]) => value !== ''));
};

export const useMessageFilters = (): [MessageFilters, ChangeFilters<MessageFilters>] =>
  usePagedFilters(readFilters, writeFilters);
