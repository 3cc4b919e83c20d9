import { useTexts } from '../../i18n/texts.js';
import { FilesPage } from './files.page.js';
import { texts } from './texts.js';

/** Files of one sample. */
export default function SampleUploadFilesinfoPage({ keyText }: { keyText: string }) {
  return <FilesPage keyText={keyText} title={useTexts(texts)('sampleTitle')} />;
}
