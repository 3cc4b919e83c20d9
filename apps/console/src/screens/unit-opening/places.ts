/** Where the people of a unit wait that was never opened. */
export const UNIT_OPENING = '/unit-opening';
