import type { ConsigningUnitProfile, TestingUnitProfile, UnitAddress } from '#events';
import { lengthOf } from '../consignment/limits.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { UNIT_LIMITS } from './unit-limits.js';
import { isBlank, normalizedCode } from '../text/text.js';

const UNIT_NO = /^[A-Za-z0-9_-]{1,20}$/;
/** Stands in a header of every embedded page as it is: nothing but a scheme, a host and a port. */
const EMBED_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/;
const ORIGIN = /^https?:\/\/[^\s/?#@]+$/i;

/** Everything that is wrong with a testing unit as it was typed, each with the member as the calls spell it; empty when it can be recorded (002 UN-004). */
export const testingUnitProblems = (unit: TestingUnitProfile): Problem[] => [
  ...unitNoProblems(unit.unitNo),
  ...(isBlank(unit.testUnitName) ? [problem('UNIT_NAME_REQUIRED', {}, 'testUnitName')] : []),
  ...tooLong('testUnitName', unit.testUnitName, UNIT_LIMITS.name),
  ...(
    [
      'shortName',
      'sheng',
      'shi',
      'regAddress',
      'regTime',
      'jtsyjcAddress',
      'systemName',
      'filingNumber',
      'lmisIntegratedCode',
      'lmisurl',
      'iLISReportProgressQueryURL',
    ] as const
  ).flatMap((member) => tooLong(member, unit[member], UNIT_LIMITS.text)),
  ...tooLong('contactPhone', unit.contact.phone, UNIT_LIMITS.text),
  ...tooLong('inroduce', unit.inroduce, UNIT_LIMITS.introduction),
  ...(['lmisurl', 'iLISReportProgressQueryURL'] as const).flatMap((member) =>
    unit[member] === '' || isWebPage(unit[member]) ? [] : [problem('WEB_ADDRESS_INVALID', {}, member)],
  ),
  ...unit.origins
    .filter((origin) => !ORIGIN.test(origin))
    .map((origin) => problem('ORIGIN_INVALID', { origin }, 'origins')),
  ...(unit.embedOrigins ?? [])
    .filter((origin) => !EMBED_ORIGIN.test(origin))
    .map((origin) => problem('ORIGIN_INVALID', { origin }, 'embedOrigins')),
  ...addressProblems(unit.addresses),
];

/** The same of a consigning unit (002 UN-011). */
export const consigningUnitProblems = (unit: ConsigningUnitProfile): Problem[] => [
  ...unitNoProblems(unit.unitNo),
  ...(isBlank(unit.name) ? [problem('UNIT_NAME_REQUIRED', {}, 'name')] : []),
  ...tooLong('name', unit.name, UNIT_LIMITS.name),
  ...(['uninCode', 'regTime', 'sheng', 'shi', 'detailAddress'] as const).flatMap((member) =>
    tooLong(member, unit[member], UNIT_LIMITS.text),
  ),
  ...tooLong('description', unit.description, UNIT_LIMITS.introduction),
  ...tooLong('regPerson', unit.registrant?.name, UNIT_LIMITS.text),
  ...tooLong('regPhone', unit.registrant?.phone, UNIT_LIMITS.text),
  ...addressProblems(unit.addresses),
];

/**
 * A reason for switching off, deleting and taking rights away. The console always asks for it; the specification's calls
 * do not name it, so a call without one is accepted.
 */
export const unitReasonProblems = (reason: string): Problem[] => tooLong('reason', reason, UNIT_LIMITS.reason);

const unitNoProblems = (unitNo: string): Problem[] =>
  UNIT_NO.test(normalizedCode(unitNo)) ? [] : [problem('UNIT_NO_REQUIRED', {}, 'unitNo')];

const tooLong = (member: string, text: string | undefined, max: number): Problem[] =>
  text !== undefined && lengthOf(text.trim()) > max ? [problem('TEXT_TOO_LONG', { max }, member)] : [];

const isWebPage = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const addressProblems = (addresses: readonly UnitAddress[]): Problem[] => [
  ...(addresses.length > UNIT_LIMITS.addresses
    ? [problem('TOO_MANY_ADDRESSES', { max: UNIT_LIMITS.addresses }, 'addresses')]
    : []),
  ...addresses.flatMap((address, place) => [
    ...(isBlank(address.addressText) || isBlank(address.addressDetail)
      ? [problem('UNIT_ADDRESS_INCOMPLETE', { number: place + 1 }, `addresses.${place}`)]
      : []),
    ...Object.values({ ...address, ...address.contact }).flatMap((value) =>
      typeof value === 'string' ? tooLong(`addresses.${place}`, value, UNIT_LIMITS.text) : [],
    ),
  ]),
];
