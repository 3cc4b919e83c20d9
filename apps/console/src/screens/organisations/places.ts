export const ORGANISATION_LIST = '/TestingOrgSearch/TestingOrgList';
export const ORGANISATION_DETAIL = '/TestingOrgSearch/TestingOrgDetail/:id';

/** The page of one testing organisation; not in the menu (NAV-006). */
export const detailPlace = (id: string): string => ORGANISATION_DETAIL.replace(':id', id);
