import { Tag } from '@blueprintjs/core';
import { defineTexts, textOf, useTexts } from '../i18n/texts.js';
import './via-lab-system.css';

const texts = defineTexts('via-lab-system', {
  zh: { via: '通过检测机构系统' },
  en: { via: 'through the laboratory’s system' },
  es: { via: 'a través del sistema del laboratorio' },
});

type Marked = { via?: 'labSystem' | undefined };

/**
 * Marks what was done in a session that the laboratory's own system opened: whose name it bears may not have been
 * there.
 */
export const ViaLabSystem = ({ via }: Marked) => {
  const t = useTexts(texts);
  return via === undefined ? null : (
    <span className="via-lab-system">
      <Tag minimal multiline>
        {t('via')}
      </Tag>
    </span>
  );
};

/** The same in words behind a name, for places that hold text alone. */
export const nameWithVia = (name: string, { via }: Marked): string =>
  via === undefined ? name : [name, textOf(texts, 'via')].filter(Boolean).join(' · ');
