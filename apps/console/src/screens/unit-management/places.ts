export const TEST_UNIT_MANAGER = '/SystemManager/TestUnitManager';
/** Spelt as the specification has it. */
export const CONSIGN_UNIT_MANAGER = '/SystemManager/ConsginUnitManager';
