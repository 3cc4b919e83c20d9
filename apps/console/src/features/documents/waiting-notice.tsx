import { Button, Spinner } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { askWith } from '../../components/dialogs.js';
import { useTexts } from '../../i18n/texts.js';
import { createStore, type Store, useStore } from '../../lib/store.js';
import { texts } from './texts.js';

/** How many of several documents are there. */
export type Progress = { ready: number; of: number };

/** The loading notice of one flow. It covers nothing: the user goes on working meanwhile. */
export type Notice = {
  close(): void;
  /** True once the user does not want to wait any longer. */
  readonly stopped: boolean;
  tell(progress: Progress): void;
  /** Resolves after the time, or at once when the user stops or there is something to look at, now or since the last pause. */
  pause(ms: number): Promise<void>;
  /** There is something to look at. */
  wake(): void;
};

export const showNotice = (): Notice => {
  const progress = createStore<Progress>({ ready: 0, of: 1 });
  let stopped = false;
  let awake = false;
  let resume: () => void = () => undefined;
  let close: () => void = () => undefined;
  const wake = () => {
    awake = true;
    resume();
  };
  void askWith<void>((settle) => {
    close = () => settle();
    return (
      <WaitingNotice
        progress={progress}
        onStop={() => {
          stopped = true;
          close();
          wake();
        }}
      />
    );
  });
  return {
    close: () => close(),
    get stopped() {
      return stopped;
    },
    tell: progress.set,
    wake,
    pause: async (ms) => {
      if (!awake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      awake = false;
    },
  };
};

const WaitingNotice = ({ progress, onStop }: { progress: Store<Progress>; onStop(): void }) => {
  const t = useTexts(texts);
  const { ready, of } = useStore(progress);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - started) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="waiting-notice" role="status">
      <Spinner size={16} {...(of > 1 ? { value: Math.max(0.05, ready / of) } : {})} />
      <span className="numeric">
        {of > 1
          ? t('generatingSeveral', { ready, of })
          : seconds < 3
            ? t('generating')
            : t('generatingFor', { seconds })}
      </span>
      <Button size="small" variant="minimal" text={t('stop')} onClick={onStop} />
    </div>
  );
};
