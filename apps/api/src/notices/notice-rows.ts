import type { NoticeRow } from '#contract';
import type { NoticeRow as ViewedNotice } from '#domain';
import type { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';

/** As the view or its stream has it; where the log has it concerns the order of lists alone. */
export type StoredNotice = Omit<ViewedNotice, 'position'> & Partial<Pick<ViewedNotice, 'position'>>;

/** Notices with the names of their senders as they are today (ADR-020). */
export const toNoticeRows = async (users: Users, rows: readonly StoredNotice[]): Promise<NoticeRow[]> => {
  const nameOf = await namesOf(
    users,
    rows.map(({ sendUserId }) => sendUserId),
  );
  return rows.map(({ position: _, ...row }) => ({
    ...row,
    sendUserName: nameOf(row.sendUserId),
    rySendUserNameFriendly: nameOf(row.sendUserId),
  }));
};
