import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import '../i18n/language.js';
import { errorLog } from '../lib/failures.js';
import { browserPage, lazyPart, loadPart } from '../lib/lazy-part.js';
import { PageBoundary } from './page-boundary.js';

/** A page whose script does not arrive for the first `failures` times. */
const pageThatFails = (failures: number) => {
  const page = { requests: 0, Element: (() => null) as ComponentType };
  page.Element = lazyPart(() => {
    page.requests += 1;
    return page.requests <= failures
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve({ default: () => <h1>页面</h1> });
  });
  return page;
};
const show = ({ Element }: { Element: ComponentType }) =>
  render(
    <PageBoundary>
      <Suspense fallback={<p>…</p>}>
        <Element />
      </Suspense>
    </PageBoundary>,
  );
const heading = () => screen.findByRole('heading', { name: '页面' }, { timeout: 5_000 });
const crash = () => screen.findByText('这个页面出错了', {}, { timeout: 5_000 });
const addHead = <Name extends 'link' | 'script'>(name: Name, attributes: Record<string, string>) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  document.head.append(element);
  return element;
};

let ownFetch: typeof fetch;
beforeEach(() => {
  errorLog.set([]);
  ownFetch = globalThis.fetch;
});
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  globalThis.fetch = ownFetch;
  jest.restoreAllMocks();
});

describe('a page whose script is loaded on demand', () => {
  it('SH-004 is requested again without an error when its script fails to load twice', async () => {
    const page = pageThatFails(2);
    show(page);
    expect(await heading()).toBeTruthy();
    expect(page.requests).toBe(3);
    expect(errorLog.get()).toEqual([]);
  });

  it('SH-004 shows an error after three failures, logs it once, and loads with the button', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // React reports what a boundary has caught
    const page = pageThatFails(3);
    show(page);
    expect(await crash()).toBeTruthy();
    expect(page.requests).toBe(3);
    expect(errorLog.get()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: '刷新页面' }));
    expect(await heading()).toBeTruthy();
    expect(page.requests).toBe(4);
  });

  it.each([
    ['loads the whole page anew if the server has another release', '/assets/index-2.js', 1],
    ['stays on the page if the release is the same', '/assets/index-1.js', 0],
  ])('SH-004 %s', async (_what, entryScript, reloads) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const reload = jest.spyOn(browserPage, 'reload').mockImplementation(() => undefined);
    addHead('script', { type: 'module', src: '/assets/index-1.js' });
    const html = `<script type="module" src="${entryScript}"></script>`;
    globalThis.fetch = () => Promise.resolve({ ok: true, text: () => Promise.resolve(html) } as Response);
    show(pageThatFails(3));
    await crash();
    await userEvent.click(screen.getByRole('button', { name: '刷新页面' }));
    expect(await heading()).toBeTruthy();
    expect(reload).toHaveBeenCalledTimes(reloads);
  });

  it('SH-004 waits for a stylesheet that failed to load, which is loaded again in the same place', async () => {
    const style = addHead('link', { rel: 'stylesheet', href: '/assets/page.css', crossorigin: '' });
    const nextLink = addHead('link', { rel: 'stylesheet', href: '/assets/after.css' });
    let requests = 0;
    const part = loadPart(() => {
      requests += 1;
      if (requests > 1) return Promise.resolve('part');
      style.dispatchEvent(new Event('error'));
      return Promise.reject(new Error('Unable to preload CSS'));
    });
    await waitFor(() => expect(document.contains(style)).toBe(false), { timeout: 5_000 });
    const reloadedLink = document.head.querySelector<HTMLLinkElement>('link[href="/assets/page.css"]');
    expect(reloadedLink?.nextSibling).toBe(nextLink);
    expect(reloadedLink?.crossOrigin).toBe('');
    expect(requests).toBe(1);
    reloadedLink?.dispatchEvent(new Event('load'));
    expect(await part).toBe('part');
  });
});
