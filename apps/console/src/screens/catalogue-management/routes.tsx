import { Box, Clipboard, ListDetailView, Manual, Paperclip, SearchTemplate } from '@blueprintjs/icons';
import { ROLE } from '#events';
import type { RouteEntry } from '../../app/route-registry.js';
import { textOf } from '../../i18n/texts.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { texts as listTexts } from './lists.texts.js';
import {
  ACCESSORY_TYPES,
  BASE_STANDARDS,
  LISTS,
  PARAM_PACKS,
  SAMPLE,
  SAMPLES,
  UNIT_PARAM_PACKS,
  UNIT_SAMPLE,
  UNIT_SAMPLES,
  WANTED_PARAMETERS,
} from '../../lib/paths.js';
import { texts } from './texts.js';
import { texts as wantedTexts } from './wanted-parameters.texts.js';

const samples = lazyPart(() => import('./samples.page.js'));
const sample = lazyPart(() => import('./sample.page.js'));
const packs = lazyPart(() => import('./packs.page.js'));
const ownerRoles = [ROLE.lab, ROLE.admin];

export const routes: readonly RouteEntry[] = [
  {
    path: SAMPLES,
    name: 'TestSample',
    title: () => textOf(texts, 'samples'),
    roles: ownerRoles,
    element: samples,
    menu: { group: 'BusinessManagement', icon: <Box /> },
  },
  { path: SAMPLE, title: () => textOf(texts, 'sampleTitle'), roles: ownerRoles, parent: SAMPLES, element: sample },
  {
    path: UNIT_SAMPLES,
    title: () => textOf(texts, 'unitSamples'),
    roles: [ROLE.admin],
    parent: SAMPLES,
    element: samples,
  },
  {
    path: UNIT_SAMPLE,
    title: () => textOf(texts, 'sampleTitle'),
    roles: [ROLE.admin],
    parent: SAMPLES,
    element: sample,
  },
  {
    path: PARAM_PACKS,
    name: 'ParamPack',
    title: () => textOf(texts, 'packs'),
    roles: ownerRoles,
    element: packs,
    menu: { group: 'BusinessManagement', icon: <Clipboard /> },
  },
  {
    path: UNIT_PARAM_PACKS,
    title: () => textOf(texts, 'unitPacks'),
    roles: [ROLE.admin],
    parent: PARAM_PACKS,
    element: packs,
  },
  {
    path: ACCESSORY_TYPES,
    name: 'AccessoryType',
    title: () => textOf(texts, 'accessoryTypes'),
    roles: ownerRoles,
    element: lazyPart(() => import('./accessory-types.page.js')),
    menu: { group: 'BusinessManagement', icon: <Paperclip /> },
  },
  {
    path: WANTED_PARAMETERS,
    name: 'WantedParameter',
    title: () => textOf(wantedTexts, 'title'),
    roles: ownerRoles,
    element: lazyPart(() => import('./wanted-parameters.page.js')),
    menu: { group: 'BusinessManagement', icon: <SearchTemplate /> },
  },
  {
    path: BASE_STANDARDS,
    name: 'BaseStandard',
    title: () => textOf(texts, 'standardsTitle'),
    roles: [ROLE.admin],
    element: lazyPart(() => import('./standards.page.js')),
    menu: { group: 'SystemManager', icon: <Manual /> },
  },
  {
    path: LISTS,
    name: 'Dictionary',
    title: () => textOf(listTexts, 'title'),
    roles: [ROLE.admin],
    element: lazyPart(() => import('./lists.page.js')),
    menu: { group: 'SystemManager', icon: <ListDetailView /> },
  },
];
