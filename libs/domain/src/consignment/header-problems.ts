import type { ConsignmentHeader, ConsignType } from '#events';
import { problem, type Problem } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { appointmentTime } from './appointment-time.js';
import { extraFieldProblems } from './extra-field-problems.js';
import { isBlank, normalizedNumber } from '../text/text.js';
import { lengthOf, LIMITS } from './limits.js';
import { witnessProblems } from './witness-problems.js';

/**
 * Digits, spaces, hyphens, points, an area code in brackets, a country code that may stand in brackets too, and an extension: 010-12345,
 * (+86) 571 8888 0000 转 12, 139.0000.0011. Contact cards write tel: before it.
 */
const PHONE = /^(?:tel:\s*)?(?:\(?\+)?[\d(][\d\s().-]{2,28}\d(?:\s*(?:转|分机|#|x|ext\.?)\s*\d{1,6})?$/i;
/** One number or several, e.g. a mobile number and the one of an office. */
const arePhones = (text: string): boolean =>
  normalizedNumber(text)
    .split(/\s*[/、,;]\s*/)
    .every((number) => PHONE.test(number));
const isMissing = (text: string | null): text is null | '' => text === null || isBlank(text);

/**
 * Everything wrong with a consignment form, in the order the specification lists its rules (000 section 5, VA-001): the first
 * is the one to show. Paths are the specification's names. The contact phone is any number that can be called, not eleven digits (VA-010).
 */
export const headerProblems = (header: ConsignmentHeader, consignType: ConsignType): Problem[] => [
  ...required(isMissing(header.testUnitId) || isMissing(header.testUnitName), 'TESTING_UNIT_REQUIRED', 'testUnitName'),
  ...required(isMissing(header.projectName), 'PROJECT_REQUIRED', 'projectName'),
  ...(consignType === 1 ? [] : testTimeProblems(header.expectTestTime)),
  ...required(isMissing(header.contact.name), 'CONTACT_REQUIRED', 'linkPerson'),
  ...required(isMissing(header.contact.phone), 'CONTACT_PHONE_REQUIRED', 'linkPersonPhone'),
  ...required(
    !isMissing(header.contact.phone) && !arePhones(header.contact.phone),
    'CONTACT_PHONE_INVALID',
    'linkPersonPhone',
  ),
  ...required(isMissing(header.tuqualificationId), 'QUALIFICATION_REQUIRED', 'tuqualificationId'),
  ...required(
    header.sendSampleType === 2 && isMissing(header.mailOrderNumber),
    'MAIL_NUMBER_REQUIRED',
    'mailOrderNumber',
  ),
  ...witnessProblems(header),
  ...required(
    header.getReportType !== '10' && !(Number.isInteger(header.reportCount) && header.reportCount >= 1),
    'REPORT_COUNT_MIN',
    'reportCount',
  ),
  ...extraFieldProblems(header.extraFields),
  ...lengthProblems(header),
];

/** Copies of the report that a form may ask for; 0 while nobody has said. */
export const REPORT_COUNT = { min: 0, max: 999 } as const;

const required = (isLacking: boolean, code: RuleCode, path: string): Problem[] =>
  isLacking ? [problem(code, {}, path)] : [];

const testTimeProblems = (expected: string | null): Problem[] => {
  if (isMissing(expected)) return [problem('TEST_TIME_REQUIRED', {}, 'expectTestTime')];
  return appointmentTime(expected) !== null ? [] : [problem('TEST_TIME_INVALID', {}, 'expectTestTime')];
};

const lengthProblems = (header: ConsignmentHeader): Problem[] => {
  const { text, longText, mailNumber } = LIMITS;
  const typed: [string, string, number][] = [
    ['testUnitAddressDetail', header.testUnitAddressDetail, text],
    ['consignUnitAddress', header.consignUnitAddress, text],
    ['projectName', header.projectName, text],
    ['contractSectName', header.contractSectName, text],
    ['linkPerson', header.contact.name, text],
    ['linkPersonPhone', header.contact.phone, text],
    ['constructionUnit', header.constructionUnit, text],
    ['constructionJzunit', header.constructionJzunit, text],
    ['jzunit', header.jzunit, text],
    ['consginTestType', header.consginTestType, text],
    ['mailOrderNumber', header.mailOrderNumber, mailNumber],
    ['memo', header.memo, longText],
  ];
  return typed.flatMap(([path, value, max]) =>
    lengthOf(value) > max ? [problem('TEXT_TOO_LONG', { max }, path)] : [],
  );
};
