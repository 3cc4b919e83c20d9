import { decode, idOfStream, type Notice, noticeEvents, type Position } from '#events';
import type { Projection } from '../projection.js';

/** A notice with who sent it, by userId (ADR-020). `sendTime` empty: not sent, or withdrawn. */
export type NoticeRow = Notice & {
  id: string;
  revision: number;
  sendTime: string;
  sendUserId: string;
  creationTime: string;
  /** Where the log has its first draft. */
  position: Position;
};

/** Stands for the platform where a column cannot be empty. */
export const PLATFORM_NOTICE = '-';

export const notices: Projection<NoticeRow> = {
  name: 'notices',
  version: 3,
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
      /** Newest first goes by it: the clock may have been put back since. */
      position: { type: 'text', of: (row) => row.position },
    },
    search: (row) => row.title,
    indexes: [['ownerId', 'position'], ['isSent', 'sendTime'], ['position']],
  },
};
