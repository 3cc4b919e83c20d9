import { Button } from '@blueprintjs/core';
import { useEffect } from 'react';
import type { UserInfo } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import '../../components/formatted-text.css';
import { RichText } from '../../components/rich-text.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { texts } from './texts.js';

type Notices = UserInfo['webUserNotices'];
const seenKey = (userId: string): string => `notices-seen-${userId}`;

const LoginNoticesDialog = ({ notices, onDone }: { notices: Notices; onDone(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={t('newNotices')}
      width={550}
      onClose={onDone}
      onConfirm={onDone}
      footer={<Button className="push" intent="primary" text={t('read')} onClick={onDone} />}
    >
      <div className="stack" style={{ gap: 24 }}>
        {notices.map(({ title, content, sendTime, testUnitName }) => (
          <article key={`${sendTime} ${title}`} className="formatted-text" aria-label={title}>
            <h3>{title}</h3>
            <div className="aux muted">{[testUnitName, dateTime(sendTime)].filter(Boolean).join('　')}</div>
            <RichText html={content} links />
          </article>
        ))}
      </div>
    </AppDialog>
  );
};

/** After a login, the notices that this browser has not shown to this user yet (002 NT-005). */
export const LoginNotices = ({ user: { userId, webUserNotices } }: { user: UserInfo }) => {
  useEffect(() => {
    const lastSeenTime = localStorage.getItem(seenKey(userId)) ?? '';
    const newNotices = webUserNotices.filter(({ sendTime }) => sendTime > lastSeenTime);
    const newest = newNotices
      .map(({ sendTime }) => sendTime)
      .toSorted()
      .at(-1);
    if (newest === undefined) return;
    localStorage.setItem(seenKey(userId), newest); // at once, so that a second tab does not show them again
    void openDialog<void>((settle) => <LoginNoticesDialog notices={newNotices} onDone={() => settle()} />);
  }, [userId, webUserNotices]);
  return null;
};
