import { useTexts, defineTexts } from '../i18n/texts.js';
import { isOtherTimeZone } from '../lib/china-time.js';
import en from '../locales/en/zone-notice.json' with { type: 'json' };
import es from '../locales/es/zone-notice.json' with { type: 'json' };
import zh from '../locales/zh/zone-notice.json' with { type: 'json' };

const texts = defineTexts('zoneNotice', {
  zh,
  en,
  es,
});

/** Says in a browser of another time zone that times are those of Beijing; nothing if its own clock shows the same. */
export const ZoneNotice = ({ className = '' }: { className?: string }) => {
  const t = useTexts(texts);
  return isOtherTimeZone() && <span className={className}>{t('beijing')}</span>;
};
