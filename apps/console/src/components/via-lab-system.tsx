import { Tag } from '@blueprintjs/core';
import { textOf, useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';
import './via-lab-system.css';

type Marked = { via?: 'labSystem' | undefined };

/**
 * Marks what was done in a session that the laboratory's own system opened: the named person may not have been there.
 */
export const ViaLabSystem = ({ via }: Marked) => {
  const t = useTexts(texts);
  return via === undefined ? null : (
    <span className="via-lab-system">
      <Tag minimal multiline>
        {t('viaLabSystem')}
      </Tag>
    </span>
  );
};

/** The same as text after a name, for places that take only text. */
export const nameWithVia = (name: string, { via }: Marked): string =>
  via === undefined ? name : [name, textOf(texts, 'viaLabSystem')].filter(Boolean).join(' · ');
