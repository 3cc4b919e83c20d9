import { z } from 'zod';
import { type ConsignmentHeader, type ConsignType, type ExtraField, CONSIGN_TYPE, SEND_SAMPLE_TYPE } from '#events';
import { quantityProblem, normalizedQuantity } from '../numbers/number-input.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { isBlank, lengthOf, normalizedNumber } from '../text/text.js';
import { CHINA_OFFSET, clockInChina, dayInChina } from '../time/china.js';
import { LIMITS } from './state.js';
import { witnessProblems } from './witnesses.js';

const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?(?:\s?(Z|[+-]\d{2}(?::?\d{2})?))?$/i;

/**
 * Normalizes an appointment to its stored form: a time in China with its zone, e.g. 2027-01-05T09:00:00+08:00. The
 * input is a day, or `2027-01-05 09:00` with or without seconds, also with a T, each with or without a zone; without a
 * zone it is China's. Returns null for anything else.
 */
export const appointmentTime = (text: string): string | null => {
  const [, day = '', hours = '00', minutes = '00', seconds = '00', zone = CHINA_OFFSET] = FORM.exec(text.trim()) ?? [];
  const instant = new Date(`${day}T${hours}:${minutes}:${seconds}${zoneWithColon(zone)}`);
  if (Number.isNaN(instant.getTime()) || !isDayOfCalendar(day)) return null;
  return `${clockInChina(instant)}${CHINA_OFFSET}`;
};

/** Whether the day of an appointment is before that of `at`, both in China. False for an unreadable appointment. */
export const isPastAppointment = (text: string | null, at: string): boolean => {
  const appointment = text === null ? null : appointmentTime(text);
  return appointment !== null && appointment.slice(0, 10) < dayInChina(at);
};

const zoneWithColon = (zone: string): string =>
  zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;

/** JavaScript reads 2026-02-30 as 2 March. */
const isDayOfCalendar = (day: string): boolean =>
  day !== '' &&
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) &&
  new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

const day = z.iso.date();

/** The label of a field. The first character of the name only marks the field (CF-018). */
export const extraFieldLabel = ({ columnName }: Pick<ExtraField, 'columnName'>): string =>
  [...columnName].slice(1).join('');

/** The options of a radio group or list, separated by commas in the definition. */
export const extraFieldOptions = ({ columnValue }: Pick<ExtraField, 'columnValue'>): string[] =>
  columnValue
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');

/** The value as it is stored: numbers are normalized, other values stay as entered. */
export const extraFieldValue = ({ columnType, value }: Pick<ExtraField, 'columnType' | 'value'>): string =>
  columnType === 'inputNumber' ? normalizedQuantity(value, true) : value;

/**
 * A value must fit its control (CF-019). Empty always fits. A hidden field cannot be corrected, so only its length is
 * checked.
 */
export const extraFieldProblems = (fields: readonly ExtraField[]): Problem[] => {
  if (fields.length > LIMITS.extraFields)
    return [problem('TOO_MANY_EXTRA_FIELDS', { max: LIMITS.extraFields }, 'consignInfoProperties')];
  return fields.flatMap((extra, index) => {
    const path = `consignInfoProperties.${index}.value`;
    const field = extraFieldLabel(extra);
    if (lengthOf(extra.value) > LIMITS.longText) return [problem('TEXT_TOO_LONG', { max: LIMITS.longText }, path)];
    if (!extra.visible || extra.value === '') return [];
    switch (extra.columnType) {
      case 'inputNumber':
        return quantityProblem(extra.value, problem('EXTRA_NOT_A_NUMBER', { field }, path), true) ?? [];
      case 'radio':
      case 'select':
        return extraFieldOptions(extra).includes(extra.value) ? [] : [problem('EXTRA_NOT_AN_OPTION', { field }, path)];
      case 'date':
        return day.safeParse(extra.value).success ? [] : [problem('EXTRA_NOT_A_DATE', { field }, path)];
      default: // textArea, selectUpdate (free text with suggestions) and all others are text
        return [];
    }
  });
};

/**
 * Digits, spaces, hyphens, points, an area code in brackets, a country code with or without brackets, and an extension:
 * 010-12345, (+86) 571 8888 0000 转 12, 139.0000.0011. Contact cards put tel: in front.
 */
const PHONE = /^(?:tel:\s*)?(?:\(?\+)?[\d(][\d\s().-]{2,28}\d(?:\s*(?:转|分机|#|x|ext\.?)\s*\d{1,6})?$/i;
/** One or several numbers, e.g. a mobile number and an office number. */
const arePhones = (text: string): boolean =>
  normalizedNumber(text)
    .split(/\s*[/、,;]\s*/)
    .every((number) => PHONE.test(number));
const isMissing = (text: string | null): text is null | '' => text === null || isBlank(text);

/**
 * All problems of a consignment form, in the order of the specification's rules (000 section 5, VA-001); the first is
 * the one to show. Paths are the specification's names. The contact phone is any valid telephone number, not only
 * eleven digits (VA-010).
 */
export const headerProblems = (header: ConsignmentHeader, consignType: ConsignType): Problem[] => [
  ...problemsIf(
    isMissing(header.testUnitId) || isMissing(header.testUnitName),
    'TESTING_UNIT_REQUIRED',
    'testUnitName',
  ),
  ...problemsIf(isMissing(header.projectName), 'PROJECT_REQUIRED', 'projectName'),
  ...(consignType === CONSIGN_TYPE.rawMaterial ? [] : testTimeProblems(header.expectTestTime)),
  ...problemsIf(isMissing(header.contact.name), 'CONTACT_REQUIRED', 'linkPerson'),
  ...problemsIf(isMissing(header.contact.phone), 'CONTACT_PHONE_REQUIRED', 'linkPersonPhone'),
  ...problemsIf(
    !isMissing(header.contact.phone) && !arePhones(header.contact.phone),
    'CONTACT_PHONE_INVALID',
    'linkPersonPhone',
  ),
  ...problemsIf(isMissing(header.tuqualificationId), 'QUALIFICATION_REQUIRED', 'tuqualificationId'),
  ...problemsIf(
    header.sendSampleType === SEND_SAMPLE_TYPE.mailed && isMissing(header.mailOrderNumber),
    'MAIL_NUMBER_REQUIRED',
    'mailOrderNumber',
  ),
  ...witnessProblems(header),
  ...problemsIf(
    header.getReportType !== '10' && !(Number.isInteger(header.reportCount) && header.reportCount >= 1),
    'REPORT_COUNT_MIN',
    'reportCount',
  ),
  ...extraFieldProblems(header.extraFields),
  ...lengthProblems(header),
];

/** The range of report copies in a form. 0 means that no number was entered yet. */
export const REPORT_COUNT = { min: 0, max: 999 } as const;

const problemsIf = (isLacking: boolean, code: RuleCode, path: string): Problem[] =>
  isLacking ? [problem(code, {}, path)] : [];

const testTimeProblems = (expected: string | null): Problem[] => {
  if (isMissing(expected)) return [problem('TEST_TIME_REQUIRED', {}, 'expectTestTime')];
  return appointmentTime(expected) !== null ? [] : [problem('TEST_TIME_INVALID', {}, 'expectTestTime')];
};

const lengthProblems = (header: ConsignmentHeader): Problem[] => {
  const { text, longText, mailNumber } = LIMITS;
  const lengthLimits: [string, string, number][] = [
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
  return lengthLimits.flatMap(([path, value, max]) =>
    lengthOf(value) > max ? [problem('TEXT_TOO_LONG', { max }, path)] : [],
  );
};

/** Units of an amount if the dictionary has none (SF-021, SK-010). */
export const AMOUNT_UNITS = [
  '个',
  '副',
  '套',
  'g',
  'kg',
  't',
  'km',
  'm',
  'mm',
  '㎡',
  'm³',
  'cm',
  'cm³',
  'L',
  '桶',
  '卷',
  '块',
  '根',
  '组',
] as const;
