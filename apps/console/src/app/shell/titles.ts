import { textOf } from '../../i18n/texts.js';
import type { OpenView } from '../open-views.js';
import { type RouteEntry, screensOf } from '../route-registry.js';
import { texts } from '../texts.js';

type Registry = readonly RouteEntry[];
export const entryOf = (routes: Registry, path: string): RouteEntry | undefined => screensOf(routes).find((entry) => entry.path === path);

/** What a tab says for a route without a title: the same in every language (NAV-014). */
export const NO_NAME = 'no-name';

export const titleOf = (routes: Registry, view: Pick<OpenView, 'path' | 'ownTitle'>): string => view.ownTitle ?? entryOf(routes, view.path)?.title?.() ?? NO_NAME;

/** Group, the menu screen above, and the page itself: only screens in between are links (NAV-015). */
export const trailOf = (routes: Registry, path: string): { title: string; path?: string }[] => {
  const entry = entryOf(routes, path);
  const parent = entry?.parent ? entryOf(routes, entry.parent) : undefined;
  const group = (entry?.menu ?? parent?.menu)?.group;
  return [
    ...(group && group !== 'home' ? [{ title: textOf(texts, `group.${group}`) }] : []),
    ...(parent ? [{ title: parent.title?.() ?? NO_NAME, path: parent.path }] : []),
    { title: entry?.title?.() ?? NO_NAME },
  ];
};
