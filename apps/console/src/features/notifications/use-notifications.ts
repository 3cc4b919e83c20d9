import { useQuery } from '@tanstack/react-query';
import {
  countNotifications,
  listNotifications,
  listSentNotifications,
  readAllNotifications,
  readNotifications,
} from '#contract';
import { call } from '../../lib/http.js';
import { changed, listOptions } from '../../lib/list-query.js';

/** News is looked for this often, and when the window comes to the front. A view that lags behind one's own write is asked again sooner. */
const LOOK_EVERY_MS = 30_000;
const CATCH_UP_MS = 1_000;

export const useUnreadCount = (): number => {
  const asked = useQuery({
    ...listOptions(countNotifications, {}),
    meta: { quiet: true, frame: true },
    refetchInterval: (query) => (query.state.data?.stale ? CATCH_UP_MS : LOOK_EVERY_MS),
  });
  return asked.data?.data.unreadCount ?? 0;
};

const readAgain = (): Promise<void> => changed(listNotifications, countNotifications, listSentNotifications);

export const markRead = async (id: string): Promise<void> => {
  await call(readNotifications, { body: { ids: [id] } });
  await readAgain();
};

/** `upTo`: when the newest came that is on screen. */
export const markAllRead = async (upTo: string): Promise<void> => {
  await call(readAllNotifications, { body: { upTo } });
  await readAgain();
};
