/** Letters that are read from right to left: Hebrew, the scripts of Arabic letters, and those that follow their rules. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether some of a text is read from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** What facts that stand beside each other are joined by. */
const BETWEEN_FACTS = /([\u3000；;\n])/u;

/**
 * The facts of a text and what stands between them, in their order. Each is ordered for itself where it is shown, so that a telephone
 * number stays right of the Arabic name before it, on paper as on the screen.
 */
export const factsApart = (text: string): string[] => text.split(BETWEEN_FACTS);
