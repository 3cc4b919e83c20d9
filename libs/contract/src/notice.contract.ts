import { z } from 'zod';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { line, opaque, paragraphs, search } from './texts.js';

const S = '/api/services/app/SysNotice/';

/**
 * `content` is sanitised HTML. `sendTime` is empty for a draft. `testUnitId` is null for a notice of the platform.
 * sendUserName and rySendUserNameFriendly are the current name of the sender; account names are never shown.
 */
export const NoticeRow = z.object({
  id: z.string(),
  revision: z.number(),
  noticeNo: z.string(),
  title: z.string(),
  content: z.string(),
  sendTime: z.string(),
  noticeType: z.number(),
  testUnitId: z.string().nullable(),
  testUnitName: z.string(),
  sendUserId: z.string(),
  sendUserName: z.string().optional(),
  rySendUserNameFriendly: z.string(),
  creationTime: z.string(),
});
export type NoticeRow = z.infer<typeof NoticeRow>;

/**
 * noticeType: 0 announcement, 1 maintenance, 2 rules. The specification does not define its values. Missing and too
 * long values are reported by the rules of libs/domain.
 */
export const NOTICE_TYPES = [0, 1, 2] as const;
const noticeType = z.coerce.number().pipe(z.literal([...NOTICE_TYPES]));
const noticeShape = {
  title: line(1000).default(''),
  content: opaque(1_000_000).default(''),
  noticeType: noticeType.default(0),
};

export const noticeCreate = operation({
  name: 'NoticeCreate',
  method: 'POST',
  path: `${S}Create`,
  summary:
    'Writes a notice of the platform, or of one’s own testing unit, and publishes it unless the request says otherwise',
  source: 'NT-002',
  body: z.object({ ...noticeShape, testUnitId: Guid.nullable().optional(), send: z.boolean().default(true) }),
  result: NoticeRow,
});
export const noticeUpdate = operation({
  name: 'NoticeUpdate',
  method: 'PUT',
  path: `${S}Update`,
  summary: 'Changes a notice; one that was sent changes for its readers',
  source: 'NT-002',
  body: z.object({ id: Guid, ...noticeShape }),
  result: NoticeRow,
});
export const noticeSend = operation({
  name: 'NoticeSend',
  method: 'POST',
  path: `${S}Send`,
  summary: 'Shows a notice to its readers',
  source: 'NT-005',
  body: z.object({ id: Guid }),
  result: NoticeRow,
});
export const noticeWithdraw = operation({
  name: 'NoticeWithdraw',
  method: 'POST',
  path: `${S}Withdraw`,
  summary: 'Takes a notice back from its readers',
  source: 'NT-005',
  body: z.object({ id: Guid, reason: paragraphs(200).default('') }),
  result: NoticeRow,
});
export const noticeDelete = operation({
  name: 'NoticeDelete',
  method: 'DELETE',
  path: `${S}Delete`,
  summary: 'Deletes a notice',
  source: 'NT-002',
  query: z.object({ id: Guid, reason: paragraphs(200).default('') }),
  result: z.literal(true),
});
export const noticeGet = operation({
  name: 'NoticeGet',
  method: 'GET',
  path: `${S}Get`,
  summary: 'One notice',
  source: 'NT-002',
  query: z.object({ id: Guid }),
  result: NoticeRow,
});
const filter = { ...atLeast, noticeType: noticeType.optional() };
export const noticeGetAll = operation({
  name: 'NoticeGetAll',
  method: 'GET',
  path: `${S}GetAll`,
  summary: 'Notices one manages, newest first, of one type or all; search matches the title',
  source: 'NT-002',
  query: z.object({ ...page, ...filter, search: search(200).default(''), isSent: z.stringbool().optional() }),
  result: listOf(NoticeRow),
});
export const noticeGetLatest = operation({
  name: 'NoticeGetLatest',
  method: 'GET',
  path: `${S}GetLatest`,
  summary: 'Notices the caller is to read, the newest sent first',
  source: 'NT-002, NT-005',
  query: z.object({
    ...filter,
    webUrl: opaque(300).default(''),
    maxResultCount: z.coerce.number().int().min(1).max(50).default(10),
  }),
  result: z.array(NoticeRow),
});
