import { ROLE } from '#events';
import {
  DETAIL,
  HANDOVER_LIST,
  INCOMING_LIST,
  ON_SITE_LIST,
  RAW_AUDIT,
  RAW_FORM,
  RAW_LIST,
  SITE_AUDIT,
  SITE_FORM,
} from '../lib/paths.js';
import { texts as auditTexts } from '../screens/audit/texts.js';
import { texts as formTexts } from '../screens/consignment-form/texts.js';
import { textOf } from '../i18n/texts.js';
import { lazyPart } from '../lib/lazy-part.js';
import type { RouteEntry } from './route-registry.js';

const FormScreen = lazyPart(() => import('./consignment-form.screen.js'));
const AuditScreen = lazyPart(() => import('./audit.screen.js'));

/**
 * The five addresses of one form (CF-001), joined from several features: to write and to audit, for raw material and
 * for appointments, and without the shell. Each draft is a tab of its own; the audit view is one tab that walks the
 * queue.
 */
export const consignmentRoutes: readonly RouteEntry[] = [
  {
    path: RAW_FORM,
    name: 'rawMateriaConsignInfoAddConsignInfo',
    title: () => textOf(formTexts, 'title'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read'],
    element: FormScreen,
    parent: RAW_LIST,
    tabParams: ['id'],
  },
  {
    path: SITE_FORM,
    name: 'addSitePreConsignInfo',
    title: () => textOf(formTexts, 'title'),
    roles: [ROLE.client, ROLE.auditor, 'Consignments.Read'],
    element: FormScreen,
    parent: (query) => (query.get('consignType') === '3' ? HANDOVER_LIST : ON_SITE_LIST),
    tabParams: ['id'],
  },
  {
    path: RAW_AUDIT,
    name: 'auditConsignInfo',
    title: () => textOf(auditTexts, 'title'),
    roles: [ROLE.lab],
    element: AuditScreen,
    parent: INCOMING_LIST,
  },
  {
    path: SITE_AUDIT,
    name: 'auditSitePreConsignInfo',
    title: () => textOf(auditTexts, 'title'),
    roles: [ROLE.lab],
    element: AuditScreen,
    parent: INCOMING_LIST,
  },
  { path: DETAIL, isPublic: true, element: lazyPart(() => import('./consignment-detail.screen.js')) },
];
