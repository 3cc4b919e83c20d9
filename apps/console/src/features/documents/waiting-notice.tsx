import { Button, Spinner } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { askWith } from '../../components/dialogs.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** The loading notice of one flow. It covers nothing: the user goes on working meanwhile. */
export type Notice = {
  close(): void;
  /** True once the user does not want to wait any longer. */
  readonly stopped: boolean;
  /** Resolves after the time, or at once when the user stops. */
  pause(ms: number): Promise<void>;
};

export const showNotice = (): Notice => {
  let stopped = false;
  let wake: () => void = () => undefined;
  let close: () => void = () => undefined;
  const stop = () => {
    stopped = true;
    close();
    wake();
  };
  void askWith<void>((settle) => {
    close = () => settle();
    return <WaitingNotice onStop={stop} />;
  });
  return {
    close: () => close(),
    get stopped() {
      return stopped;
    },
    pause: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

const WaitingNotice = ({ onStop }: { onStop(): void }) => {
  const t = useTexts(texts);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - started) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="waiting-notice" role="status">
      <Spinner size={16} />
      <span className="numeric">{seconds < 3 ? t('generating') : t('generatingFor', { seconds })}</span>
      <Button size="small" variant="minimal" text={t('stop')} onClick={onStop} />
    </div>
  );
};
