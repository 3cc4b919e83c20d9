import type { UserInfo } from '#contract';
import { replaceForbidden } from '#domain/text';
import { apiAddress } from './http.js';

/** The picture of a user without one: the first letter of the name. */
const defaultImage = (name: string): string => {
  const letter = ([...replaceForbidden(name)][0] ?? '').replace(/[<>&]/g, '');
  const font = 'font-family="sans-serif" font-size="14" font-weight="600"';
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">',
    '<rect width="36" height="36" fill="#2d5f9a"/>',
    `<text x="18" y="18" dy=".35em" text-anchor="middle" ${font} fill="#fff">${letter}</text>`,
    '</svg>',
  ].join('');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/**
 * Address of a user's picture: a relative path is joined to the API host; without a path, the default image (ROLE-012).
 */
export const avatarOf = ({ avatar, name }: Pick<UserInfo, 'avatar' | 'name'>): string =>
  avatar ? apiAddress(avatar) : defaultImage(name);
