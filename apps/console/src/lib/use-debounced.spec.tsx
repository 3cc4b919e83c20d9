import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useDebounced } from './use-time.js';

let applied: string[];
const Field = ({ value }: { value: string }) => {
  const [text, setText] = useDebounced(value, (newValue) => applied.push(newValue));
  return <input value={text} onChange={(event) => setText(event.target.value)} />;
};
const field = () => screen.getByRole('textbox') as HTMLInputElement;
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  applied = [];
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('a debounced filter field', () => {
  it('waits for 300 ms and applies the value once', () => {
    render(<Field value="" />);
    type('高');
    pass(200);
    type('高速 ');
    pass(299);
    expect(applied).toEqual([]);
    pass(1);
    expect(applied).toEqual(['高速']);
  });

  it('keeps and applies text that is typed before its earlier value arrives', () => {
    const { rerender } = render(<Field value="" />);
    type('高');
    pass(300);
    type('高速');
    rerender(<Field value="高" />);
    expect(field().value).toBe('高速');
    pass(300);
    expect(applied).toEqual(['高', '高速']);
  });

  it('shows a value that was changed elsewhere', () => {
    const { rerender } = render(<Field value="高速" />);
    rerender(<Field value="" />);
    expect(field().value).toBe('');
  });

  it('applies nothing after the user has left for another page', () => {
    const address = window.location.href;
    render(<Field value="" />);
    type('高');
    window.history.pushState(null, '', '/elsewhere');
    pass(300);
    expect(applied).toEqual([]);
    window.history.replaceState(null, '', address);
  });
});
