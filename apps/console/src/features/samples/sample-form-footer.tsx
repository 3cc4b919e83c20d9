import { Button } from '@blueprintjs/core';
import { Cube } from '@blueprintjs/icons';
import type { FeeExplanation } from '#domain';
import { orNothing } from '../../components/data-table.js';
import { moneyText } from '../../components/money.js';
import { useTexts } from '../../i18n/texts.js';
import { formulaOf } from './offer.js';
import { texts as formTexts } from './sample-form.texts.js';
import { texts } from './texts.js';
import type { After } from './use-sample-save.js';

type Props = {
  rawMaterial: boolean;
  isLeftToLab: boolean;
  /** What the sample costs, in yuan; null where that is not known. */
  cost: string | null;
  /** The unit lets it be seen. */
  showsCost: boolean;
  fee: FeeExplanation | null;
  groups: number;
  running: After | null;
  onBack(): void;
  /** The verbs there are: each saves first. */
  verbs: readonly After[];
  onVerb(then: After): void;
};

/** The fee with how it comes about, and the verbs of the form with their keys. */
export const SampleFormFooter = ({
  rawMaterial,
  isLeftToLab,
  cost,
  showsCost,
  fee,
  groups,
  running,
  onBack,
  verbs,
  onVerb,
}: Props) => {
  const t = useTexts(texts);
  const words = useTexts(formTexts);
  const verb = (then: After, text: string, keys: string) =>
    verbs.includes(then) && (
      <Button
        text={text}
        endIcon={
          <span aria-hidden className={`key-hint only-wide${then === 'close' ? ' on-primary' : ''}`}>
            {keys}
          </span>
        }
        loading={running === then}
        disabled={running !== null && running !== then}
        {...(then === 'close' ? { intent: 'primary' as const } : {})}
        onClick={() => onVerb(then)}
      />
    );
  return (
    <div className="form-footer">
      {isLeftToLab ? (
        <span className="dense secondary">
          <Cube size={14} /> {t('leftToLabNote')}
        </span>
      ) : (
        showsCost && (
          <span className="fee-figure">
            <span className="dense secondary">{t(rawMaterial ? 'sampleFee' : 'itemFee')}</span>
            <span className="numeric fee-sum">{orNothing(cost && moneyText(cost))}</span>
            <span className="dense secondary numeric">
              {t('yuan')}
              {fee && ` = ${moneyText(fee.sum)} ${t('groups', { count: groups })}`}
            </span>
            {fee && <span className="aux muted numeric only-wide">{formulaOf(fee, moneyText)}</span>}
          </span>
        )
      )}
      <div className="form-footer__verbs">
        <Button variant="minimal" text={t('backToConsignment')} onClick={onBack} />
        {verb('copy', words('copyAndOpen'), 'Ctrl ⇧ ↵')}
        {verb('next', t('saveAndNext'), 'Ctrl ↵')}
        {verb('close', t(rawMaterial ? 'saveSample' : 'saveItem'), 'Ctrl S')}
      </div>
    </div>
  );
};
