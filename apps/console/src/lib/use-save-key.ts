import { useEffect, useEffectEvent } from 'react';

/** Ctrl S saves what stands in front; a dialog above it keeps the key for itself. Hidden views hear nothing. */
export const useSaveKey = (save: () => void, enabled = true): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!document.querySelector('.bp6-dialog')) save();
  });
  useEffect(() => {
    if (!enabled) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled]);
};
