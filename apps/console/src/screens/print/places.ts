/** Print pre-consignment of the client (LS-010). */
export const PRINT_BILL = '/preConsignBill';
export const PRINT_PREVIEW = '/preConsignBill/preview';

export const previewPlace = (ids: readonly string[]): string => `${PRINT_PREVIEW}?ids=${ids.join(',')}`;
