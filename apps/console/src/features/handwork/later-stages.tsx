import { WarningSign } from '@blueprintjs/icons';
import { type ConsignmentView, enterLaterStage } from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { markChanged } from '../../consignment/changed.js';
import { isOn } from '../../consignment/fee.js';
import { consignmentsChanged } from '../../consignment/verbs.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import type { ReasonAgainst } from './reason-against.js';
import { texts } from './texts.js';
import { VerbButton } from './verb-button.js';

type Stage = 60 | 70 | 80;
type Way = { to: Stage; verb: 'ask70' | 'ask80' | 'back70' | 'back80' };

/** Where a stage can be left for: on, or back where it was entered by mistake. */
const WAYS: Record<Stage, readonly Way[]> = {
  60: [
    { to: 70, verb: 'ask70' },
    { to: 80, verb: 'ask80' },
  ],
  70: [
    { to: 60, verb: 'back70' },
    { to: 80, verb: 'ask80' },
  ],
  80: [
    { to: 60, verb: 'back80' },
    { to: 70, verb: 'ask70' },
  ],
};
const isStage = (status: number): status is Stage => status in WAYS;

const move = async (view: ConsignmentView, { to, verb }: Way): Promise<void> => {
  const idempotencyKey = newIdempotencyKey();
  const done = await askAction({
    verb: textOf(texts, verb),
    sentence: (
      <>
        <span className="numeric">{textOf(texts, `say${to}`, { code: view.consignCode })}</span>
        {to === 80 && view.actFee === null && (
          <span className="note warning">
            <WarningSign size={14} />
            {textOf(texts, 'withoutFee')}
          </span>
        )}
      </>
    ),
    reason: { label: textOf(texts, `why${to}`), required: to !== 80 },
    run: (description) =>
      call(enterLaterStage, {
        query: { id: view.id },
        body: { consignStatus: to, description },
        ifMatch: view.revision,
        idempotencyKey,
      }),
  });
  if (done) {
    succeed(textOf(texts, `moved${to}`));
    markChanged([view.id]);
  }
  void consignmentsChanged();
};

/** What the client is asked for, and taking it back (CL-031). */
export const LaterStages = ({ view, reasonAgainst }: { view: ConsignmentView; reasonAgainst: ReasonAgainst }) => {
  const t = useTexts(texts);
  const status = view.consignStatus;
  if (!isStage(status)) return null;
  const reasonAgainstWay = ({ to }: Way) =>
    reasonAgainst('enterLaterStage') ??
    (to === 80 && !isOn(view.testUnitConfig, 'IsEnableConsignSign') ? t('noSigning') : null);
  const reasons = WAYS[status].map(reasonAgainstWay).filter((reason) => reason !== null);
  return (
    <section aria-label={t('stage')}>
      <h3>{t('stage')}</h3>
      <p className="dense secondary">{t(`stage${status}`)}</p>
      {status === 70 && view.rollbackCause && (
        <div className="note warning">
          <WarningSign size={14} />
          <span>
            <b>{t('why70')}</b>　{view.rollbackCause}
          </span>
        </div>
      )}
      <div className="stage-verbs">
        {WAYS[status].map((way) => (
          <VerbButton
            key={way.verb}
            text={t(way.verb)}
            reason={reasonAgainstWay(way)}
            intent={way.to === 60 ? 'none' : 'primary'}
            onClick={() => void move(view, way)}
          />
        ))}
      </div>
      {reasons[0] && <p className="aux muted">{reasons[0]}</p>}
    </section>
  );
};
