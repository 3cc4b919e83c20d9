import { AnchorButton, Button } from '@blueprintjs/core';
import { Share } from '@blueprintjs/icons';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/**
 * Opens each address in a new tab. Long after the user's click a browser may refuse (it then answers null):
 * the addresses it kept back are offered as links, so that no document is lost to a pop-up blocker.
 */
export const openTabs = async (urls: readonly string[]): Promise<void> => {
  const blocked = urls.filter((url) => {
    const tab = window.open(url, '_blank');
    if (tab) tab.opener = null;
    return !tab;
  });
  if (blocked.length > 0) await askWith<void>((settle) => <Blocked urls={blocked} onDone={() => settle()} />);
};

const Blocked = ({ urls, onDone }: { urls: readonly string[]; onDone(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={t('ready')} width={400} onClose={onDone}
      footer={<><Button className="push" text={t('cancel')} onClick={onDone} />{urls.map((url) => <AnchorButton key={url} intent="primary" icon={<Share />} text={t('open')} href={url} target="_blank" rel="noopener" onClick={onDone} />)}</>}
    >
      {t('readyText')}
    </AppDialog>
  );
};
