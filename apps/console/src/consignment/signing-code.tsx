import { useEffect, useEffectEvent } from 'react';
import { getSigning } from '#contract';
import { PhoneCode } from '../components/phone-code/phone-code.js';
import { usePhoneKey } from '../components/phone-code/use-phone-key.js';
import { useTexts } from '../i18n/texts.js';
import { readOf } from '../lib/queries.js';
import { texts } from './sign.texts.js';

const SIZE = 220;

/** The code that opens the page of the phone on which exactly these consignments are signed (CL-019). */
export const SigningCode = ({ ids, onSigned }: { ids: readonly string[]; onSigned(): void }) => {
  const t = useTexts(texts);
  const code = usePhoneKey('signList', ids, (key) => readOf(getSigning, { key }));
  const isSigned = code.seen?.state === 'signed';
  const told = useEffectEvent(onSigned);
  useEffect(() => {
    if (isSigned) told();
  }, [isSigned]);
  return (
    <PhoneCode code={code} title={t('byPhone')} label={t('code')} hint={t('scan')} waiting={t('waiting')} size={SIZE} />
  );
};
