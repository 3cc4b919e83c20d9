import type { NoticeRow } from '#contract';
import type { NoticeRow as StoredNotice } from '#domain';
import type { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';

/** Notices with the names of their senders as they are today (DECISIONS 18). */
export const toNoticeRows = async (users: Users, rows: readonly StoredNotice[]): Promise<NoticeRow[]> => {
  const nameOf = await namesOf(
    users,
    rows.map(({ sendUserId }) => sendUserId),
  );
  return rows.map((row) => ({
    ...row,
    sendUserName: nameOf(row.sendUserId),
    rySendUserNameFriendly: nameOf(row.sendUserId),
  }));
};
