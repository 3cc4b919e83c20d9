import { Notifications } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts } from './texts.js';

export const NOTICE_LIST = '/BusinessManagement/NoticeList';

export const routes: readonly RouteEntry[] = [
  {
    path: NOTICE_LIST,
    name: 'NoticeList',
    title: () => textOf(texts, 'title'),
    roles: [ROLE.lab, 'Notices.Manage'],
    element: lazyPart(() => import('./notice-list.page.js')),
    menu: { group: 'BusinessManagement', icon: <Notifications /> },
  },
];
