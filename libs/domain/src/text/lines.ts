import { problem, type Problem } from '../rules/rule-broken.js';

/*
 * One rule for every text that comes in: it is one line, unless it is a member that people fill in over several lines, or one that is no
 * text of people at all. What is told apart is the name of the member, whatever the case, and all that stands in it.
 */

/** Members that have a text area. */
const SEVERAL_LINES = [
  'configData',
  'consignInfoProperties', // some are text areas
  'content',
  'countRequire',
  'defaultSampleDescription',
  'description',
  'descrition', // as the specification spells it
  'inroduce', // as the specification spells it
  'memo',
  'otherRequire',
  'plainText',
  'reason',
  'remark',
  'sampleCollectionRequirement',
  'sampleStatusRequire',
  'scriptDescription',
  'testReason',
  'testSampleDescription',
];

/** Secrets, JSON as text, and pictures: they are read by programs. */
const NOT_TYPED = [
  'adminPassword',
  'captchaResponse',
  'confirmPassword',
  'connectionString',
  'consignment',
  'currentPassword',
  'image',
  'inputHistory',
  'newPassword',
  'packJson',
  'pagination',
  'password',
  'signImage',
  'specificationBuildMethod',
];

const free = new Set([...SEVERAL_LINES, ...NOT_TYPED].map((name) => name.toLowerCase()));
const MOST_TOLD = 20;

/** Tab and every end of a line. */
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Where a text of one line has a tab or goes on in another line, each with its dotted path; at most 20 are told. The value is not nested deeper than unreadableIn allows. */
export const brokenLinesIn = (value: unknown): Problem[] => {
  const found: Problem[] = [];
  const look = (member: unknown, path: string): void => {
    if (found.length >= MOST_TOLD) return;
    if (typeof member === 'string' && BREAK.test(member)) found.push(problem('TEXT_ONE_LINE', {}, path));
    if (typeof member !== 'object' || member === null) return;
    for (const [name, each] of Object.entries(member))
      if (!free.has(name.toLowerCase())) look(each, path === '' ? name : `${path}.${name}`);
  };
  look(value, '');
  return found;
};

/** The same value with a blank for each run of tabs and line ends in a text of one line: what was pasted into a field is sent as it looks there. */
export const inOneLine = <Value>(value: Value): Value => {
  if (typeof value === 'string') return value.replaceAll(BREAKS, ' ') as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => inOneLine(each)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      free.has(name.toLowerCase()) ? (each as unknown) : inOneLine(each as unknown),
    ]),
  ) as Value;
};
