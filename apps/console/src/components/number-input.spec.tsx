import { describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { CountInputValue } from '#domain/numbers';
import { problem } from '#domain/rules';
import { chooseLanguage } from '../i18n/language.js';
import { Field } from './field.js';
import { CountInput, focusWrongNumber, QuantityInput } from './number-input.js';

const Counting = ({ first = 3, blankValue }: { first?: CountInputValue; blankValue?: number }) => {
  const [storedValue, setStoredValue] = useState<CountInputValue>(first);
  return (
    <>
      <Field label="组数">
        <CountInput
          value={storedValue}
          min={1}
          max={999}
          {...(blankValue === undefined ? {} : { blankValue })}
          onCount={(_, text) => setStoredValue(text)}
        />
      </Field>
      <output>{JSON.stringify(storedValue)}</output>
    </>
  );
};
const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: '组数' });
const storedValue = () => JSON.parse(screen.getByRole('status').textContent ?? '') as unknown;
const type = async (text: string) => {
  await userEvent.clear(field());
  await userEvent.click(field());
  await userEvent.paste(text);
};

describe('a count field', () => {
  it.each([
    ['１２', 12],
    ['　12 ', 12],
    ['12', 12],
  ])('reads %j as a number and shows it as typed', async (text, count) => {
    render(<Counting />);
    await type(text);
    await userEvent.tab();
    expect([field().value, storedValue(), screen.queryByRole('alert')]).toEqual([text, count, null]);
    expect(await act(async () => focusWrongNumber())).toBe(false);
  });

  it.each(['3 组', '1e3', '-1', '2.5', '1000', '0', '99999999999999999999'])(
    'keeps the invalid text %j, shows an error and blocks saving the form',
    async (text) => {
      render(<Counting />);
      await type(text);
      expect(screen.queryByRole('alert')).toBeNull();
      await userEvent.tab();
      expect([field().value, storedValue()]).toEqual([text, text]);
      expect(screen.getByRole('alert').textContent).toBe(`“${text}”不是 1 至 999 的整数`);
      expect(field().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
      expect(await act(async () => focusWrongNumber())).toBe(true);
      expect(document.activeElement).toBe(field());
    },
  );

  it('names the separator of an ambiguous number, in the current language', async () => {
    render(<Counting first="1,000" />);
    expect(screen.getByRole('alert').textContent).toBe('“1,000”有两种读法，请去掉千位分隔符 ,');
    await act(() => chooseLanguage('en'));
    expect(screen.getByRole('alert').textContent).toMatch(/^“1,000” reads two ways/);
    await act(() => chooseLanguage('zh'));
  });

  it('returns to its default on blur when it is empty', async () => {
    render(<Counting blankValue={1} />);
    await userEvent.clear(field());
    expect([field().value, storedValue()]).toEqual(['', null]);
    await userEvent.tab();
    expect([field().value, storedValue()]).toEqual(['1', 1]);
  });

  it('changes with the arrow keys within its range, and never replaces invalid text', async () => {
    render(<Counting first={998} />);
    await userEvent.click(field());
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(storedValue()).toBe(999);
    await type('3 组');
    await userEvent.keyboard('{ArrowUp}');
    expect(field().value).toBe('3 组');
  });
});

describe('a quantity field', () => {
  const Quantity = () => {
    const [text, setText] = useState('');
    return <QuantityInput aria-label="数量" value={text} invalidProblem={problem('ONLY_NUMBERS')} onText={setText} />;
  };
  it.each([
    ['１００', null],
    ['1,5', null],
    ['1,000', '“1,000”有两种读法，请去掉千位分隔符 ,'],
    ['3 袋', '数量只能输入数字，单位请单独选择，其他说明请填写在样品描述中。'],
    ['9'.repeat(13), `“${'9'.repeat(13)}”过长：最多 12 位整数和 6 位小数`],
  ])('shows for %j the message %j', async (text, message) => {
    render(<Quantity />);
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.paste(text);
    await userEvent.tab();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(text);
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(message);
  });
});
