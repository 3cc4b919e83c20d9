import { decode, idOfStream, type Notice, type NoticeEvent, noticeEvents, type Position } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { isEmptyRichText } from '../instructions/instruction.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';

/** Title and reason in characters, content in kB of UTF-8 (ADR-002). */
export const NOTICE_LIMITS = { title: 100, contentKb: 50, reason: 200 } as const;

/** `sentAt` is null for a draft and for a withdrawn notice. */
export type NoticeState = Notice & { sentAt: string | null };
export type NoticeCommand =
  | { type: 'DraftNotice'; notice: Notice }
  | { type: 'ChangeNotice'; notice: Pick<Notice, 'title' | 'content' | 'noticeType'> }
  | { type: 'SendNotice'; at: string }
  | { type: 'WithdrawNotice'; reason: string }
  | { type: 'DeleteNotice'; reason: string };

/** All problems of a notice's raw input, in the order in which they are shown; empty if it is valid. */
export const noticeProblems = ({ title, content }: Pick<Notice, 'title' | 'content'>): Problem[] => [
  ...(isBlank(title) ? [problem('NOTICE_TITLE_REQUIRED', {}, 'title')] : []),
  ...(lengthOf(title.trim()) > NOTICE_LIMITS.title
    ? [problem('TEXT_TOO_LONG', { max: NOTICE_LIMITS.title }, 'title')]
    : []),
  ...(isEmptyRichText(content) ? [problem('NOTICE_CONTENT_REQUIRED', {}, 'content')] : []),
  ...(new TextEncoder().encode(content).length > NOTICE_LIMITS.contentKb * 1000
    ? [problem('NOTICE_TOO_LARGE', { max: NOTICE_LIMITS.contentKb }, 'content')]
    : []),
];

const normalizeNotice = (notice: Notice): Notice => {
  refuseIf(noticeProblems(notice));
  return { ...notice, title: notice.title.trim(), content: notice.content.trim() };
};

const decide = (command: NoticeCommand, state: NoticeState | null): NoticeEvent[] => {
  if (command.type === 'DraftNotice') {
    refuseIf(state && problem('RECORD_EXISTS'));
    return [{ type: 'NoticeDrafted', data: normalizeNotice(command.notice) }];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_NOTICE'));
  const { sentAt, ...before } = state;
  switch (command.type) {
    case 'ChangeNotice': {
      const after = normalizeNotice({ ...before, ...command.notice });
      return isJsonEqual(before, after) ? [] : [{ type: 'NoticeChanged', data: after }];
    }
    case 'SendNotice':
      return sentAt === null ? [{ type: 'NoticeSent', data: { sendTime: command.at } }] : [];
    case 'WithdrawNotice':
      return sentAt === null ? [] : [{ type: 'NoticeWithdrawn', data: { reason: command.reason.trim() } }];
    case 'DeleteNotice':
      return [{ type: 'NoticeDeleted', data: isBlank(command.reason) ? {} : { reason: command.reason.trim() } }];
  }
};

const evolve = (state: NoticeState | null, event: NoticeEvent): NoticeState | null => {
  if (event.type === 'NoticeDrafted') return { ...event.data, sentAt: null };
  if (!state) return null;
  switch (event.type) {
    case 'NoticeChanged':
      return { ...event.data, sentAt: state.sentAt };
    case 'NoticeSent':
      return { ...state, sentAt: event.data.sendTime };
    case 'NoticeWithdrawn':
      return { ...state, sentAt: null };
    case 'NoticeDeleted':
      return null;
  }
};

/**
 * Stream notice-<id>. The state is null before the notice is drafted and after it is deleted. The owner of a notice
 * never changes.
 * @throws RuleBroken NO_SUCH_NOTICE, RECORD_EXISTS, NOTICE_TITLE_REQUIRED, TEXT_TOO_LONG, NOTICE_CONTENT_REQUIRED,
 * NOTICE_TOO_LARGE (002 NT-001).
 */
export const notice: Aggregate<typeof noticeEvents, NoticeCommand, NoticeState | null> = {
  category: 'notice',
  events: noticeEvents,
  decider: { initialState: null, decide, evolve },
};

/**
 * A notice with the user id of its sender (ADR-020). `sendTime` is empty if the notice is not sent or was withdrawn.
 */
export type NoticeRow = Notice & {
  id: string;
  revision: number;
  sendTime: string;
  sendUserId: string;
  creationTime: string;
  /** Log position of the NoticeDrafted event. */
  position: Position;
};

/** Value of the column `ownerId` for notices of the platform, because the column cannot be empty. */
export const PLATFORM_NOTICE = '-';

export const notices: Projection<NoticeRow> = {
  name: 'notices',
  version: 4,
  types: Object.keys(noticeEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const {
      position,
      metadata: { by, at },
    } = event;
    const { type, data } = decode(noticeEvents, event);
    if (type === 'NoticeDrafted')
      return { ...data, id, revision: event.revision, sendTime: '', sendUserId: by.userId, creationTime: at, position };
    if (!row) return null;
    const { revision } = event;
    switch (type) {
      case 'NoticeChanged':
        return { ...row, ...data, revision };
      case 'NoticeSent':
        return { ...row, revision, sendTime: data.sendTime, sendUserId: by.userId };
      case 'NoticeWithdrawn':
        return { ...row, revision, sendTime: '' };
      case 'NoticeDeleted':
        return null;
    }
  },
  view: {
    columns: {
      ownerId: { type: 'text', of: (row) => row.testUnitId ?? PLATFORM_NOTICE },
      noticeType: { type: 'integer', of: (row) => row.noticeType },
      isSent: { type: 'integer', of: (row) => Number(row.sendTime !== '') },
      sendTime: { type: 'text', of: (row) => row.sendTime },
      creationTime: { type: 'text', of: (row) => row.creationTime },
      /** Sort key for newest first. Times are not reliable, because the clock may have been set back. */
      position: { type: 'text', of: (row) => row.position },
    },
    search: (row) => row.title,
    indexes: [['ownerId', 'position'], ['isSent', 'sendTime'], ['position']],
  },
};
