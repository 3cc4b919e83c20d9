/** {product} of the specification, fixed at build time. The names below are derived from it (AK-012, ADR-010). */
export const PRODUCT = 'Lims';
/** Last path segment of the query by verification code. */
export const QUERY_SYSTEM = `${PRODUCT}QuerySystem` as const;
/** Member with the consignment id in the laboratory's own system. */
export const LAB_CONSIGN_ID = `${PRODUCT}ConsignID` as const;
/** Operation that lists the files of the laboratory's own system. */
export const GET_LAB_ATTACHMENTS = `Get${PRODUCT}ConsignAttachments` as const;
