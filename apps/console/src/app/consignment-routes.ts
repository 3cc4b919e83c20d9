import { lazy } from 'react';
import { ROLE } from '#events';
import { INCOMING_LIST, RAW_AUDIT, RAW_FORM, RAW_LIST } from '../consignment/places.js';
import { texts as audit } from '../features/audit/texts.js';
import { texts as form } from '../features/consignment-form/texts.js';
import { textOf } from '../i18n/texts.js';
import type { RouteEntry } from './route-registry.js';

/** Form and audit view of a consignment, joined from several features. Each draft is a tab of its own; the audit view is one tab that walks the queue. */
export const consignmentRoutes: readonly RouteEntry[] = [
  { path: RAW_FORM, name: 'rawMateriaConsignInfoAddConsignInfo', title: () => textOf(form, 'title'), roles: [ROLE.client, ROLE.auditor], element: lazy(() => import('./consignment-form.screen.js')), parent: RAW_LIST, tabBy: ['id'] },
  { path: RAW_AUDIT, name: 'auditConsignInfo', title: () => textOf(audit, 'title'), roles: [ROLE.lab], element: lazy(() => import('./audit.screen.js')), parent: INCOMING_LIST },
];
