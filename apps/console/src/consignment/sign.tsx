import { Button, Checkbox } from '@blueprintjs/core';
import { Eraser } from '@blueprintjs/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ConsignmentView, getConsingInfo, getSigning, signConsignments as signOperation } from '#contract';
import { messageOf } from '#domain/rules';
import { CONSIGN_STATUS, SIGN_TYPE } from '#events';
import { AppDialog } from '../components/app-dialog.js';
import { openDialog } from '../components/dialogs.js';
import { FailureNote } from '../components/failure-note.js';
import { Money } from '../components/money.js';
import { PhoneCode, usePhoneKey } from '../components/phone-code/phone-code.js';
import { SignaturePad, type SignaturePadHandle } from '../components/signature-pad.js';
import { toastSuccess, toastWarning } from '../components/toaster.js';
import { useSubmit } from '../components/use-submit.js';
import { listSeparator, language } from '../i18n/language.js';
import { textOf, useTexts, defineTexts } from '../i18n/texts.js';
import { reportFailure } from '../lib/failures.js';
import { callOperation, newIdempotencyKey } from '../lib/http.js';
import { queryOptionsOf } from '../lib/queries.js';
import en from '../locales/en/sign.json' with { type: 'json' };
import es from '../locales/es/sign.json' with { type: 'json' };
import zh from '../locales/zh/sign.json' with { type: 'json' };
import './sign.css';
import { invalidateConsignments, markChanged, type ConsignmentRef } from './actions.js';

/** Texts of the signing dialog. */
const texts = defineTexts('sign', {
  zh,
  en,
  es,
});

const SIZE = 220;

/** The code that opens the phone's page for signing exactly these consignments (CL-019). */
export const SigningCode = ({ ids, onSigned }: { ids: readonly string[]; onSigned(): void }) => {
  const t = useTexts(texts);
  const code = usePhoneKey('signList', ids, (key) => queryOptionsOf(getSigning, { key }));
  const isSigned = code.result?.state === 'signed';
  const notifySigned = useEffectEvent(onSigned);
  useEffect(() => {
    if (isSigned) notifySigned();
  }, [isSigned]);
  return (
    <PhoneCode
      code={code}
      title={t('byPhone')}
      label={t('code')}
      hint={t('scan')}
      statusText={t('waiting')}
      size={SIZE}
    />
  );
};

type SignDialogProps = {
  consignments: readonly ConsignmentView[];
  sign(image: string): Promise<unknown>;
  onDone(signed: boolean): void;
};

/** What is signed and by whom; then on a phone, by its code, or here: box, consent, submit (picture 09b). */
const SignDialog = ({ consignments, sign, onDone }: SignDialogProps) => {
  const t = useTexts(texts);
  const pad = useRef<SignaturePadHandle>(null);
  const [ids] = useState(() => consignments.map(({ id }) => id));
  const [hasStrokes, setHasStrokes] = useState(false);
  const [hasAgreed, setHasAgreed] = useState(false);
  const { failed, running, send } = useSubmit();
  const canSubmit = hasStrokes && hasAgreed;
  const submit = async () => {
    const image = pad.current?.image();
    if (!canSubmit || running || !image) return;
    await send(async () => {
      await sign(image);
      onDone(true);
      return true;
    });
  };
  return (
    <AppDialog
      title={t('title', { n: consignments.length })}
      width={800}
      hasUnsavedInput={hasStrokes}
      onClose={() => !running && onDone(false)}
      footer={
        <>
          <Checkbox
            className="check"
            checked={hasAgreed}
            label={t('consent')}
            onChange={(event) => setHasAgreed(event.currentTarget.checked)}
          />
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
          <Button
            intent="primary"
            text={t('action')}
            disabled={!canSubmit}
            loading={running}
            onClick={() => void submit()}
          />
        </>
      }
    >
      <div className="stack">
        {consignments.map((consignment) => (
          <div key={consignment.id} className="row">
            <div className="grow">
              <div className="numeric strong">{consignment.consignCode}</div>
              <div className="dense secondary ellipsis">
                {consignment.samples.map(({ testUnitSampleName }) => testUnitSampleName).join(listSeparator())}
                {'　'}
                {t('samples', { n: consignment.samples.length })}
              </div>
            </div>
            <div className="push nowrap">
              <Money amount={consignment.actFee ?? consignment.estimatedFee} />{' '}
              <span className="aux muted">{t('yuan')}</span>
            </div>
          </div>
        ))}
        <div className="row dense">
          <span className="secondary">{t('signer')}</span>
          <span className="push strong">
            {consignments[0]?.linkPerson}　{consignments[0]?.linkPersonPhone}
          </span>
        </div>
        <div className="sign-ways">
          <SigningCode ids={ids} onSigned={() => !running && onDone(true)} />
          <div className="sign-here">
            <div className="row">
              <span className="strong">{t('here')}</span>
              <Button
                className="push"
                size="small"
                variant="minimal"
                icon={<Eraser />}
                text={t('again')}
                onClick={() => pad.current?.clear()}
              />
            </div>
            <SignaturePad ref={pad} label={t('here')} onChange={setHasStrokes} />
            {failed && <FailureNote>{failed}</FailureNote>}
          </div>
        </div>
      </div>
    </AppDialog>
  );
};

/** Why these cannot be signed together, in the order of the specification (VA-019, VA-020); null: they can. */
export const signatureProblem = (
  views: readonly Pick<ConsignmentView, 'consignCode' | 'linkPersonPhone' | 'buConsignInfoSign'>[],
): string | null => {
  if (new Set(views.map(({ linkPersonPhone }) => linkPersonPhone)).size > 1)
    return messageOf('SIGN_PHONES_DIFFER', {}, language());
  const unsignable = views.filter(
    ({ buConsignInfoSign }) => !buConsignInfoSign.some(({ signType }) => signType === SIGN_TYPE.consignor),
  );
  return unsignable.length > 0
    ? messageOf('NO_SIGNATURE_ENTRY', { codes: unsignable.map(({ consignCode }) => consignCode).join(',') }, language())
    : null;
};

/**
 * Signs consignments as the consignor, after the checks VA-018 to VA-020.
 * @returns true if signed; false if refused (an alert has said why) or cancelled.
 */
export const signConsignments = async (subjects: readonly ConsignmentRef[]): Promise<boolean> => {
  if (subjects.length === 0) {
    toastWarning(messageOf('NOTHING_TO_SIGN', {}, language()));
    return false;
  }
  if (subjects.some(({ consignStatus }) => consignStatus !== CONSIGN_STATUS.awaitingSignature)) {
    toastWarning(messageOf('NOT_AWAITING_SIGNATURE', {}, language()));
    return false;
  }
  try {
    const views = await Promise.all(subjects.map(({ id }) => callOperation(getConsingInfo, { query: { id } })));
    const problem = signatureProblem(views);
    if (problem) {
      toastWarning(problem);
      return false;
    }
    const idempotencyKey = newIdempotencyKey();
    const isSigned = await openDialog<boolean>((settle) => (
      <SignDialog
        consignments={views}
        onDone={settle}
        sign={(signImage) =>
          callOperation(signOperation, { body: { ids: views.map(({ id }) => id), signImage }, idempotencyKey })
        }
      />
    ));
    if (isSigned) {
      markChanged(subjects.map(({ id }) => id));
      toastSuccess(textOf(texts, 'signed'));
    }
    return isSigned;
  } catch (error) {
    reportFailure(error);
    return false;
  } finally {
    void invalidateConsignments();
  }
};
