import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { type ConsignmentView, setActualFee } from '#contract';
import { actualFee, messageOf, problem, type Problem, RuleBroken } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { Money, moneyText } from '../../components/money.js';
import { focusWrongNumber, QuantityInput } from '../../components/number-input.js';
import { succeed } from '../../components/toaster.js';
import { markChanged } from '../../consignment/changed.js';
import { consignmentsChanged } from '../../consignment/verbs.js';
import { language } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import type { ReasonAgainst } from './reason-against.js';
import { texts } from './texts.js';
import { VerbButton } from './verb-button.js';
import { useSending } from '../../components/use-sending.js';
import { FailureNote } from '../../components/failure-note.js';

/** What the rule says about an amount as it is typed; null when it is one. */
const problemOf = (typed: string): Problem | null => {
  try {
    actualFee(typed);
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
  const [typed, setTyped] = useState(initial);
  const [missing, setMissing] = useState(false);
  const { failed, running, send } = useSending();
  const submit = async () => {
    const isBlank = typed.trim() === '';
    setMissing(isBlank);
    if (isBlank || focusWrongNumber() || running) return;
    await send(async () => {
      await save(actualFee(typed));
      onDone(true);
      return true;
    });
  };
  return (
    <AppDialog
      title={t('feeTitle')}
      width={400}
      hasUnsavedInput={typed !== initial}
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
          label={`${t('fee')}（${t('yuan')}）`}
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
            value={typed}
            otherwise={problem('FEE_INVALID')}
            alsoWrong={typed.trim() === '' ? null : problemOf(typed)}
            onTyped={(value) => {
              setTyped(value);
              setMissing(false);
            }}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </form>
    </AppDialog>
  );
};

const askActualFee = async ({ id, revision, actFee, estimatedFee }: ConsignmentView): Promise<void> => {
  const idempotencyKey = newIdempotencyKey();
  const saved = await askWith<boolean>((settle) => (
    <ActualFeeDialog
      initial={actFee ?? ''}
      estimated={estimatedFee}
      onDone={settle}
      save={(fee) => call(setActualFee, { query: { id }, body: { actFee: fee }, ifMatch: revision, idempotencyKey })}
    />
  ));
  if (saved) {
    succeed(textOf(texts, 'feeSaved'));
    markChanged([id]);
  }
  void consignmentsChanged();
};

export const ActualFee = ({ view, reasonAgainst }: { view: ConsignmentView; reasonAgainst: ReasonAgainst }) => {
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
          <VerbButton
            small
            text={t(view.actFee === null ? 'enterFee' : 'changeFee')}
            reason={reasonAgainst('setActualFee')}
            onClick={() => void askActualFee(view)}
          />
        </span>
      </div>
    </section>
  );
};
