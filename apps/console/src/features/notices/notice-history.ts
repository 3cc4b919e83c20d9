import type { NoticeRow } from '#contract';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { textOf } from '../../i18n/texts.js';
import { kindOf } from './notice-kind.js';
import { texts } from './texts.js';

const LABELS = {
  title: 'noticeTitle',
  noticeType: 'type',
  content: 'content',
  noticeNo: 'noticeNo',
  testUnitName: 'to',
} as const;

/** Who wrote, changed, published or withdrew a notice, and why (NT-001). */
export const askNoticeHistory = ({ id, title }: NoticeRow): Promise<void> =>
  askChanges({
    kind: 'notice',
    id,
    name: title,
    labelOf: (field) => (field in LABELS ? textOf(texts, LABELS[field as keyof typeof LABELS]) : null),
    wordOf: (field, value) => (field === 'noticeType' && value !== '' ? textOf(texts, kindOf(Number(value))) : value),
  });
