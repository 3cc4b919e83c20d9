import type { ProjectRow } from '#contract';
import { CONSIGN_TYPE } from '#events';

/** Addresses of a consignment's screens, by which list, form and audit link to each other. */
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
export const detailPath = (id: string, consignType: number, audits: boolean): string =>
  `${DETAIL}?id=${id}&consignType=${consignType}&pageSource=${audits ? 4 : 1}`;

/** The log of a consignment. */
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

type ProjectDetails = Pick<ProjectRow, 'contractSectName' | 'projectCode' | 'description' | 'constructionUnit'>;

/**
 * What distinguishes several projects of one name: section and number, otherwise description, otherwise owner. A form
 * without a field for sections shows one only if nothing else distinguishes the projects.
 */
export const projectHint = (
  { contractSectName, projectCode, description, constructionUnit }: ProjectDetails,
  showsSectName: boolean,
): string =>
  [showsSectName && contractSectName, projectCode].filter(Boolean).join('　') ||
  description ||
  contractSectName ||
  constructionUnit;
