export const TESTING_ORGANISATION = '/UserCenter/testingOrganization';
/** Spelt as the specification has it (NAV-008). */
export const CONSIGN_UNIT_CENTRE = '/UserCenter/ConsginUnitCenter';
