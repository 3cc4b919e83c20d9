import { ZoneNotice } from '../../components/zone-notice.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { texts } from '../texts.js';

/** Filing number and support contact of this origin (NAV-015), behind the zone of all times where it is not the browser's. */
export const Footer = () => {
  const t = useTexts(texts);
  const branding = useBranding();
  return (
    <footer className="footer">
      <ZoneNotice />
      {branding?.filingNumber && <span>{branding.filingNumber}</span>}
      {branding?.supportContact && <span>{t('support', { contact: branding.supportContact })}</span>}
    </footer>
  );
};
