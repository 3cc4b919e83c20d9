import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { defineTexts, useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/format.js';
import type { useKeptSample } from './use-kept-sample.js';

const texts = defineTexts('kept-sample', {
  zh: { found: '发现这个样品 {{time}} 未保存的填写', restore: '恢复', discard: '放弃' },
  en: {
    found: 'Found what was typed for this sample at {{time}} and not saved',
    restore: 'Restore',
    discard: 'Discard',
  },
  es: {
    found: 'Se encontró lo escrito para esta muestra a las {{time}} sin guardar',
    restore: 'Recuperar',
    discard: 'Descartar',
  },
});

/** What was typed into a sample's form and not saved is offered again, never put in by itself. */
export const KeptSampleOffer = ({ kept: { offer, restore, discard } }: { kept: ReturnType<typeof useKeptSample> }) => {
  const t = useTexts(texts);
  return (
    offer && (
      <div className="note info" role="status">
        <History size={14} />
        <span className="grow">{t('found', { time: shortTime(offer.at) })}</span>
        <Button size="small" intent="primary" text={t('restore')} onClick={restore} />
        <Button size="small" variant="outlined" text={t('discard')} onClick={discard} />
      </div>
    )
  );
};
