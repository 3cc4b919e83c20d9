import { describe, expect, it } from '@jest/globals';
import { ROLE } from '#events';
import '../i18n/language.js';
import { routes } from './features.js';
import { decideRoute, safeRedirectTarget } from './guard.js';
import { isInMenu, type RouteEntry, filterRoutesByRole, flattenScreens } from './route-registry.js';

const Page = () => null;
const at = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://console.test');
  return { pathname, search, hash };
};
const client = { roles: [ROLE.client] };
const go = (
  path: string,
  hasToken: boolean,
  user: { roles: string[] } | null = null,
  entries: readonly RouteEntry[] = routes,
) => decideRoute(entries, at(path), hasToken, user);

describe('the route guard', () => {
  it('RG-001 sends a user without a token to the login with the address and query to return to', () => {
    expect(go('/onlineConsign/rawMateriaConsignInfo?x=1', false)).toEqual({
      kind: 'go',
      to: '/login?redirect=%2FonlineConsign%2FrawMateriaConsignInfo%3Fx%3D1',
    });
    expect(
      safeRedirectTarget(
        new URLSearchParams('redirect=%2FonlineConsign%2FrawMateriaConsignInfo%3Fx%3D1').get('redirect'),
      ),
    ).toBe('/onlineConsign/rawMateriaConsignInfo?x=1');
    expect(go('/login', false).kind).toBe('show');
  });

  it('never redirects to another site', () => {
    expect(
      ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', null].map(
        safeRedirectTarget,
      ),
    ).toEqual(Array(5).fill('/dashboard'));
  });

  it('loads the user before it shows a page', () => {
    expect(go('/dashboard', true).kind).toBe('identify');
    expect(go('/dashboard', true, client)).toMatchObject({ kind: 'show', entry: { path: '/dashboard' } });
  });

  it('RG-003 redirects to /401 for a screen of another role', () => {
    const entries: RouteEntry[] = [...routes, { path: '/TestUnitManager', roles: [ROLE.admin], element: Page }];
    expect(go('/TestUnitManager', true, client, entries)).toEqual({
      kind: 'go',
      to: '/401',
      state: { from: '/TestUnitManager' },
    });
    expect(go('/BusinessManagement/preManagement', true, client)).toMatchObject({ to: '/401' });
    expect(go('/TestUnitManager', true, { roles: [ROLE.admin] }, entries).kind).toBe('show');
  });

  it('NT-003 OI-006 PJ-008 opens notices to laboratories and the administrator, projects and instructions to the administrator', () => {
    const canOpenByRole = (path: string) =>
      [ROLE.client, ROLE.lab, ROLE.admin].map((role) => go(path, true, { roles: [role] }).kind === 'show');
    expect(canOpenByRole('/BusinessManagement/NoticeList')).toEqual([false, true, true]);
    expect(canOpenByRole('/SystemManager/instruction')).toEqual([false, false, true]);
    expect(canOpenByRole('/SystemManager/ProjectManager')).toEqual([false, false, true]);
    expect(go('/SystemManager/instruction', true, client)).toMatchObject({ to: '/401' });
  });

  it('leads / to the dashboard, an unknown address to /404, and refreshes the target of /redirect', () => {
    expect(go('/', true, client)).toEqual({ kind: 'go', to: '/dashboard' });
    expect(go('/no-such-page', true, client)).toEqual({ kind: 'go', to: '/404', state: { from: '/no-such-page' } });
    expect(go('/redirect/dashboard?a=1', true, client)).toEqual({ kind: 'refresh', to: '/dashboard?a=1' });
  });
});

describe('routes by role', () => {
  const tree: RouteEntry[] = [
    {
      path: '/open',
      element: Page,
      children: [
        { path: '/open/all', element: Page },
        { path: '/open/lab', element: Page, roles: [ROLE.lab] },
      ],
    },
    { path: '/admin', roles: [ROLE.admin], element: Page },
    { path: '/folder', children: [{ path: '/folder/client', element: Page, roles: [ROLE.client] }] },
  ];
  const paths = (roles: string[]) => flattenScreens(filterRoutesByRole(tree, roles)).map(({ path }) => path);

  it('RG-005 NAV-011 are filtered for children as for their parents', () => {
    expect(paths([ROLE.client])).toEqual(['/open', '/open/all', '/folder/client']);
    expect(paths([ROLE.lab])).toEqual(['/open', '/open/all', '/open/lab']);
    expect(paths([ROLE.client, ROLE.lab])).toEqual(['/open', '/open/all', '/open/lab', '/folder/client']);
    expect(paths([ROLE.admin])).toEqual(['/open', '/open/all', '/open/lab', '/admin', '/folder/client']);
    expect(paths(['X'])).toEqual(['/open', '/open/all']);
  });

  it('RG-005 are shown if they share a role with the user or have no roles; the administrator sees every menu', () => {
    const visibleCount = (needed?: string[]) =>
      filterRoutesByRole([{ path: '/one', element: Page, ...(needed ? { roles: needed } : {}) }], ['A', 'B']).length;
    expect([visibleCount(['B', 'C']), visibleCount(['C']), visibleCount()]).toEqual([1, 0, 1]);
    const menus = (roles: string[]) =>
      flattenScreens(filterRoutesByRole(routes, roles))
        .filter((entry) => isInMenu(entry, roles))
        .map(({ path }) => path);
    const all = menus([ROLE.admin]);
    for (const role of [ROLE.client, ROLE.lab]) expect(menus([role]).filter((path) => !all.includes(path))).toEqual([]);
    expect(all.length).toBeGreaterThan(Math.max(menus([ROLE.client]).length, menus([ROLE.lab]).length));
  });

  it('leave out a folder with nothing in it', () => {
    expect(filterRoutesByRole(tree, ['X']).map(({ path }) => path)).toEqual(['/open']);
  });
});
