import { useTexts } from '../../i18n/texts.js';
import { moneyText } from '../../components/money.js';
import { Isolated } from '../../components/isolated.js';
import { feeOf } from '../../consignment/fee.js';
import { headerFacts, type PrintedConsignment } from './sheet-header.js';
import { SheetFactCells } from './sheet-fact.js';
import { isLeftOpen, SheetSample } from './sheet-sample.js';
import { texts } from './texts.js';

/** One consignment as it is printed on A4: title, header grid, a block a sample, the sum, boxes for signatures (PD-008, PD-009, DESIGN 10). */
export const PrintSheet = ({ printed }: { printed: PrintedConsignment }) => {
  const t = useTexts(texts);
  const isMaterial = printed.consignType === 1;
  const facts = headerFacts(printed, t);
  const fee = feeOf(printed);
  const groups = printed.samples.reduce((sum, { testGroupCount }) => sum + testGroupCount, 0);
  return (
    <article className="print-sheet" aria-label={`${printed.title} ${printed.consignCode}`.trim()}>
      <header className="sheet-title">
        <div>
          <Isolated text={printed.testUnitName} />
        </div>
        <h2>{printed.title}</h2>
        <div>{t('code', { code: printed.consignCode || t('notSubmitted') })}</div>
        {!printed.isReadOnly && <div className="sheet-draft">{t('draft')}</div>}
      </header>
      <dl className="sheet-grid">
        {facts.map((fact, place) => (
          <SheetFactCells
            key={`${fact[0]}-${place}`}
            fact={fact}
            isWide={place === facts.length - 1 || (place === facts.length - 2 && facts.length % 2 === 0)}
          />
        ))}
      </dl>
      {printed.samples.map((sample, place) => (
        <SheetSample key={sample.id} sample={sample} number={place + 1} isMaterial={isMaterial} />
      ))}
      {printed.samples.length === 0 && <p className="sheet-none">{t(isMaterial ? 'noSamples' : 'noItems')}</p>}
      <div className="sheet-total">
        <span>{t(isMaterial ? 'totalSamples' : 'totalItems', { samples: printed.samples.length, groups })}</span>
        {fee && (
          <span>
            {t(fee.kind === 'actual' ? 'actualTotal' : 'estimatedTotal', { amount: moneyText(fee.amount) })}
            {fee.kind === 'estimated' && printed.samples.some(isLeftOpen) && t('withoutOpen')}
          </span>
        )}
      </div>
      <dl className="sheet-signatures">
        {(['signContact', 'signWitness', 'signReceiver', 'receivedOn'] as const).map((who) => (
          <div key={who}>
            <dt>{t(who)}</dt>
            <dd />
          </div>
        ))}
      </dl>
    </article>
  );
};
