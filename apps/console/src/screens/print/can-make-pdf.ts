import { permissions, type UserInfo } from '#contract';

/**
 * Whether a user may have a PDF made; everybody may read and print what he may see. Undefined: not known yet who it is.
 */
export const canMakePdf = (user: Pick<UserInfo, 'roles'> | undefined): boolean => {
  const allowed = permissions['GenConsignPdf'];
  return !user || (Array.isArray(allowed) && allowed.some((role) => user.roles.includes(role)));
};
