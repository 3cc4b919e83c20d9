import { useEffect, useRef, useState } from 'react';
import type { PhoneFile, PhoneUploads } from '#contract';
import { newIdempotencyKey } from '../../lib/idempotency-key.js';
import { Refused } from '../calls.js';
import { keepAsking } from '../keep-asking.js';
import { asSent } from './picture.js';
import { sendFile } from './uploads.js';

/**
 * A file on its way. `key` stays the same however often it is sent; `share` is 0 to 1. 'again': nobody answered, and it is tried anew by
 * itself; 'lost': nobody answered for a minute; 'refused': the service said no, and `reason` why. Both are kept until somebody decides.
 */
export type Sending = {
  key: string;
  file: File;
  kind: string;
  state: 'waiting' | 'sending' | 'again' | 'lost' | 'refused';
  share: number;
  reason: string;
};

type Rules = Pick<PhoneUploads, 'extensions' | 'maxBytes'>;
type Judge = (file: File) => string | null;

/** Files on their way, one at a time and in the order chosen. Leaving the page while some are not there asks first. */
export const useQueue = (
  keyText: string,
  { extensions }: Rules,
  judge: Judge,
  onArrived: (file: PhoneFile) => void,
) => {
  const [queue, setQueue] = useState<readonly Sending[]>([]);
  const running = useRef(false);
  const change = (key: string, some: Partial<Sending>) =>
    setQueue((now) => now.map((each) => (each.key === key ? { ...each, ...some } : each)));
  const remove = (key: string) => setQueue((now) => now.filter((each) => each.key !== key));

  const send = async ({ key, file, kind }: Sending) => {
    change(key, { state: 'sending', share: 0, reason: '' });
    try {
      const picture = await asSent(file, extensions);
      const problem = judge(picture);
      if (problem !== null) throw new Refused(problem, '');
      const arrived = await keepAsking(
        () =>
          sendFile(keyText, {
            file: picture,
            kind,
            idempotencyKey: key,
            onProgress: (share) => change(key, { state: 'sending', share }),
          }),
        () => change(key, { state: 'again' }),
      );
      onArrived(arrived);
      return () => remove(key);
    } catch (error) {
      return () =>
        change(
          key,
          error instanceof Refused ? { state: 'refused', reason: error.message } : { state: 'lost', share: 0 },
        );
    }
  };
  const next = queue.find(({ state }) => state === 'waiting');
  useEffect(() => {
    if (!next || running.current) return;
    running.current = true;
    void send(next).then((settle) => {
      running.current = false; // before the state says so: the next one starts with it
      settle();
    });
  });

  const isPending = queue.length > 0;
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPending]);

  return {
    queue,
    add: (files: readonly File[], kind: string) =>
      setQueue((now) => [
        ...now,
        ...files.map((file): Sending => ({
          key: newIdempotencyKey(),
          file,
          kind,
          state: 'waiting',
          share: 0,
          reason: '',
        })),
      ]),
    retry: (key: string) => change(key, { state: 'waiting', share: 0, reason: '' }),
    remove,
  };
};
