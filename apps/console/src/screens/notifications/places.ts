/** Message centre. */
export const MESSAGES = '/messages';
