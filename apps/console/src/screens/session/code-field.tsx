import { Button, InputGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { sendToMobile } from '#contract';
import { SEND_CODE_TYPE } from '#events';
import { FailureNote } from '../../components/failure-note.js';
import { Field } from '../../components/field.js';
import { useSubmit } from '../../components/use-submit.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { texts } from './texts.js';

type Props = {
  /** 1 to the given number, 2 to the number of the account. */
  sendCodeType: 1 | 2;
  userName?: string;
  mobile?: string;
  /** The recipient is missing or wrong. */
  disabled: boolean;
  value: string;
  error: string | undefined;
  onChange(code: string): void;
};

/** Requests a verification code and takes its input; the next code after the pause that the service returns. */
export const CodeField = ({ sendCodeType, userName = '', mobile = '', disabled, value, error, onChange }: Props) => {
  const t = useTexts(texts);
  const [seconds, setSeconds] = useState(0);
  const [isSent, setIsSent] = useState(false);
  const { failed, running, send } = useSubmit();
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const requestCode = () =>
    send(async () => {
      const { resendAfterSeconds } = await callOperation(sendToMobile, { body: { sendCodeType, userName, mobile } });
      setSeconds(resendAfterSeconds);
      setIsSent(true);
      return false;
    });
  return (
    <div>
      <Field
        label={t('validateCode')}
        required
        error={error}
        hint={
          isSent && !failed ? (
            <span role="status">
              {t(sendCodeType === SEND_CODE_TYPE.forgottenPassword ? 'sendToAccount' : 'codeSent')}
            </span>
          ) : undefined
        }
      >
        <InputGroup
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={value}
          onValueChange={(text) => onChange(text.replace(/\D/g, ''))}
          rightElement={
            <Button
              variant="minimal"
              intent="primary"
              className="send-code"
              disabled={disabled || seconds > 0}
              loading={running}
              text={seconds > 0 ? t('resend', { seconds }) : t('sendCode')}
              onClick={() => void requestCode()}
            />
          }
        />
      </Field>
      {failed && <FailureNote>{failed}</FailureNote>}
    </div>
  );
};
