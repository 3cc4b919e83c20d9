import { type Problem, problem } from '../rules/rule-broken.js';

const LEAST_CHARACTERS = 12;
const LEAST_KINDS = 3;
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/** What is wrong with a new password, null when it is strong enough: long, of three kinds of characters, without the user name. */
export const weaknessOf = (password: string, userName: string): Problem | null => {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const strong = [...password].length >= LEAST_CHARACTERS && kinds >= LEAST_KINDS && !password.toLowerCase().includes(userName.toLowerCase());
  return strong ? null : problem('PASSWORD_WEAK', { min: LEAST_CHARACTERS }, 'password');
};
