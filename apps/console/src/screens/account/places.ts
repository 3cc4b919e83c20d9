/** Where everybody keeps the own account. */
export const ACCOUNT = '/account';
