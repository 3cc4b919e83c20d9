import type { ReactElement } from 'react';
import { createStore } from '../lib/store.js';

/** Dialogs opened from code, newest on top. Rendered by DialogHost. */
export const dialogStack = createStore<{ key: number; element: ReactElement }[]>([]);
let nextKey = 1;

/**
 * Opens a dialog and waits for its result: `const result = await openDialog<string | null>((settle) => <MyDialog
 * onDone={settle} />)`. The dialog calls `settle` exactly once, however it is closed; then it is removed.
 */
export const openDialog = <Result>(render: (settle: (result: Result) => void) => ReactElement): Promise<Result> =>
  new Promise((resolve) => {
    const key = nextKey++;
    const settle = (result: Result): void => {
      dialogStack.set((open) => open.filter((dialog) => dialog.key !== key));
      resolve(result);
    };
    const element = render(settle);
    dialogStack.set((open) => [...open, { key, element }]);
  });
