import type { CataloguePack } from '#events';
import { lengthOf } from '../consignment/limits.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { CATALOGUE_LIMITS } from './sample-problems.js';
import { isBlank } from '../text/text.js';

/** Everything that is wrong with a pack: it has a name and parameters, each once (001 section 3). */
export const packProblems = ({ name, entries }: CataloguePack): Problem[] => [
  ...(isBlank(name)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')]
    : lengthOf(name) > CATALOGUE_LIMITS.name
      ? [problem('TEXT_TOO_LONG', { max: CATALOGUE_LIMITS.name }, 'name')]
      : []),
  ...(entries.length === 0 ? [problem('PACK_EMPTY', {}, 'entries')] : []),
  ...(new Set(entries.map(({ param }) => param.id)).size < entries.length
    ? [problem('PACK_HOLDS_ONE_TWICE', {}, 'entries')]
    : []),
];
