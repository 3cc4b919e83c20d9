import type { CatalogueSampleView } from '#contract';
import type { InstructionKind } from '#domain/instructions';
import { CONSIGN_TYPE, UNIT_TYPE, type UnitType } from '#events';

/** Accounts of a unit; the address contains its name, id and type (1 testing, 2 consigning) (NAV-008). */
export const USER_MANAGER = '/UserCenter/UserManager/:un/:ui/:ut';
/** Accounts of the user's own unit, or of the whole platform for an administrator. */
export const USERS = '/UserCenter/UserManager';
/**
 * The filtered list of units of a type (1 testing, 2 consigning) for the administrator. The spelling of the second path
 * is that of the specification.
 */
export const unitManagerPath = (type: UnitType, filter: { keyword?: string; state?: string }): string =>
  withQuery(`/SystemManager/${type === UNIT_TYPE.laboratory ? 'TestUnitManager' : 'ConsginUnitManager'}`, {
    q: filter.keyword,
    state: filter.state,
  });
export const userManagerPath = (name: string, id: string, type: UnitType): string =>
  `/UserCenter/UserManager/${encodeURIComponent(name)}/${id}/${type}`;

/** Addresses of the pages for operators, which link to each other. */
export const JOBS = '/operations/jobs';
export const EVENT_LOG = '/operations/events';

/** The log with one event open. */
export const eventPath = (eventId: string): string => `${EVENT_LOG}?event=${eventId}`;

/** The log of one stream. */
export const streamPath = (stream: string): string => `${EVENT_LOG}?stream=${encodeURIComponent(stream)}`;

/** The events of one request and of its consequences. */
export const correlationPath = (correlationId: string): string =>
  `${EVENT_LOG}?correlation=${encodeURIComponent(correlationId)}`;

/** Jobs of one consignment, by its number or id. */
export const jobsOfConsignment = (consignment: string): string =>
  `${JOBS}?consignment=${encodeURIComponent(consignment)}`;

/** The events of one user, or of one part of the platform. */
export const authorPath = (userId: string): string => `${EVENT_LOG}?by=${encodeURIComponent(userId)}`;

/** Addresses of the pages for the system of a unit, which link to each other. */
export const LAB_SYSTEM = '/integration/labSystem';
export const WEBHOOK = '/integration/webhooks/:webhookId';
export const EVENT_CATALOGUE = '/integration/eventTypes';

const withQuery = (path: string, members: Record<string, string | null | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** The connections of the user's own unit, or of another unit for an administrator. */
export const labSystemPath = (unitId: string | null): string => withQuery(LAB_SYSTEM, { unitId });

/** One endpoint with its deliveries. */
export const webhookPath = (
  webhookId: string,
  { unitId, state }: { unitId?: string | null; state?: string } = {},
): string => withQuery(WEBHOOK.replace(':webhookId', webhookId), { unitId, state });

/** The description of one type of event, e.g. `consignment.submitted.v1`. */
export const eventTypePath = (type: string, topic?: string): string => withQuery(EVENT_CATALOGUE, { type, topic });

/** Addresses of a consignment's screens. */
export const RAW_LIST = '/onlineConsign/rawMateriaConsignInfo';
export const ON_SITE_LIST = '/onlineConsign/sitePreConsignInfo';
export const HANDOVER_LIST = '/onlineConsign/payCompletionPreConsignInfo';
export const INCOMING_LIST = '/BusinessManagement/preManagement';
export const RAW_FORM = '/onlineConsign/addConsignInfo';
export const SITE_FORM = '/onlineConsign/addSitePreConsignInfo';
export const RAW_AUDIT = '/BusinessManagement/auditConsignInfo';
export const SITE_AUDIT = '/BusinessManagement/auditSitePreConsignInfo';
/** The list of the user who is signed in, without the shell (LS-012). */
export const PUBLIC_LIST = '/preconsign-management';
/** The form without the shell, for embedding (NAV-003). */
export const DETAIL = '/preconsign-management/detail';

/** The form without the shell, to write or to audit. */
export const detailPath = (id: string, consignType: number, isAudit: boolean): string =>
  `${DETAIL}?id=${id}&consignType=${consignType}&pageSource=${isAudit ? 4 : 1}`;

/** The page with the history of a consignment. */
export const HISTORY = '/consignments/:id/history';

/** The history of a consignment, at the newest or at a given revision: the permalink. */
export const historyPath = (id: string, revision?: number): string =>
  `${HISTORY.replace(':id', id)}${revision === undefined ? '' : `?revision=${revision}`}`;

/** The client's list of a kind; an unknown kind is treated as on-site (000 section 2). */
export const listPath = (consignType: number): string => {
  if (consignType === CONSIGN_TYPE.rawMaterial) return RAW_LIST;
  return consignType === CONSIGN_TYPE.handover ? HANDOVER_LIST : ON_SITE_LIST;
};

/**
 * The form: route rawMateriaConsignInfoAddConsignInfo for raw material, addSitePreConsignInfo for the other kinds
 * (NAV-005).
 */
export const formPath = (id: string, consignType: number = CONSIGN_TYPE.rawMaterial): string =>
  consignType === CONSIGN_TYPE.rawMaterial
    ? `${RAW_FORM}?id=${id}`
    : `${SITE_FORM}?id=${id}&consignType=${consignType}&pageSource=1`;

/** The same form in audit mode (LS-006). */
export const auditPath = (id: string, consignType = 1): string =>
  `${consignType === CONSIGN_TYPE.rawMaterial ? RAW_AUDIT : SITE_AUDIT}?id=${id}&consignType=${consignType}&pageSource=4`;

/** The user's own account. */
export const ACCOUNT = '/account';

/**
 * A laboratory's own samples, or the system template for the administrator; and those of a unit that the administrator
 * chose.
 */
export const SAMPLES = '/BusinessManagement/testSample';
export const UNIT_SAMPLES = `${SAMPLES}/unit/:unitId`;
export const SAMPLE = `${SAMPLES}/sample/:sampleId`;
export const UNIT_SAMPLE = `${UNIT_SAMPLES}/sample/:sampleId`;

export const PARAM_PACKS = '/BusinessManagement/paramPack';
export const UNIT_PARAM_PACKS = `${PARAM_PACKS}/unit/:unitId`;

export const BASE_STANDARDS = '/SystemManager/baseStandard';
export const LISTS = '/SystemManager/dictionary';
export const WANTED_PARAMETERS = '/BusinessManagement/wantedParameter';
export const ACCESSORY_TYPES = '/BusinessManagement/accessoryType';

/** `unitId` null: the own unit, or the template. */
export const samplesPath = (unitId: string | null): string => (unitId === null ? SAMPLES : `${SAMPLES}/unit/${unitId}`);
export const packsPath = (unitId: string | null): string =>
  unitId === null ? PARAM_PACKS : `${PARAM_PACKS}/unit/${unitId}`;
export const samplePath = ({ id }: Pick<CatalogueSampleView, 'id'>, unitId: string | null): string =>
  `${samplesPath(unitId)}/sample/${id}`;

export const INSTRUCTION_LIST = '/SystemManager/instruction';
export const INSTRUCTION_DETAIL = '/instruction/detail';

/** The newest instruction of a kind, to read (NAV-009). */
export const instructionPath = (kind: InstructionKind): string => `${INSTRUCTION_DETAIL}?type=${kind}`;

/** Message centre. */
export const MESSAGES = '/messages';

export const ORGANISATION_LIST = '/TestingOrgSearch/TestingOrgList';
export const ORGANISATION_DETAIL = '/TestingOrgSearch/TestingOrgDetail/:id';

/** The page of one testing organisation; not in the menu (NAV-006). */
export const organisationPath = (id: string): string => ORGANISATION_DETAIL.replace(':id', id);

/** Print pre-consignment of the client (LS-010). */
export const PRINT_BILL = '/preConsignBill';
export const PRINT_PREVIEW = '/preConsignBill/preview';

export const printPreviewPath = (ids: readonly string[]): string => `${PRINT_PREVIEW}?ids=${ids.join(',')}`;

export const REGISTER = '/register';
/** Spelt as in the specification (NAV-003). */
export const FORGOT_PASSWORD = '/forgotPassword';

/** The page for users of a unit that was never opened. */
export const UNIT_OPENING = '/unit-opening';
