/** The user's own account. */
export const ACCOUNT = '/account';
