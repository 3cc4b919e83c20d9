import { textOf } from '../../i18n/texts.js';
import { texts } from './texts.js';

/** Roles of the platform's own staff: what an account of no unit can be given. */
export const PLATFORM_ROLES = ['admin', 'auditor', 'operator'] as const;

const isOfThePlatform = (role: string): role is (typeof PLATFORM_ROLES)[number] =>
  PLATFORM_ROLES.some((known) => known === role);

/** Roles of units and custom ones are shown by their names, which are Chinese words already. */
export const roleLabel = (role: string): string => (isOfThePlatform(role) ? textOf(texts, role) : role);
