import { matchPath } from 'react-router-dom';
import { textOf } from '../../i18n/texts.js';
import { routes } from '../features.js';
import type { OpenView } from '../open-views.js';
import { type RouteEntry, screensOf } from '../route-registry.js';
import { texts } from '../texts.js';

const screens = (): RouteEntry[] => screensOf(routes);
export const entryOf = (path: string): RouteEntry | undefined => screens().find((entry) => entry.path === path);

/** What a tab says for a route without a title: the same in every language (NAV-014). */
export const NO_NAME = 'no-name';

export const titleOf = (view: Pick<OpenView, 'path' | 'ownTitle'>): string => view.ownTitle ?? entryOf(view.path)?.title?.() ?? NO_NAME;

/** Group, the menu screen above, and the page itself: only screens in between are links (NAV-015). */
export const trailOf = (path: string): { title: string; path?: string }[] => {
  const entry = entryOf(path);
  const parent = entry?.parent ? screens().find((screen) => matchPath(screen.path, entry.parent ?? '')) : undefined;
  const group = (entry?.menu ?? parent?.menu)?.group;
  return [
    ...(group && group !== 'home' ? [{ title: textOf(texts, `group.${group}`) }] : []),
    ...(parent ? [{ title: parent.title?.() ?? NO_NAME, path: parent.path }] : []),
    { title: entry?.title?.() ?? NO_NAME },
  ];
};
