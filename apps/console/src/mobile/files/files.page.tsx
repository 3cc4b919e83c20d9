import { useEffect } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { KeyState } from '../mobile-frame.js';
import { usePhoneKeyContent } from '../calls.js';
import { FilesForm } from './files-form.js';
import { texts } from './texts.js';
import { fetchUploads } from './use-queue.js';

/** Adds files to the object of a key, without a login (QR-007). */
export const FilesPage = ({ keyText, title }: { keyText: string; title: string }) => {
  const t = useTexts(texts);
  const { keyState, reload } = usePhoneKeyContent(fetchUploads, keyText);
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (keyState.kind !== 'loaded')
    return <KeyState title={title} failedTitle={t('cannotUpload')} keyState={keyState} onRetry={() => void reload()} />;
  return <FilesForm keyText={keyText} title={title} uploads={keyState.content} />;
};
