import { Button, type Intent } from '@blueprintjs/core';
import { Document, WarningSign } from '@blueprintjs/icons';
import { useState } from 'react';
import { type ActionName, type ConsignmentView, enterLaterStage, setActualFee, setConsignmentBill } from '#contract';
import { actualFee, BILL_EXTENSIONS } from '#domain/consignment';
import { messageOf, problem, type Problem, RuleBroken } from '#domain/rules';
import { CONSIGN_STATUS } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { Field } from '../../components/field.js';
import { FilePicker } from '../../components/file-picker.js';
import { Money, moneyText } from '../../components/money.js';
import { focusWrongNumber, QuantityInput } from '../../components/number-input.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { isFlagOn } from '../../consignment/statuses.js';
import { invalidateConsignments, markChanged, openBill } from '../../consignment/actions.js';
import { language, inBrackets } from '../../i18n/language.js';
import { textOf, useTexts, defineTexts } from '../../i18n/texts.js';
import { callOperation, newIdempotencyKey } from '../../lib/http.js';
import { uploadFile } from '../../lib/upload.js';
import en from '../../locales/en/manual-processing.json' with { type: 'json' };
import es from '../../locales/es/manual-processing.json' with { type: 'json' };
import zh from '../../locales/zh/manual-processing.json' with { type: 'json' };
import './manual-processing.css';

/** Texts of the manual processing at a laboratory without a laboratory system, once the samples have arrived. */
const texts = defineTexts('manual-processing', {
  zh,
  en,
  es,
});

/** An action that stays in its place when it is not allowed and says why. */
const ActionButton = ({
  text,
  reason,
  intent = 'none',
  small = false,
  onClick,
}: {
  text: string;
  reason: string | null;
  intent?: Intent;
  small?: boolean;
  onClick(): void;
}) => (
  <Button
    text={text}
    variant="outlined"
    intent={intent}
    {...(small ? { size: 'small' as const } : {})}
    className={reason === null ? '' : 'forbidden'}
    aria-disabled={reason !== null || undefined}
    title={reason ?? undefined}
    onClick={reason === null ? onClick : undefined}
  />
);

/** The problem of a typed amount; null if it is valid. */
const problemOf = (text: string): Problem | null => {
  try {
    actualFee(text);
    return null;
  } catch (error) {
    if (error instanceof RuleBroken) return error.problems[0] ?? null;
    throw error;
  }
};

const ActualFeeDialog = ({
  initial,
  estimated,
  save,
  onDone,
}: {
  initial: string;
  estimated: string | null;
  save(fee: string): Promise<unknown>;
  onDone(saved: boolean): void;
}) => {
  const t = useTexts(texts);
  const [feeText, setFeeText] = useState(initial);
  const [missing, setMissing] = useState(false);
  const { failed, running, send } = useSubmit();
  const submit = async () => {
    const isBlank = feeText.trim() === '';
    setMissing(isBlank);
    if (isBlank || focusWrongNumber() || running) return;
    await send(async () => {
      await save(actualFee(feeText));
      onDone(true);
      return true;
    });
  };
  return (
    <AppDialog
      title={t('feeTitle')}
      width={400}
      hasUnsavedInput={feeText !== initial}
      onClose={() => !running && onDone(false)}
      onConfirm={() => void submit()}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
          <Button intent="primary" text={t('save')} loading={running} onClick={() => void submit()} />
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={`${t('fee')}${inBrackets(t('yuan'))}`}
          required
          error={missing ? messageOf('FEE_INVALID', {}, language()) : undefined}
          hint={t('feeHint')}
          aside={
            estimated === null ? undefined : (
              <span className="numeric">{t('estimated', { fee: moneyText(estimated) })}</span>
            )
          }
        >
          <QuantityInput
            className="numeric"
            value={feeText}
            invalidProblem={problem('FEE_INVALID')}
            extraProblem={feeText.trim() === '' ? null : problemOf(feeText)}
            onText={(value) => {
              setFeeText(value);
              setMissing(false);
            }}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </form>
    </AppDialog>
  );
};

const openActualFeeDialog = async ({ id, revision, actFee, estimatedFee }: ConsignmentView): Promise<void> => {
  const idempotencyKey = newIdempotencyKey();
  const saved = await openDialog<boolean>((settle) => (
    <ActualFeeDialog
      initial={actFee ?? ''}
      estimated={estimatedFee}
      onDone={settle}
      save={(fee) =>
        callOperation(setActualFee, { query: { id }, body: { actFee: fee }, ifMatch: revision, idempotencyKey })
      }
    />
  ));
  if (saved) {
    toastSuccess(textOf(texts, 'feeSaved'));
    markChanged([id]);
  }
  void invalidateConsignments();
};

const ActualFee = ({ view, reasonAgainst }: { view: ConsignmentView; reasonAgainst: ReasonAgainst }) => {
  const t = useTexts(texts);
  return (
    <section aria-label={t('fee')}>
      <div className="row">
        <h3>{t('fee')}</h3>
        {view.estimatedFee !== null && (
          <span className="push aux muted numeric">{t('estimated', { fee: moneyText(view.estimatedFee) })}</span>
        )}
      </div>
      <div className="row">
        {view.actFee === null ? (
          <span className="muted">{t('noFee')}</span>
        ) : (
          <span className="figure">
            <Money amount={view.actFee} /> <span className="aux muted">{t('yuan')}</span>
          </span>
        )}
        <span className="push">
          <ActionButton
            small
            text={t(view.actFee === null ? 'enterFee' : 'changeFee')}
            reason={reasonAgainst('setActualFee')}
            onClick={() => void openActualFeeDialog(view)}
          />
        </span>
      </div>
    </section>
  );
};

/** The bill: a file to upload, then to open and to replace. */
const Bill = ({ view, reasonAgainst }: { view: ConsignmentView; reasonAgainst: ReasonAgainst }) => {
  const t = useTexts(texts);
  const [replacing, setReplacing] = useState(false);
  const reason = reasonAgainst('setBill');
  const hasBill = view.isConsignBillGened;
  return (
    <section aria-label={t('bill')}>
      <div className="row">
        <h3>{t('bill')}</h3>
        <span className="push aux muted">{t('billHint')}</span>
      </div>
      {hasBill && (
        <div className="row">
          <Document size={16} className="muted" />
          <span>{t('billThere')}</span>
          <span className="row push">
            <Button size="small" variant="outlined" text={t('openBill')} onClick={() => void openBill(view.id)} />
            <ActionButton
              small
              text={t(replacing ? 'keepBill' : 'replaceBill')}
              reason={reason}
              onClick={() => setReplacing(!replacing)}
            />
          </span>
        </div>
      )}
      {(!hasBill || replacing) && (
        <FilePicker
          label={t('bill')}
          extensions={BILL_EXTENSIONS}
          disabled={reason !== null}
          send={async (file, { idempotencyKey, ...options }) => {
            const { uploadId } = await uploadFile(file, options);
            try {
              await callOperation(setConsignmentBill, {
                query: { id: view.id },
                body: { uploadId },
                ifMatch: view.revision,
                idempotencyKey,
              });
              toastSuccess(t('billSaved'));
              setReplacing(false);
              markChanged([view.id]);
            } finally {
              // a refusal often means that the page was stale: the next try has current data
              void invalidateConsignments();
            }
          }}
        />
      )}
    </section>
  );
};

type Stage = 60 | 70 | 80;
type StageMove = { to: Stage; action: 'ask70' | 'ask80' | 'back70' | 'back80' };

/** The possible next stages: on, or back if it was entered by mistake. */
const STAGE_MOVES: Record<Stage, readonly StageMove[]> = {
  [CONSIGN_STATUS.received]: [
    { to: CONSIGN_STATUS.awaitingCorrection, action: 'ask70' },
    { to: CONSIGN_STATUS.awaitingSignature, action: 'ask80' },
  ],
  [CONSIGN_STATUS.awaitingCorrection]: [
    { to: CONSIGN_STATUS.received, action: 'back70' },
    { to: CONSIGN_STATUS.awaitingSignature, action: 'ask80' },
  ],
  [CONSIGN_STATUS.awaitingSignature]: [
    { to: CONSIGN_STATUS.received, action: 'back80' },
    { to: CONSIGN_STATUS.awaitingCorrection, action: 'ask70' },
  ],
};
const isStage = (status: number): status is Stage => status in STAGE_MOVES;

const move = async (view: ConsignmentView, { to, action }: StageMove): Promise<void> => {
  const idempotencyKey = newIdempotencyKey();
  const isConfirmed = await openActionDialog({
    action: textOf(texts, action),
    sentence: (
      <>
        <span className="numeric">{textOf(texts, `say${to}`, { code: view.consignCode })}</span>
        {to === CONSIGN_STATUS.awaitingSignature && view.actFee === null && (
          <span className="note warning">
            <WarningSign size={14} />
            {textOf(texts, 'withoutFee')}
          </span>
        )}
      </>
    ),
    reason: { label: textOf(texts, `why${to}`), required: to !== CONSIGN_STATUS.awaitingSignature },
    run: (description) =>
      callOperation(enterLaterStage, {
        query: { id: view.id },
        body: { consignStatus: to, description },
        ifMatch: view.revision,
        idempotencyKey,
      }),
  });
  if (isConfirmed) {
    toastSuccess(textOf(texts, `moved${to}`));
    markChanged([view.id]);
  }
  void invalidateConsignments();
};

/** The request to the client, and its withdrawal (CL-031). */
const LaterStages = ({ view, reasonAgainst }: { view: ConsignmentView; reasonAgainst: ReasonAgainst }) => {
  const t = useTexts(texts);
  const status = view.consignStatus;
  if (!isStage(status)) return null;
  const reasonAgainstMove = ({ to }: StageMove) =>
    reasonAgainst('enterLaterStage') ??
    (to === CONSIGN_STATUS.awaitingSignature && !isFlagOn(view.testUnitConfig, 'IsEnableConsignSign')
      ? t('noSigning')
      : null);
  const reasons = STAGE_MOVES[status].map(reasonAgainstMove).filter((reason) => reason !== null);
  return (
    <section aria-label={t('stage')}>
      <h3>{t('stage')}</h3>
      <p className="dense secondary">{t(`stage${status}`)}</p>
      {status === CONSIGN_STATUS.awaitingCorrection && view.rollbackCause && (
        <div className="note warning">
          <WarningSign size={14} />
          <span>
            <b>{t('why70')}</b>　{view.rollbackCause}
          </span>
        </div>
      )}
      <div className="stage-actions">
        {STAGE_MOVES[status].map((stageMove) => (
          <ActionButton
            key={stageMove.action}
            text={t(stageMove.action)}
            reason={reasonAgainstMove(stageMove)}
            intent={stageMove.to === CONSIGN_STATUS.received ? 'none' : 'primary'}
            onClick={() => void move(view, stageMove)}
          />
        ))}
      </div>
      {reasons[0] && <p className="aux muted">{reasons[0]}</p>}
    </section>
  );
};

type ManualProcessingProps = { view: ConsignmentView; reasonAgainst: ReasonAgainst };

/**
 * What an integrated laboratory's system reports by itself and every other laboratory enters here (ADR-033): fee, bill,
 * later stages.
 */
export const ManualProcessing = (props: ManualProcessingProps) => (
  <div className="manual-processing">
    <ActualFee {...props} />
    <Bill {...props} />
    <LaterStages {...props} />
  </div>
);

/** Why this user may not do something now; null: allowed. */
type ReasonAgainst = (action: ActionName) => string | null;
