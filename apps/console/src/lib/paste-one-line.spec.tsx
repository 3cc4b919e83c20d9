import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { joinPastedLines } from './paste.js';

const Field = ({ takesCells = false }: { takesCells?: boolean }) => {
  const [value, setValue] = useState('');
  return (
    <>
      <input
        aria-label="name"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onPaste={takesCells ? (event) => event.preventDefault() : undefined}
      />
      <textarea aria-label="remark" />
    </>
  );
};

describe('pasted text with several lines', () => {
  let end: () => void;
  beforeEach(() => {
    end = joinPastedLines(document);
  });
  afterEach(() => {
    end();
    cleanup();
  });

  it('is joined to one line in a single-line field and unchanged in a multi-line field', async () => {
    render(<Field />);
    await userEvent.type(screen.getByLabelText('name'), '张');
    await userEvent.paste('王工\t13900000011\r\n');
    expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('张王工 13900000011');
    await userEvent.click(screen.getByLabelText('remark'));
    await userEvent.paste('一\n二');
    expect(screen.getByLabelText<HTMLTextAreaElement>('remark').value).toBe('一\n二');
  });

  it('is left to a field that handles pasted cells itself', async () => {
    render(<Field takesCells />);
    await userEvent.click(screen.getByLabelText('name'));
    await userEvent.paste('a\tb');
    expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('');
  });
});
