import { useTexts } from '../i18n/texts.js';
import { isOtherTimeZone } from '../lib/china-time.js';
import { texts } from './zone-notice.texts.js';

/** Says to a browser elsewhere that times are those of Beijing; nothing where its own clock shows the same. */
export const ZoneNotice = ({ className = '' }: { className?: string }) => {
  const t = useTexts(texts);
  return isOtherTimeZone() && <span className={className}>{t('beijing')}</span>;
};
