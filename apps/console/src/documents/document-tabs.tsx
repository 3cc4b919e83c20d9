import { AnchorButton, Button } from '@blueprintjs/core';
import { Share } from '@blueprintjs/icons';
import { useState } from 'react';
import { AppDialog } from '../components/app-dialog.js';
import { openDialog } from '../components/dialogs.js';
import { useTexts } from '../i18n/texts.js';
import './documents.css';
import { texts } from './texts.js';

export type ReadyDocument = { url: string; name: string };

/**
 * Opens each document in a new tab. Long after the user's click a browser may refuse (window.open returns null), and
 * most browsers open only the first of several: blocked ones are offered as links, so that a pop-up blocker loses
 * nothing.
 */
export const openDocumentTabs = async (documents: readonly ReadyDocument[]): Promise<void> => {
  const blocked = documents.filter(({ url }) => {
    const tab = window.open(url, '_blank');
    if (tab) tab.opener = null;
    return !tab;
  });
  if (blocked.length > 0) await openDialog<void>((settle) => <Blocked documents={blocked} onDone={() => settle()} />);
};

const Blocked = ({ documents, onDone }: { documents: readonly ReadyDocument[]; onDone(): void }) => {
  const t = useTexts(texts);
  const [openedUrls, setOpenedUrls] = useState<readonly string[]>([]);
  const hasSeveral = documents.length > 1;
  const markOpened = (url: string) => {
    const nextUrls = [...openedUrls, url];
    setOpenedUrls(nextUrls);
    if (documents.every((document) => nextUrls.includes(document.url))) onDone();
  };
  const link = ({ url, name }: ReadyDocument) => (
    <AnchorButton
      key={url}
      intent={openedUrls.includes(url) ? 'none' : 'primary'}
      {...(hasSeveral ? { size: 'small' as const } : {})}
      icon={<Share />}
      text={t('open')}
      aria-label={[t('open'), hasSeveral ? name : ''].filter(Boolean).join(' ')}
      href={url}
      target="_blank"
      rel="noopener"
      onClick={() => markOpened(url)}
    />
  );
  return (
    <AppDialog
      title={t('ready')}
      width={400}
      onClose={onDone}
      footer={
        <>
          <Button className="push" text={t(hasSeveral ? 'close' : 'cancel')} onClick={onDone} />
          {!hasSeveral && documents.map(link)}
        </>
      }
    >
      <p>{t(hasSeveral ? 'readySeveralText' : 'readyText')}</p>
      {hasSeveral && (
        <ul className="ready-documents">
          {documents.map((document) => (
            <li key={document.url}>
              <span className="numeric ellipsis">{document.name}</span>
              {link(document)}
            </li>
          ))}
        </ul>
      )}
    </AppDialog>
  );
};
