import { permissions, type UserInfo } from '#contract';

/**
 * Whether a user may have a PDF made; all users may read and print what they may see. Undefined: the user is not loaded
 * yet.
 */
export const canMakePdf = (user: Pick<UserInfo, 'roles'> | undefined): boolean => {
  const allowed = permissions['GenConsignPdf'];
  return !user || (Array.isArray(allowed) && allowed.some((role) => user.roles.includes(role)));
};
