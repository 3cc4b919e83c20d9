import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import '../i18n/language.js';
import { renderConsole } from '../testing/render.js';
import { AppDialog } from './app-dialog.js';

afterEach(cleanup);

const user = userEvent.setup({ pointerEventsCheck: 0 });

const Two = () => {
  const [isAbove, setIsAbove] = useState(false);
  return (
    <>
      <AppDialog title="下" width={500} onClose={() => undefined}>
        <input aria-label="first" />
        <button type="button" onClick={() => setIsAbove(true)}>
          open
        </button>
      </AppDialog>
      {isAbove && (
        <AppDialog title="上" width={400} onClose={() => setIsAbove(false)}>
          <input aria-label="second" />
        </AppDialog>
      )}
    </>
  );
};

describe('a dialog', () => {
  it('gives the focus to its first field', async () => {
    renderConsole(<Two />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('first')));
  });

  it('leaves the focus to a dialog that was opened above it during its own opening animation', async () => {
    renderConsole(<Two />);
    const lowerDialog = screen.getByRole('dialog', { name: '下' });
    fireEvent.click(within(lowerDialog).getByText('open'));
    const second = screen.getByLabelText('second');
    // Blueprint moves the focus into an overlay in the next frame.
    await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    second.focus();
    await waitFor(() => expect(lowerDialog.closest('.bp6-dialog-container')?.className).toContain('enter-done'));
    await user.keyboard('水泥混凝土试件');
    expect([(second as HTMLInputElement).value, document.activeElement]).toEqual(['水泥混凝土试件', second]);
  });
});
