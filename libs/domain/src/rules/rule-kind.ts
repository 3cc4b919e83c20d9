/**
 * What kind of no a rule says; the api maps it to a status code.
 * invalid: what was sent is wrong (400); forbidden: not this caller (403); missing: no such thing (404); refused: not now (409).
 */
export type RuleKind = 'invalid' | 'forbidden' | 'missing' | 'refused';
