import type { Location } from 'react-router-dom';
import { openAlertDialog } from '../components/alert-dialog.js';
import { textOf } from '../i18n/texts.js';
import { countUnsavedWork, deleteUnsavedWorkOf } from '../lib/unsaved-work.js';
import { texts } from './texts.js';

/** One tab: an address that was visited, kept alive unless its route says no-cache. */
export type OpenView = {
  key: string;
  path: string;
  /** The newest address of this view; a hidden view still sees it. */
  location: Location;
  /** Title that the page gave itself, e.g. with a code; null: the title of the route. */
  ownTitle: string | null;
  /**
   * Path of the screen that the page put itself below, e.g. the list of its consignment's kind; null: that of the
   * route.
   */
  ownParent: string | null;
  cached: boolean;
  /** Has work that closing would lose. */
  unsaved: boolean;
  /** Raised by refresh, so that the page is mounted again. */
  mountCount: number;
};

/** Above this number the oldest tab without unsaved work is closed. */
const MAX_OPEN_VIEWS = 12;

export type ViewAction =
  | { type: 'visit'; key: string; path: string; location: Location; cached: boolean }
  | { type: 'title'; key: string; title: string | null }
  | { type: 'parent'; key: string; parent: string | null }
  | { type: 'unsaved'; key: string; unsaved: boolean }
  | { type: 'refresh'; key: string }
  | { type: 'close'; key: string }
  | { type: 'closeOthers'; key: string }
  | { type: 'closeAll' };

/** The key of a view: its path and the query parameters that its route names (NAV-014). */
export const viewKeyOf = (pathname: string, search: string, tabParams: readonly string[] = []): string => {
  const query = new URLSearchParams(search);
  return [pathname, ...tabParams.map((name) => query.get(name) ?? '')].join('|');
};

const remount = (view: OpenView): OpenView => ({
  ...view,
  mountCount: view.mountCount + 1,
  unsaved: false,
  ownTitle: null,
  ownParent: null,
});

export const openViewsReducer = (views: readonly OpenView[], action: ViewAction): readonly OpenView[] => {
  switch (action.type) {
    case 'visit': {
      const openView = views.find((view) => view.key === action.key);
      if (openView) {
        return openView.location === action.location
          ? views
          : views.map((view) => (view === openView ? { ...view, location: action.location } : view));
      }
      const { key, path, location, cached } = action;
      const oldest = views.length < MAX_OPEN_VIEWS ? undefined : views.find((view) => !view.unsaved);
      return [
        ...views.filter((view) => view !== oldest),
        { key, path, location, cached, ownTitle: null, ownParent: null, unsaved: false, mountCount: 0 },
      ];
    }
    case 'title':
      return views.some((view) => view.key === action.key && view.ownTitle !== action.title)
        ? views.map((view) => (view.key === action.key ? { ...view, ownTitle: action.title } : view))
        : views;
    case 'parent':
      return views.some((view) => view.key === action.key && view.ownParent !== action.parent)
        ? views.map((view) => (view.key === action.key ? { ...view, ownParent: action.parent } : view))
        : views;
    case 'unsaved':
      return views.some((view) => view.key === action.key && view.unsaved !== action.unsaved)
        ? views.map((view) => (view.key === action.key ? { ...view, unsaved: action.unsaved } : view))
        : views;
    case 'refresh':
      return views.map((view) => (view.key === action.key ? remount(view) : view));
    case 'close':
      return views.filter((view) => view.key !== action.key);
    case 'closeOthers':
      return views.filter((view) => view.key === action.key);
    case 'closeAll':
      return [];
  }
};

/** The address of a view, to navigate there. */
export const viewAddress = ({ location }: OpenView): string => `${location.pathname}${location.search}${location.hash}`;

/**
 * Before a deliberate sign-out: no input stays on a computer that others use, and none is removed without a question
 * (ADR-041). False if the user rather stays. An expired login and a closed window keep everything.
 */
export const confirmDiscardUnsaved = async (userId: string): Promise<boolean> => {
  const count = await countUnsavedWork(userId);
  if (
    count > 0 &&
    !(await openAlertDialog({
      message: textOf(texts, 'signOutForgets', { count }),
      confirm: textOf(texts, 'forgetAndLeave'),
      cancel: textOf(texts, 'stay'),
      intent: 'danger',
    }))
  )
    return false;
  await deleteUnsavedWorkOf(userId);
  return true;
};
