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

/** What is known of the user whom a screen may lead elsewhere. */
export type RoutedUser = Pick<UserInfo, 'roles'> &
  Partial<Pick<UserInfo, 'unitId' | 'unitType' | 'unitName' | 'permissions' | 'unitIsUnopened'>>;

/** Opens screens to the managers of a unit, who are in person there: not through a laboratory's system. */
export const UNIT_MANAGER = 'unitManager';

/**
 * What opens screens to a user: roles, and the permissions that roles made by the administrator grant (e.g.
 * `Jobs.Read`). What a unit sees depends on its kind, so a permission also opens the screens of the user's side (e.g.
 * `Reports.Read:testingUnit`). What only managers of a unit may do has a key of its own.
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
   * Roles, or permissions of made roles, that may open it; absent: everybody who is signed in. The administrator opens
   * everything (NAV-011).
   */
  roles?: readonly string[];
  /**
   * What the people of a unit that was never opened have: `also` them, `only` them. Everything else leads them to the
   * page that says that they wait.
   */
  unopenedUnit?: 'also' | 'only';
  /** Opens without a token and without the shell (NAV-003). */
  isPublic?: boolean;
  /** `lazyPart(() => import('./page.js'))`. A folder has none. */
  element?: LazyExoticComponent<ComponentType> | ComponentType;
  menu?: {
    group: MenuGroup;
    icon: ReactElement;
    /** Small component at the right end of the entry: how much waits for this user. */
    badge?: ComponentType;
    /** Who sees the entry, where that is fewer than may open the screen. The administrator sees every one. */
    roles?: readonly string[];
    /** Only where this web origin offers it, e.g. an address to query (NAV-006). */
    shownFor?(branding: Branding | null): boolean;
  };
  /** The header's search opens this screen with `?q=`. */
  searches?: boolean;
  /**
   * Path of the screen that the sidebar and the breadcrumb show for a screen without a menu entry of its own; of
   * several the first that the user may open. One screen may stand below another by what its address asks for.
   */
  parent?: string | readonly string[] | ((query: URLSearchParams) => string);
  /** Where this user is led instead; null: stays (NAV-018). */
  leadsTo?(user: RoutedUser): string | null;
  /** Not kept alive when the user leaves it (NAV-014). */
  noCache?: boolean;
  /** Query parameters that make a tab of their own, e.g. ['id']: two drafts are two tabs. */
  tabBy?: readonly string[];
  children?: readonly RouteEntry[];
};

const SEES_ALL: readonly string[] = [ROLE.admin];

export const canOpen = (entry: RouteEntry, roles: readonly string[]): boolean =>
  !entry.roles || roles.some((role) => SEES_ALL.includes(role)) || entry.roles.some((role) => roles.includes(role));

/** Whether the sidebar names a screen to this user. */
export const isInMenu = ({ menu }: RouteEntry, roles: readonly string[]): boolean =>
  menu !== undefined && canOpen({ path: '', ...(menu.roles ? { roles: menu.roles } : {}) }, roles);

/** The routes a user has: filtered by role, children the same way, empty folders left out (NAV-011). */
export const filterRoutesByRole = (entries: readonly RouteEntry[], roles: readonly string[]): RouteEntry[] =>
  entries.flatMap((entry) => {
    if (!canOpen(entry, roles)) return [];
    if (!entry.children) return [entry];
    const children = filterRoutesByRole(entry.children, roles);
    return entry.element || children.length > 0 ? [{ ...entry, children }] : [];
  });

/**
 * The screens for this user's unit: for one that was never opened those it has while it waits, for any other all but
 * those.
 */
export const filterRoutesByUnit = (
  entries: readonly RouteEntry[],
  user: Partial<Pick<UserInfo, 'unitIsUnopened'>> | null,
): readonly RouteEntry[] =>
  entries.filter(({ isPublic, unopenedUnit }) =>
    user?.unitIsUnopened ? isPublic || unopenedUnit !== undefined : unopenedUnit !== 'only',
  );

/** All screens of a tree, folders left out. */
export const flattenScreens = (entries: readonly RouteEntry[]): RouteEntry[] =>
  entries.flatMap((entry) => [...(entry.element ? [entry] : []), ...flattenScreens(entry.children ?? [])]);

export const findScreen = (entries: readonly RouteEntry[], pathname: string): RouteEntry | undefined =>
  flattenScreens(entries).find((entry) => matchPath({ path: entry.path, end: true, caseSensitive: true }, pathname));

/** Every screen of this console, as the composition root put it together. */
export const RoutesContext = createContext<readonly RouteEntry[]>([]);

export const useRegistry = (): readonly RouteEntry[] => useContext(RoutesContext);
