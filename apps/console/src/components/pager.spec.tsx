import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pager } from './pager.js';

it.each([
  ['１２', 12],
  [' 7 ', 7],
  ['999', 20],
  ['1,5', null],
  ['1.5', null],
  ['二', null],
])('the page field of the pager reads %j as page %j and shows the text as typed', async (text, page) => {
  const onPage = jest.fn();
  render(<Pager page={3} pageSize={10} total={200} sizes={[10]} jumper onPage={onPage} onPageSize={() => {}} />);
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
  expect(field.value).toBe(text);
  await userEvent.keyboard('{Enter}');
  expect(onPage.mock.calls).toEqual(page === null ? [] : [[page]]);
  expect(field.value).toBe(page === null ? '3' : text);
});
