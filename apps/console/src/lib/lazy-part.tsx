import { type ComponentType, lazy } from 'react';

/** Pauses before a part of the console that did not arrive is asked for again. */
const PAUSES_MS = [300, 1_500];

/** What only a browser can do to the whole page. */
export const browserPage = {
  reload: (): void => location.reload(),
};

/** Stylesheets of this page that did not arrive. The loader of the build asks for each only once. */
const failedStyles = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  true, // errors of elements do not bubble
);

const loadStyleAgain = (failed: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    for (const { name, value } of failed.attributes) link.setAttribute(name, value);
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`The stylesheet ${link.href} could not be loaded.`)));
    failedStyles.delete(failed);
    failed.replaceWith(link);
  });

/**
 * Loads a part of the console. A part that did not arrive, e.g. because the connection broke, is asked for twice more.
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
      await Promise.all([...failedStyles].map(loadStyleAgain));
      return await load();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

/** How each part that was given up becomes one that is loaded anew. */
const givenUp = new Set<() => void>();

/** A component that is loaded when it is first shown: `lazyPart(() => import('./page.js'))`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const prepare = (): ComponentType<Props> =>
    lazy(() =>
      loadPart(load).catch((error: unknown) => {
        givenUp.add(() => (Part = prepare()));
        throw error;
      }),
    );
  let Part = prepare();
  return (props: Props) => <Part {...props} />;
};

/** Whether the server has another release than the one that this page was loaded from. */
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
 * Has the parts that were given up loaded when they are shown next. If the server has another release by now, their
 * files are gone, and the whole page is loaded anew. The browser asks before unsaved work would be lost.
 */
export const prepareFailedParts = async (): Promise<void> => {
  if (givenUp.size === 0) return;
  if (await isOutdated()) browserPage.reload();
  for (const prepare of givenUp) prepare();
  givenUp.clear();
};
