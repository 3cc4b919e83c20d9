export const REGISTER = '/register';
/** Spelt as in the specification (NAV-003). */
export const FORGOT_PASSWORD = '/forgotPassword';
export { AUTH_REDIRECT } from '../../lib/external-login.js';
