import { type Problem, problem } from '../rules/rule-broken.js';
import { isBlank, normalizedCode, normalizedMobile } from '../text/text.js';
import { weaknessOf } from './password-strength.js';

const USER_NAME = /^[\p{L}\p{Nd}._-]{3,50}$/u;
const MOBILE = /^1[3-9]\d{9}$/;
const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** A mobile number of mainland China, without prefix or blanks. */
export const isMobile = (text: string): boolean => MOBILE.test(normalizedMobile(text));

/** Something a mail can be sent to. Hosts of the own network have no dot. */
export const isEmailAddress = (text: string): boolean => EMAIL_ADDRESS.test(normalizedCode(text));

/** What is wrong with what is said of the person who has an account. */
export const personProblems = ({ name, mobile }: { name: string; mobile: string }): Problem[] => [
  ...nameProblems(name),
  ...mobileProblems(mobile),
];

const nameProblems = (name: string): Problem[] => (isBlank(name) ? [problem('PERSON_NAME_REQUIRED', {}, 'name')] : []);
const mobileProblems = (mobile: string): Problem[] =>
  isMobile(mobile) ? [] : [problem('MOBILE_INVALID', {}, 'mobile')];

/** What is wrong with a new account as it was typed, `mobile` null where none is asked for, each with the member as the calls spell it; empty when it can be opened (002 US-004, US-006). */
export const accountProblems = ({
  userName,
  name,
  mobile,
  password,
}: {
  userName: string;
  name: string;
  mobile: string | null;
  password: string;
}): Problem[] => [
  ...nameProblems(name),
  ...(USER_NAME.test(userName) ? [] : [problem('USER_NAME_INVALID', {}, 'userName')]),
  ...(mobile === null ? [] : mobileProblems(mobile)),
  ...[weaknessOf(password, userName)].filter((weakness) => weakness !== null),
];
