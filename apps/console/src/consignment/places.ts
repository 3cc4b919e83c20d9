/** Addresses of a consignment's screens: list, form and audit go to each other by these. */
export const RAW_LIST = '/onlineConsign/rawMateriaConsignInfo';
export const INCOMING_LIST = '/BusinessManagement/preManagement';
export const RAW_FORM = '/onlineConsign/addConsignInfo';
export const RAW_AUDIT = '/BusinessManagement/auditConsignInfo';

/** The form of a raw-material consignment, route rawMateriaConsignInfoAddConsignInfo (NAV-005). */
export const formPlace = (id: string): string => `${RAW_FORM}?id=${id}`;

/** The same form in audit mode (LS-006). */
export const auditPlace = (id: string): string => `${RAW_AUDIT}?id=${id}&consignType=1&pageSource=4`;
