/** The page for users of a unit that was never opened. */
export const UNIT_OPENING = '/unit-opening';
