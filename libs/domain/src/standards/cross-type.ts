import type { StandardLink } from '#events';
import { servesAs, type StandardUse } from './standard-use.js';

type Typed = Pick<StandardLink, 'baseStandardType' | 'useType'>;

/** Links used for what their type does not say: an evaluation standard as test basis, or the other way round; type 3 is both (STD-015). */
export const crossTypeUses = <Link extends Typed>(links: readonly Link[]): { link: Link; use: StandardUse }[] =>
  links.flatMap((link) => {
    const use: StandardUse = link.baseStandardType === 2 ? '1' : '2';
    return link.baseStandardType !== 3 && servesAs(link.useType, use) ? [{ link, use }] : [];
  });
