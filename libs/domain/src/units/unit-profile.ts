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
import { type Problem, problem, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf, normalizedCode } from '../text/text.js';

/**
 * Limits of a unit's profile, texts in characters. They exist because one event holds the whole profile (ADR-002).
 * `logoKb` is in kB. Pixels are limited because they cost memory in every browser and in the printing of pages.
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
/** Sent as is in a header of every embedded page: only a scheme, a host and a port. */
const EMBED_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/;
const ORIGIN = /^https?:\/\/[^\s/?#@]+$/i;

/**
 * All problems of a testing unit's raw input; empty if it is valid. Each path is the member name of the interface (002
 * UN-004).
 */
export const testingUnitProblems = (unit: TestingUnitProfile): Problem[] => [
  ...unitNoProblems(unit.unitNo),
  ...(isBlank(unit.testUnitName) ? [problem('UNIT_NAME_REQUIRED', {}, 'testUnitName')] : []),
  ...lengthProblems('testUnitName', unit.testUnitName, UNIT_LIMITS.name),
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
  ).flatMap((member) => lengthProblems(member, unit[member], UNIT_LIMITS.text)),
  ...lengthProblems('contactPhone', unit.contact.phone, UNIT_LIMITS.text),
  ...lengthProblems('inroduce', unit.inroduce, UNIT_LIMITS.introduction),
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
    .filter((origin) => !unit.origins.some((ownOrigin) => ownOrigin.toLowerCase() === origin.toLowerCase()))
    .map((origin) => problem('ORIGIN_NOT_LISTED', { origin }, 'serviceOrigins')),
  ...addressProblems(unit.addresses),
];

/** All problems of a consigning unit's raw input (002 UN-011). */
export const consigningUnitProblems = (unit: ConsigningUnitProfile): Problem[] => [
  ...unitNoProblems(unit.unitNo),
  ...(isBlank(unit.name) ? [problem('UNIT_NAME_REQUIRED', {}, 'name')] : []),
  ...lengthProblems('name', unit.name, UNIT_LIMITS.name),
  ...(['uninCode', 'regTime', 'sheng', 'shi', 'detailAddress'] as const).flatMap((member) =>
    lengthProblems(member, unit[member], UNIT_LIMITS.text),
  ),
  ...lengthProblems('description', unit.description, UNIT_LIMITS.introduction),
  ...lengthProblems('regPerson', unit.registrant?.name, UNIT_LIMITS.text),
  ...lengthProblems('regPhone', unit.registrant?.phone, UNIT_LIMITS.text),
  ...addressProblems(unit.addresses),
];

/**
 * The problems of a reason for deactivating, deleting and removing rights. The console always requires a reason; the
 * specification's calls do not have it, so a call without one is accepted.
 */
export const unitReasonProblems = (reason: string): Problem[] => lengthProblems('reason', reason, UNIT_LIMITS.reason);

const unitNoProblems = (unitNo: string): Problem[] =>
  UNIT_NO.test(normalizedCode(unitNo)) ? [] : [problem('UNIT_NO_REQUIRED', {}, 'unitNo')];

const lengthProblems = (member: string, text: string | undefined, max: number): Problem[] =>
  text !== undefined && lengthOf(text.trim()) > max ? [problem('TEXT_TOO_LONG', { max }, member)] : [];

const isWebPage = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const addressProblems = (addresses: readonly UnitAddress[]): Problem[] => [
  ...(addresses.length > UNIT_LIMITS.addresses
    ? [problem('TOO_MANY_ADDRESSES', { max: UNIT_LIMITS.addresses }, 'addresses')]
    : []),
  ...addresses.flatMap((address, index) => [
    ...(isBlank(address.addressText) || isBlank(address.addressDetail)
      ? [problem('UNIT_ADDRESS_INCOMPLETE', { number: index + 1 }, `addresses.${index}`)]
      : []),
    ...Object.values({ ...address, ...address.contact }).flatMap((value) =>
      typeof value === 'string' ? lengthProblems(`addresses.${index}`, value, UNIT_LIMITS.text) : [],
    ),
  ]),
];

/** An address with the member names of calls and forms: its contact is three flat members (002 UN-013). */
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

/** The address with the member names of the interface; members that are not recorded are empty. */
export const toApiAddress = ({
  contact: { name, phone, sex = '' },
  addressPoint = '',
  ...address
}: UnitAddress): FlatAddress => ({ ...address, addressPoint, person: name, personSex: sex, personPhone: phone });

/**
 * The address as it is recorded: the contact is one person, so that it can be sealed and erased as a whole (ADR-003).
 */
export const toStoredAddress = ({ person, personSex, personPhone, ...address }: FlatAddress): UnitAddress => ({
  ...address,
  contact: { name: person, phone: personPhone, ...(personSex === '' ? {} : { sex: personSex }) },
});

/** The members that the history compares, with the names of the interface. */
export const toApiTestingUnit = ({ contact, addresses, opening: _, ...unit }: WithOpening<TestingUnit>) => ({
  ...unit,
  contactPhone: contact.phone,
  addresses: addresses.map(toApiAddress),
});
export const toApiConsigningUnit = ({ addresses, opening: _, ...unit }: WithOpening<ConsigningUnit>) => ({
  ...unit,
  addresses: addresses.map(toApiAddress),
});

/** A unit that must exist. @throws RuleBroken NO_SUCH_UNIT */
export const existingUnit = <Unit>(unit: Unit | null | undefined): Unit => {
  if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  return unit;
};

type UnitWithPersons = { addresses: UnitAddress[]; contact?: Person; registrant?: Person | undefined };
const ERASED_PERSON: Person = { name: ERASED, phone: ERASED };

/** The unit with a person erased wherever it names them (ADR-003). */
export const removePerson = <Unit extends UnitWithPersons>(
  unit: Unit,
  isErased: (person: Person) => boolean,
): Unit => ({
  ...unit,
  ...(unit.contact && isErased(unit.contact) ? { contact: ERASED_PERSON } : {}),
  ...(unit.registrant && isErased(unit.registrant) ? { registrant: ERASED_PERSON } : {}),
  addresses: unit.addresses.map((address) =>
    isErased(address.contact) ? { ...address, contact: ERASED_PERSON } : address,
  ),
});

type Place = { sheng: string; shi: string; detailAddress: string };

/**
 * The initial address of a consigning unit in a form: province, city and street in one line. A street that already
 * starts with the province is used alone, and the name of a municipality is not repeated (API-035).
 */
export const consignUnitAddressOf = ({ sheng, shi, detailAddress }: Place): string => {
  const street = detailAddress.trim();
  if (sheng !== '' && street.startsWith(sheng)) return street;
  const city = shi === sheng || (shi !== '' && street.startsWith(shi)) ? '' : shi;
  return `${sheng}${city}${street}`;
};

/**
 * Leaves exactly one main address (002 UN-013). Of several marked ones, the first that was not the main one `before`
 * wins. If none is marked, the first address is the main one.
 */
export const ensureSingleMainAddress = (
  addresses: readonly UnitAddress[],
  before: readonly UnitAddress[] = [],
): UnitAddress[] => {
  const wasMain = (id: string) => before.some((address) => address.isMain && sameId(address.id, id));
  const mainAddresses = addresses.filter(({ isMain }) => isMain);
  const main = mainAddresses.find(({ id }) => !wasMain(id)) ?? mainAddresses[0] ?? addresses[0];
  return addresses.map((address) => ({ ...address, isMain: address === main }));
};

/**
 * A web origin in the spelling of browsers: lower case, no default port, no trailing slash. Null for other text,
 * including a URL with a path, a query or a user.
 */
export const webOriginOf = (input: string): string | null => {
  if (!URL.canParse(input)) return null;
  const { protocol, origin, href } = new URL(input);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
};

/**
 * A unit that registers itself is closed until the platform's administrator opens it. Until then, and after a refusal,
 * it has this member. A unit that was opened once does not have it.
 */
export type Opening = { state: 'waiting' } | { state: 'refused'; reason: string };

/** A unit with its opening state. */
export type WithOpening<Unit> = Unit & { opening?: Opening };

/** A unit at its registration: one that is not open waits to be opened. */
export const withRegistrationState = <Unit extends object>(unit: Unit, isOpen: boolean): WithOpening<Unit> => ({
  ...unit,
  ...(isOpen ? {} : { opening: { state: 'waiting' } }),
});

/** The unit without its opening state, after it was opened or where only its profile matters. */
export const removeOpening = <Unit>({ opening: _, ...unit }: WithOpening<Unit>): Omit<WithOpening<Unit>, 'opening'> =>
  unit;

/** A unit after its deactivation. If it was never opened, its registration is refused. */
export const deactivateUnit = <Unit>(unit: WithOpening<Unit>, reason: string): WithOpening<Unit> =>
  unit.opening ? { ...unit, opening: { state: 'refused', reason } } : unit;
