import { useEffect, useEffectEvent } from 'react';

/** Ctrl Enter saves and goes on to the next sample, with Shift to a copy of this one. A dialog above keeps the keys for itself. */
export const useFormKeys = (
  keys: { next?: (() => void) | undefined; copy?: (() => void) | undefined },
  enabled: boolean,
): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('.bp6-dialog')) return;
    const run = event.shiftKey ? keys.copy : keys.next;
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!enabled) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled]);
};
