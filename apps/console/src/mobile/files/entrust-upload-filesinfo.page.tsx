import { useTexts } from '../../i18n/texts.js';
import { FilesPage } from './files.page.js';
import { texts } from './texts.js';

/** Files of a consignment. */
export default function EntrustUploadFilesinfoPage({ keyText }: { keyText: string }) {
  return <FilesPage keyText={keyText} title={useTexts(texts)('entrustTitle')} />;
}
