import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** The testing unit's own system does not answer: what is here goes on working, what it alone knows cannot be chosen (UN-021). */
export const SystemNote = ({ error, onAgain }: { error: Error; onAgain(): void }) => {
  const t = useTexts(texts);
  return (
    <div className="note warning" role="alert">
      <span className="grow">
        {error.message}
        <br />
        {t('systemAway')}
      </span>
      <Button size="small" variant="outlined" icon={<Refresh />} text={t('again')} onClick={onAgain} />
    </div>
  );
};
