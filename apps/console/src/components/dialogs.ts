import type { ReactElement } from 'react';
import { createStore } from '../lib/store.js';

/** Dialogs opened from code, newest on top. Rendered by DialogHost. */
export const dialogStack = createStore<{ key: number; element: ReactElement }[]>([]);
let nextKey = 1;

/**
 * Opens a dialog and waits for its result: `const answer = await openDialog<string | null>((settle) => <MyDialog
 * onDone={settle} />)`. The dialog calls `settle` exactly once, however it is closed; then it is removed.
 */
export const openDialog = <Answer>(render: (settle: (answer: Answer) => void) => ReactElement): Promise<Answer> =>
  new Promise((resolve) => {
    const key = nextKey++;
    const settle = (answer: Answer): void => {
      dialogStack.set((open) => open.filter((dialog) => dialog.key !== key));
      resolve(answer);
    };
    const element = render(settle);
    dialogStack.set((open) => [...open, { key, element }]);
  });
