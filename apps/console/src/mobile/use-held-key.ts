import { useCallback, useEffect, useState } from 'react';
import { NoAnswer, Refused } from './calls.js';

/** What the key of a page opens, or why not. */
export type Held<What> =
  | { is: 'loading' }
  | { is: 'there'; what: What }
  | { is: 'refused'; reason: string; code: string }
  | { is: 'unreachable' };

/** What a failed call means for a page. @throws what is none of the service's */
export const heldFailure = (error: unknown): Held<never> => {
  if (error instanceof NoAnswer) return { is: 'unreachable' };
  if (error instanceof Refused) return { is: 'refused', reason: error.message, code: error.code };
  throw error;
};

/** Reads what a key opens, at once and whenever it is asked again. `set` takes what was learnt otherwise. */
export const useHeldKey = <What>(read: (key: string) => Promise<What>, keyText: string) => {
  const [held, set] = useState<Held<What>>({ is: 'loading' });
  const again = useCallback(
    () =>
      read(keyText)
        .then((what): Held<What> => ({ is: 'there', what }), heldFailure)
        .then(set),
    [read, keyText],
  );
  useEffect(() => {
    void again();
  }, [again]);
  return { held, again, set };
};
