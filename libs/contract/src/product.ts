/**
 * {product} of the specification, set when the service is built; what is named after it changes with it (AK-012,
 * ADR-010).
 */
export const PRODUCT = 'Lims';
/** Last part of the address of the query by verification code. */
export const QUERY_SYSTEM = `${PRODUCT}QuerySystem` as const;
/** Member that names a consignment as the laboratory's own system does. */
export const LAB_CONSIGN_ID = `${PRODUCT}ConsignID` as const;
/** Call that lists the files of the laboratory's own system. */
export const GET_LAB_ATTACHMENTS = `Get${PRODUCT}ConsignAttachments` as const;
