import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';
import type { Sending } from './use-queue.js';

/** A file on its way: how far it is, or what stopped it. What was not taken can be sent again, kept on the phone, or given up. */
export const SendingRow = ({
  sending: { file, state, share, reason },
  onRetry,
  onRemove,
}: {
  sending: Sending;
  onRetry(): void;
  onRemove(): void;
}) => {
  const t = useTexts(texts);
  const address = useAddressOf(file);
  const percent = Math.round(share * 100);
  const hasStopped = state === 'lost' || state === 'refused';
  return (
    <li className="sending-row">
      {file.type.startsWith('image/') ? (
        <img className="thumb" src={address} alt="" />
      ) : (
        <span className="thumb" aria-hidden />
      )}
      <div className="words">
        <div>{file.name}</div>
        {state === 'waiting' && <p className="hint">{t('waiting')}</p>}
        {state === 'sending' && (
          <div className="progress">
            <progress max={100} value={percent} aria-label={t('sending', { name: file.name })} />
            <span className="hint">{percent}%</span>
          </div>
        )}
        {state === 'again' && (
          <p className="sending" role="status">
            {t('retrying')}
          </p>
        )}
        {hasStopped && (
          <p className="problem" role="alert">
            {state === 'lost' ? t('lost') : reason}
          </p>
        )}
        {hasStopped && (
          <div className="row-verbs">
            <button type="button" aria-label={`${t('retry')} ${file.name}`} onClick={onRetry}>
              {t('retry')}
            </button>
            <a className="button" href={address} download={file.name} aria-label={`${t('keep')} ${file.name}`}>
              {t('keep')}
            </a>
            <button type="button" className="bare" aria-label={`${t('giveUp')} ${file.name}`} onClick={onRemove}>
              {t('giveUp')}
            </button>
          </div>
        )}
      </div>
    </li>
  );
};

/** An address of a file of this page, for as long as the row is there. */
const useAddressOf = (file: File): string => {
  const [address] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
};
