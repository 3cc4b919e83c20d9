import { describe, expect, it } from '@jest/globals';
import type { Location } from 'react-router-dom';
import { type OpenView, openViewsReducer, viewKeyOf } from './open-views.js';

const visit = (views: readonly OpenView[], path: string, search = '', tabParams: string[] = []) => {
  const location: Location = { pathname: path, search, hash: '', state: null, key: `${path}${search}` };
  return openViewsReducer(views, {
    type: 'visit',
    key: viewKeyOf(path, search, tabParams),
    path,
    location,
    cached: true,
  });
};
const paths = (views: readonly OpenView[]) => views.map(({ location }) => `${location.pathname}${location.search}`);

describe('open views', () => {
  it('are identified by path: visiting a path again adds no tab and updates the address', () => {
    const views = visit(visit(visit([], '/dashboard'), '/list'), '/list', '?page=2');
    expect(paths(views)).toEqual(['/dashboard', '/list?page=2']);
  });

  it('are separate for each consignment if the route requires it', () => {
    expect(paths(visit(visit([], '/form', '?id=a', ['id']), '/form', '?id=b&x=1', ['id']))).toEqual([
      '/form?id=a',
      '/form?id=b&x=1',
    ]);
  });

  it('can be closed one by one, all but one, or all', () => {
    const views = visit(visit(visit([], '/a'), '/b'), '/c');
    expect(paths(openViewsReducer(views, { type: 'close', key: '/b' }))).toEqual(['/a', '/c']);
    expect(paths(openViewsReducer(views, { type: 'closeOthers', key: '/b' }))).toEqual(['/b']);
    expect(openViewsReducer(views, { type: 'closeAll' })).toEqual([]);
  });

  it('are limited to 12, and the oldest one without unsaved work is closed', () => {
    let views: readonly OpenView[] = visit([], '/0');
    views = openViewsReducer(views, { type: 'unsaved', key: '/0', unsaved: true });
    for (let number = 1; number <= 12; number++) views = visit(views, `/${number}`);
    expect(views).toHaveLength(12);
    expect(paths(views)).toContain('/0');
    expect(paths(views)).not.toContain('/1');
  });

  it('are mounted again by a refresh', () => {
    expect(openViewsReducer(visit([], '/a'), { type: 'refresh', key: '/a' })[0]?.mountCount).toBe(1);
  });
});
