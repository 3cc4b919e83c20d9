import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, TickCircle } from '@blueprintjs/icons';
import { Money } from '../../components/money.js';
import { useTexts } from '../../i18n/texts.js';
import { type Fee } from '../../consignment/fee.js';
import { texts } from './texts.js';

/** The sum with its label (CF-021). */
export const FeeFigure = ({ fee, onDetail }: { fee: Fee | null; onDetail(): void }) => {
  const t = useTexts(texts);
  if (!fee) return null;
  return (
    <div className="fee-figure">
      <span className="dense secondary">{t(fee.kind === 'actual' ? 'actualTotal' : 'estimatedTotal')}</span>
      <span className="fee-sum numeric">
        <Money amount={fee.amount} />
      </span>
      <span className="dense secondary">{t('yuan')}</span>
      <Button size="small" variant="minimal" intent="primary" text={t('priceDetail')} onClick={onDetail} />
    </div>
  );
};

type Props = {
  fee: Fee | null;
  problems: number;
  running: 'save' | 'submit' | null;
  onDetail(): void;
  onWalk(): void;
  onBack(): void;
  onSave(): void;
  onSubmit(): void;
};

/** Sum, what is left, and the verbs of the edit mode (CF-006). Copy and delete of samples stand at the sample list. */
export const FormFooter = ({ fee, problems, running, onDetail, onWalk, onBack, onSave, onSubmit }: Props) => {
  const t = useTexts(texts);
  return (
    <div className="form-footer">
      <FeeFigure fee={fee} onDetail={onDetail} />
      <div className="form-footer__verbs">
        {problems > 0 ? (
          <span className="note danger remaining">
            <ErrorIcon size={14} />
            <span>{t('remaining', { count: problems })}</span>
            <button type="button" className="text-link" onClick={onWalk}>
              {t('walk')}
            </button>
          </span>
        ) : (
          <span className="note success remaining">
            <TickCircle size={14} />
            {t('nothingLeft')}
          </span>
        )}
        <Button variant="minimal" text={t('toList')} onClick={onBack} />
        <Button
          text={t('save')}
          endIcon={<span className="key-hint only-wide">Ctrl S</span>}
          loading={running === 'save'}
          disabled={running === 'submit'}
          onClick={onSave}
        />
        <Button
          intent="primary"
          text={t('saveAndSubmit')}
          loading={running === 'submit'}
          disabled={running === 'save'}
          onClick={onSubmit}
        />
      </div>
    </div>
  );
};
