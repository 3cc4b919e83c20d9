import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { watchTruncatedPastes } from './paste.js';

describe('a pasted text that is longer than its field', () => {
  let maxLengths: number[];
  let end: () => void;
  beforeEach(() => {
    maxLengths = [];
    end = watchTruncatedPastes(document, (max) => maxLengths.push(max));
  });
  afterEach(() => {
    end();
    cleanup();
  });

  it('is reported with the maximum length, and a text that fits is not', async () => {
    render(<input aria-label="name" maxLength={5} />);
    const field = screen.getByLabelText<HTMLInputElement>('name');
    await userEvent.click(field);
    await userEvent.paste('12345');
    expect([field.value, maxLengths]).toEqual(['12345', []]);
    field.setSelectionRange(0, 2);
    await userEvent.paste('ab');
    expect(maxLengths).toEqual([]);
    field.setSelectionRange(5, 5);
    await userEvent.paste('6');
    expect([field.value.length, maxLengths]).toEqual([5, [5]]);
  });

  it('is not reported for a field without maximum length or with its own paste handling', async () => {
    render(
      <>
        <textarea aria-label="remark" />
        <input aria-label="cells" maxLength={1} onPaste={(event) => event.preventDefault()} />
      </>,
    );
    for (const name of ['remark', 'cells']) {
      await userEvent.click(screen.getByLabelText(name));
      await userEvent.paste('一二三');
    }
    expect(maxLengths).toEqual([]);
  });
});
