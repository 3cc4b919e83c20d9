import { useEffect, useState } from 'react';

let isEnterDown = false;
document.addEventListener('keydown', (event) => { isEnterDown ||= event.key === 'Enter'; }, true);
document.addEventListener('keyup', (event) => { if (event.key === 'Enter') isEnterDown = false; }, true);
window.addEventListener('blur', () => { isEnterDown = false; });

/**
 * Gives the focus back to whatever had it when this dialog opened. Blueprint does so after its closing transition, which a dialog
 * that is taken away never has. Its buttons click when Enter is let go: closed by Enter, a dialog gives the focus back after that,
 * or the button that opened it would open it again.
 */
export const useFocusReturn = (): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => {
    if (!(opener instanceof HTMLElement)) return;
    if (isEnterDown) document.addEventListener('keyup', () => opener.focus(), { once: true });
    else opener.focus();
  }, [opener]);
};
