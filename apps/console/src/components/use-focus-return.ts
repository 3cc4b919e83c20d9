import { useEffect, useState } from 'react';

let isEnterDown = false;
document.addEventListener(
  'keydown',
  (event) => {
    isEnterDown ||= event.key === 'Enter';
  },
  true,
);
document.addEventListener(
  'keyup',
  (event) => {
    if (event.key === 'Enter') isEnterDown = false;
  },
  true,
);
window.addEventListener('blur', () => {
  isEnterDown = false;
});

/**
 * The elements that had the focus lately, newest first: the button that opened a dialog may be disabled, or removed
 * with its menu, when the dialog opens.
 */
let recentlyFocused: HTMLElement[] = [];
const MAX_REMEMBERED = 6;
document.addEventListener(
  'focusin',
  ({ target }) => {
    if (target instanceof HTMLElement)
      recentlyFocused = [target, ...recentlyFocused.filter((element) => element !== target)].slice(0, MAX_REMEMBERED);
  },
  true,
);

const canTakeFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('.bp6-overlay-start-focus-trap, .bp6-overlay-end-focus-trap') === null;

/**
 * Returns the focus to the element that had it when this dialog opened. Blueprint does so after its closing transition,
 * which a removed dialog never has. Its buttons click when Enter is released, so a dialog that was closed by Enter
 * returns the focus after that; otherwise the button would open the dialog again.
 */
export const useFocusReturn = (): void => {
  const [openers] = useState(() => [
    ...(document.activeElement instanceof HTMLElement && document.activeElement !== document.body
      ? [document.activeElement]
      : []),
    ...recentlyFocused,
  ]);
  useEffect(
    () => () => {
      const restoreFocus = () => openers.find(canTakeFocus)?.focus();
      if (isEnterDown) document.addEventListener('keyup', restoreFocus, { once: true });
      else restoreFocus();
    },
    [openers],
  );
};
