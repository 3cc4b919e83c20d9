import type { UserInfo } from '#contract';
import { ROLE } from '#events';
import { textOf } from '../../i18n/texts.js';
import { hasRole } from '../../lib/session.js';
import type { OpenView } from '../open-views.js';
import { canOpen, type RouteEntry, flattenScreens } from '../route-registry.js';
import { texts } from '../texts.js';

type Registry = readonly RouteEntry[];
export const findRouteEntry = (routes: Registry, path: string): RouteEntry | undefined =>
  flattenScreens(routes).find((entry) => entry.path === path);

/** Title of a tab whose route has none: the same in every language (NAV-014). */
export const UNTITLED = 'no-name';

export const viewTitle = (routes: Registry, view: Pick<OpenView, 'path' | 'ownTitle'>): string =>
  view.ownTitle ?? findRouteEntry(routes, view.path)?.title?.() ?? UNTITLED;

/**
 * The parent of a screen for a user with these roles: the parent that the page set itself, otherwise that of its route.
 * `search` is the query of its address.
 */
export const parentScreen = (
  routes: Registry,
  entry: RouteEntry | undefined,
  roles: readonly string[],
  { search, ownParent }: { search: string; ownParent: string | null },
): RouteEntry | undefined =>
  [
    ownParent ?? [],
    (typeof entry?.parent === 'function' ? entry.parent(new URLSearchParams(search)) : entry?.parent) ?? [],
  ]
    .flat()
    .map((path) => findRouteEntry(routes, path))
    .find((parent) => parent && canOpen(parent, roles));

/** Menu group, parent screen in the menu, and the page itself: only the screens in between are links (NAV-015). */
export const breadcrumbs = (
  routes: Registry,
  { path, location: { search }, ownParent }: Pick<OpenView, 'path' | 'location' | 'ownParent'>,
  roles: readonly string[],
): { title: string; path?: string }[] => {
  const entry = findRouteEntry(routes, path);
  const parent = parentScreen(routes, entry, roles, { search, ownParent });
  const group = (entry?.menu ?? parent?.menu)?.group;
  return [
    ...(group && group !== 'home' ? [{ title: textOf(texts, `group.${group}`) }] : []),
    ...(parent ? [{ title: parent.title?.() ?? UNTITLED, path: parent.path }] : []),
    { title: entry?.title?.() ?? UNTITLED },
  ];
};

/** The address of the role's own centre; other roles have none (ROLE-002 to ROLE-005, SH-002). */
export const userCentrePath = (user: Pick<UserInfo, 'roles'>): string | null =>
  hasRole(user, ROLE.lab)
    ? '/UserCenter/testingOrganization'
    : hasRole(user, ROLE.client)
      ? '/UserCenter/ConsginUnitCenter'
      : null;
