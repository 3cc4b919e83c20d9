import { type ComponentType, lazy } from 'react';

/** Pauses before a part of the console that did not arrive is requested again. */
const PAUSES_MS = [300, 1_500];

/** What only a browser can do to the whole page. */
export const browserPage = {
  reload: (): void => location.reload(),
};

/** Stylesheets of this page that did not arrive. The bundler's loader requests each only once. */
const failedStyles = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  true, // errors of elements do not bubble
);

const reloadStyle = (failed: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    for (const { name, value } of failed.attributes) link.setAttribute(name, value);
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`The stylesheet ${link.href} could not be loaded.`)));
    failedStyles.delete(failed);
    failed.replaceWith(link);
  });

/**
 * Loads a part of the console. A part that did not arrive, e.g. because the connection broke, is requested twice more.
 */
export const loadPart = async <Part,>(load: () => Promise<Part>): Promise<Part> => {
  let failure: unknown;
  try {
    return await load();
  } catch (error) {
    failure = error;
  }
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      await Promise.all([...failedStyles].map(reloadStyle));
      return await load();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

/** Functions that load the failed parts again. */
const failedParts = new Set<() => void>();

/** A component that is loaded when it is first shown: `lazyPart(() => import('./page.js'))`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const prepare = (): ComponentType<Props> =>
    lazy(() =>
      loadPart(load).catch((error: unknown) => {
        failedParts.add(() => (Part = prepare()));
        throw error;
      }),
    );
  let Part = prepare();
  return (props: Props) => <Part {...props} />;
};

/** Whether the server has another release than this page. */
const isOutdated = async (): Promise<boolean> => {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const response = await fetch('/', { cache: 'no-store' });
    return response.ok && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
};

/**
 * Loads failed parts when they are shown next. If the server has another release by now, their files are unavailable,
 * and the whole page is reloaded. The browser asks before unsaved work would be lost.
 */
export const prepareFailedParts = async (): Promise<void> => {
  if (failedParts.size === 0) return;
  if (await isOutdated()) browserPage.reload();
  for (const prepare of failedParts) prepare();
  failedParts.clear();
};
