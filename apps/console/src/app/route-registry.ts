import { type ComponentType, createContext, type LazyExoticComponent, type ReactElement, useContext } from 'react';
import { matchPath } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { ROLE, UNIT_TYPE } from '#events';
import type { Branding } from '../lib/branding.js';

/** Headings of the sidebar, in their order. */
export const MENU_GROUPS = [
  'home',
  'preConsignBill',
  'onlineConsign',
  'TestingOrgSearch',
  'BusinessManagement',
  'Integration',
  'UserCenter',
  'SystemManager',
  'Operations',
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

/** What is known about a user whom a screen may redirect. */
export type RoutedUser = Pick<UserInfo, 'roles'> &
  Partial<Pick<UserInfo, 'unitId' | 'unitType' | 'unitName' | 'permissions' | 'unitIsUnopened'>>;

/** Opens screens to the managers of a unit who sign in themselves, not through a laboratory's system. */
export const UNIT_MANAGER = 'unitManager';

/**
 * What opens screens to a user: roles, and the permissions that roles made by the administrator grant (e.g.
 * `Jobs.Read`). What a unit sees depends on its kind, so a permission also opens the screens of the user's side (e.g.
 * `Reports.Read:testingUnit`). What only managers of a unit may do has its own key.
 */
export const accessKeysOfUser = ({
  roles,
  permissions = [],
  unitType = null,
  isUnitManager = false,
  via,
}: Pick<UserInfo, 'roles'> &
  Partial<Pick<UserInfo, 'permissions' | 'unitType' | 'isUnitManager' | 'via'>>): readonly string[] => {
  const side = unitType === UNIT_TYPE.laboratory ? 'testingUnit' : 'consigningUnit';
  return [
    ...roles,
    ...permissions,
    ...permissions.map((permission) => `${permission}:${side}`),
    ...(isUnitManager && !via && roles.some((role) => role === ROLE.client || role === ROLE.lab) ? [UNIT_MANAGER] : []),
  ];
};

/** One screen of the console, or a folder of screens. Each screen exports its own from `screens/<name>/routes.tsx`. */
export type RouteEntry = {
  /** Absolute, as the specification spells it, e.g. `/onlineConsign/rawMateriaConsignInfo`; may hold `:params`. */
  path: string;
  /** Name used for navigation, e.g. rawMateriaConsignInfoAddConsignInfo (NAV-005). */
  name?: string;
  /** Title of menu, tab, breadcrumb and page. Without one the tab says no-name (NAV-014). */
  title?: () => string;
  /**
   * Roles, or permissions of custom roles, that may open it; absent: every signed-in user. The administrator opens
   * everything (NAV-011).
   */
  roles?: readonly string[];
  /**
   * For users of a unit that was never opened: `also` opens the screen to them, `only` opens it to nobody else. All
   * other screens lead them to the page that says that the unit waits.
   */
  unopenedUnit?: 'also' | 'only';
  /** Opens without a token and without the shell (NAV-003). */
  isPublic?: boolean;
  /** `lazyPart(() => import('./page.js'))`. A folder has no element. */
  element?: LazyExoticComponent<ComponentType> | ComponentType;
  menu?: {
    group: MenuGroup;
    icon: ReactElement;
    /** Small component at the right end of the entry: the number of items that wait for this user. */
    badge?: ComponentType;
    /** Who sees the entry, if fewer than may open the screen. The administrator sees all entries. */
    roles?: readonly string[];
    /** Only if this web origin offers it, e.g. an address to query (NAV-006). */
    isVisible?(branding: Branding | null): boolean;
  };
  /** The header's search opens this screen with `?q=`. */
  searches?: boolean;
  /**
   * Path of the screen that the sidebar and the breadcrumb show for a screen without its own menu entry; of several
   * paths the first that the user may open. The parent may depend on the query of the address.
   */
  parent?: string | readonly string[] | ((query: URLSearchParams) => string);
  /** Where this user is redirected; null: no redirect (NAV-018). */
  redirectTo?(user: RoutedUser): string | null;
  /** Not kept alive when the user leaves it (NAV-014). */
  noCache?: boolean;
  /** Query parameters that make separate tabs, e.g. ['id']: two drafts are two tabs. */
  tabParams?: readonly string[];
  children?: readonly RouteEntry[];
};

const SEES_ALL: readonly string[] = [ROLE.admin];

export const canOpen = (entry: RouteEntry, roles: readonly string[]): boolean =>
  !entry.roles || roles.some((role) => SEES_ALL.includes(role)) || entry.roles.some((role) => roles.includes(role));

/** Whether the sidebar lists a screen for this user. */
export const isInMenu = ({ menu }: RouteEntry, roles: readonly string[]): boolean =>
  menu !== undefined && canOpen({ path: '', ...(menu.roles ? { roles: menu.roles } : {}) }, roles);

/** The routes of a user: filtered by role, children likewise, without empty folders (NAV-011). */
export const filterRoutesByRole = (entries: readonly RouteEntry[], roles: readonly string[]): RouteEntry[] =>
  entries.flatMap((entry) => {
    if (!canOpen(entry, roles)) return [];
    if (!entry.children) return [entry];
    const children = filterRoutesByRole(entry.children, roles);
    return entry.element || children.length > 0 ? [{ ...entry, children }] : [];
  });

/**
 * The screens for this user's unit: if it was never opened, those that it has while it waits; otherwise all except
 * those.
 */
export const filterRoutesByUnit = (
  entries: readonly RouteEntry[],
  user: Partial<Pick<UserInfo, 'unitIsUnopened'>> | null,
): readonly RouteEntry[] =>
  entries.filter(({ isPublic, unopenedUnit }) =>
    user?.unitIsUnopened ? isPublic || unopenedUnit !== undefined : unopenedUnit !== 'only',
  );

/** All screens of a tree, without folders. */
export const flattenScreens = (entries: readonly RouteEntry[]): RouteEntry[] =>
  entries.flatMap((entry) => [...(entry.element ? [entry] : []), ...flattenScreens(entry.children ?? [])]);

export const findScreen = (entries: readonly RouteEntry[], pathname: string): RouteEntry | undefined =>
  flattenScreens(entries).find((entry) => matchPath({ path: entry.path, end: true, caseSensitive: true }, pathname));

/** Every screen of this console, as the composition root put it together. */
export const RoutesContext = createContext<readonly RouteEntry[]>([]);

export const useRegistry = (): readonly RouteEntry[] => useContext(RoutesContext);
