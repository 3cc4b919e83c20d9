import {
  type ConsigningUnit,
  type ConsigningUnitProfile,
  ERASED,
  type Person,
  type TestingUnit,
  type TestingUnitProfile,
  type UnitAddress,
} from '#events';
import { sameId } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { isBlank, lengthOf, normalizedCode } from '../text/text.js';

/**
 * Lengths in characters of what a unit says of itself; an event holds it whole (ADR-002). `logoKb` in kB; pixels cost
 * memory in every browser that shows them and where a page is printed.
 */
export const UNIT_LIMITS = {
  unitNo: 20,
  name: 100,
  text: 200,
  introduction: 5000,
  reason: 200,
  addresses: 50,
  origins: 10,
  logoKb: 512,
  logoPixels: { side: 4096, area: 4_000_000 },
} as const;

const UNIT_NO = /^[A-Za-z0-9_-]{1,20}$/;
/** Stands in a header of every embedded page as it is: nothing but a scheme, a host and a port. */
const EMBED_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/;
const ORIGIN = /^https?:\/\/[^\s/?#@]+$/i;

/**
 * Everything that is wrong with a testing unit as it was typed, each with the member as the calls spell it; empty when
 * it can be recorded (002 UN-004).
 */
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
  ...(unit.serviceOrigins ?? [])
    .filter((origin) => !unit.origins.some((own) => own.toLowerCase() === origin.toLowerCase()))
    .map((origin) => problem('ORIGIN_NOT_LISTED', { origin }, 'serviceOrigins')),
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
 * A reason for switching off, deleting and taking rights away. The console always asks for it; the specification's
 * calls do not name it, so a call without one is accepted.
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

/** An address as calls and forms spell it: its contact in three flat members (002 UN-013). */
export type FlatAddress = {
  id: string;
  person: string;
  personSex: string;
  personPhone: string;
  addressPoint: string;
  addressText: string;
  addressDetail: string;
  tagTitle: string;
  isMain: boolean;
};

/** As calls spell it; what a record does not have is empty. */
export const toApiAddress = ({
  contact: { name, phone, sex = '' },
  addressPoint = '',
  ...address
}: UnitAddress): FlatAddress => ({ ...address, addressPoint, person: name, personSex: sex, personPhone: phone });

/** As it is recorded: the contact is one person, so that it can be sealed and erased as one (ADR-003). */
export const toStoredAddress = ({ person, personSex, personPhone, ...address }: FlatAddress): UnitAddress => ({
  ...address,
  contact: { name: person, phone: personPhone, ...(personSex === '' ? {} : { sex: personSex }) },
});

/** What the history compares: a unit's members as its calls name them. */
export const toApiTestingUnit = ({ contact, addresses, opening: _, ...unit }: WithOpening<TestingUnit>) => ({
  ...unit,
  contactPhone: contact.phone,
  addresses: addresses.map(toApiAddress),
});
export const toApiConsigningUnit = ({ addresses, opening: _, ...unit }: WithOpening<ConsigningUnit>) => ({
  ...unit,
  addresses: addresses.map(toApiAddress),
});

type NamesPersons = { addresses: UnitAddress[]; contact?: Person; registrant?: Person | undefined };
const GONE: Person = { name: ERASED, phone: ERASED };

/** A unit without a person, wherever it names them (ADR-003). */
export const removePerson = <Unit extends NamesPersons>(unit: Unit, isThem: (person: Person) => boolean): Unit => ({
  ...unit,
  ...(unit.contact && isThem(unit.contact) ? { contact: GONE } : {}),
  ...(unit.registrant && isThem(unit.registrant) ? { registrant: GONE } : {}),
  addresses: unit.addresses.map((address) => (isThem(address.contact) ? { ...address, contact: GONE } : address)),
});

type Place = { sheng: string; shi: string; detailAddress: string };

/**
 * The address of a consigning unit as its form starts with it: province, city and street in one line. A street that
 * already names its province stands alone, and a municipality is not said twice (API-035).
 */
export const consignUnitAddressOf = ({ sheng, shi, detailAddress }: Place): string => {
  const street = detailAddress.trim();
  if (sheng !== '' && street.startsWith(sheng)) return street;
  const city = shi === sheng || (shi !== '' && street.startsWith(shi)) ? '' : shi;
  return `${sheng}${city}${street}`;
};

/**
 * At most one address is the main one (002 UN-013): where several are marked, one that was not before; where none is,
 * the first. `before` is what the unit had.
 */
export const ensureSingleMainAddress = (
  addresses: readonly UnitAddress[],
  before: readonly UnitAddress[] = [],
): UnitAddress[] => {
  const wasMain = (id: string) => before.some((address) => address.isMain && sameId(address.id, id));
  const marked = addresses.filter(({ isMain }) => isMain);
  const main = marked.find(({ id }) => !wasMain(id)) ?? marked[0] ?? addresses[0];
  return addresses.map((address) => ({ ...address, isMain: address === main }));
};

/**
 * A web origin as browsers spell it: small letters, no default port, no slash at the end. Null for what is none, or
 * says more than an origin: a path, a query, a user.
 */
export const webOriginOf = (typed: string): string | null => {
  if (!URL.canParse(typed)) return null;
  const { protocol, origin, href } = new URL(typed);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
};

/**
 * A unit that registers itself is closed until the platform's administrator opens it. Until then, and after a refusal,
 * it has this beside what it says of itself; a unit that was opened once has it no more.
 */
export type Opening = { state: 'waiting' } | { state: 'refused'; reason: string };

/** A unit with whether it was ever opened. */
export type WithOpening<Unit> = Unit & { opening?: Opening };

/** A unit as it is registered: what is closed from the start waits. */
export const withRegistrationState = <Unit extends object>(unit: Unit, isOpen: boolean): WithOpening<Unit> => ({
  ...unit,
  ...(isOpen ? {} : { opening: { state: 'waiting' } }),
});

/** A unit without whether it was ever opened: after it was opened, and where only what it says of itself counts. */
export const removeOpening = <Unit>({ opening: _, ...unit }: WithOpening<Unit>): Omit<WithOpening<Unit>, 'opening'> =>
  unit;

/** A unit after it was switched off: one that was never opened is refused. */
export const deactivateUnit = <Unit>(unit: WithOpening<Unit>, reason: string): WithOpening<Unit> =>
  unit.opening ? { ...unit, opening: { state: 'refused', reason } } : unit;
