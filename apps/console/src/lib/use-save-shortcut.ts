import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S or Cmd+S saves, unless a dialog is open. The browser's own dialog never opens. */
export const useSaveShortcut = (save: () => void, enabled = true): void => {
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
