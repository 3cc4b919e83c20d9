import { Button, PopoverNext, Tooltip } from '@blueprintjs/core';
import { Chat, Headset, Manual } from '@blueprintjs/icons';
import { instructionPath } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { contactHref } from './help-box.js';
import { texts } from './help.texts.js';

/**
 * The customer service of the unit, on every page of its origin if the unit has enabled it (EM-008). It loads nothing
 * from other hosts.
 */
export const ServiceWidget = () => {
  const t = useTexts(texts);
  const branding = useBranding();
  if (!branding?.serviceWidget) return null;
  const { supportContact: contact, testUnitName } = branding;
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      content={
        <section className="service-widget" aria-label={t('service')}>
          <h2>{t('service')}</h2>
          <p className="secondary">{testUnitName}</p>
          {contact ? (
            <a className="row" href={contactHref(contact)} target="_blank" rel="noopener noreferrer">
              <Chat size={14} />
              {contact}
            </a>
          ) : (
            <p className="aux muted">{t('noContact')}</p>
          )}
          <a className="row" href={instructionPath('0')} target="_blank" rel="noopener">
            <Manual size={14} />
            {t('readAll')}
          </a>
        </section>
      }
    >
      <Tooltip content={t('service')}>
        <Button variant="minimal" size="large" icon={<Headset size={18} />} aria-label={t('service')} />
      </Tooltip>
    </PopoverNext>
  );
};
