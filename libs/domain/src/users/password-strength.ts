import { type Problem, problem } from '../rules/rule-broken.js';
import { foldedName } from '../text/text.js';

/** What every new password has (002 US-006). */
export const PASSWORD_RULES = { leastCharacters: 12, leastKinds: 3 } as const;
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/** What is wrong with a new password, null when it is strong enough: long, of three kinds of characters, without the user name. */
export const weaknessOf = (password: string, userName: string): Problem | null => {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const strong =
    [...password].length >= PASSWORD_RULES.leastCharacters &&
    kinds >= PASSWORD_RULES.leastKinds &&
    !foldedName(password).includes(foldedName(userName));
  return strong ? null : problem('PASSWORD_WEAK', { min: PASSWORD_RULES.leastCharacters }, 'password');
};
