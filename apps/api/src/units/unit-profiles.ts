import { v5 } from 'uuid';
import type { AddressInput, SaveConsignUnitRequest, SaveTestUnitRequest } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { reference } from '#domain/reference';
import { omitUndefined, problem, refuseIf, RuleBroken, isJsonEqual, sameId } from '#domain/rules';
import { consigningUnitProfileOf, toStoredAddress, testingUnitProfileOf, webOriginOf } from '#domain/units';
import type { Engines } from '#engines';
import type {
  ConsigningUnit,
  ConsigningUnitProfile,
  EventStore,
  TestingUnit,
  TestingUnitProfile,
  UnitAddress,
  UnitQualification,
} from '#events';
import { isPlatformAdmin, type Caller } from '../auth/caller.js';
import { cleanHtml } from '../instructions/clean-html.js';
import { allTestingUnits } from './unit-rows.js';

export const NEW_TESTING_UNIT: TestingUnit = {
  unitNo: '',
  testUnitName: '',
  shortName: '',
  contact: { name: '', phone: '' },
  sheng: '',
  shi: '',
  regAddress: '',
  jtsyjcAddress: '',
  inroduce: '',
  regTime: '',
  logoPath: '',
  isActive: true,
  qualifications: [],
  addresses: [],
  bigCategoryIds: [],
  reportCount: 3,
  lmisType: 0,
  lmisurl: '',
  lmisIntegratedCode: '',
  iLISReportProgressQueryURL: '',
  origins: [],
  systemName: '',
  filingNumber: '',
};

/** Identity, rights and connections of a laboratory. Only the platform may change them (ADR-018). */
const PLATFORM_FIELDS_OF_TESTING_UNITS = [
  'unitNo',
  'testUnitName',
  'qualifications',
  'lmisType',
  'lmisurl',
  'lmisIntegratedCode',
  'iLISReportProgressQueryURL',
  'origins',
  'embedOrigins',
  'serviceOrigins',
  'filingNumber',
] as const;

/**
 * The profile of a testing unit after a request; absent members stay unchanged. Names of qualifications come from the
 * catalogue, and rich text is sanitised.
 * @throws RuleBroken QUALIFICATION_NOT_LISTED, ORIGIN_TAKEN; FIELD_OF_THE_PLATFORM if its own staff change a field that
 * only the platform may change.
 */
export const applyTestingUnitRequest = async (
  { eventStore, views }: Engines,
  id: string,
  request: SaveTestUnitRequest,
  currentUnit: TestingUnit,
  caller: Caller,
  context: CommandContext,
): Promise<TestingUnitProfile> => {
  const { tuQualification, addresses, inroduce, origins, embedOrigins, serviceOrigins, contactPhone, ...members } =
    request;
  const profile: TestingUnitProfile = {
    ...testingUnitProfileOf(currentUnit),
    ...omitUndefined(members),
    ...(contactPhone === undefined ? {} : { contact: { name: '', phone: contactPhone } }),
    ...(tuQualification === undefined
      ? {}
      : await resolveQualifications(eventStore, tuQualification, currentUnit, context)),
    ...(addresses === undefined
      ? {}
      : { addresses: toStoredAddresses(addresses, currentUnit.addresses, context.commandId) }),
    ...(inroduce === undefined || inroduce === currentUnit.inroduce ? {} : { inroduce: cleanHtml(inroduce) }),
    ...(origins === undefined ? {} : { origins: normalizeOrigins(origins) }),
    ...(embedOrigins === undefined ? {} : { embedOrigins: normalizeOrigins(embedOrigins) }),
    ...(serviceOrigins === undefined ? {} : { serviceOrigins: normalizeOrigins(serviceOrigins) }),
  };
  if (!isPlatformAdmin(caller))
    refuseIf(
      PLATFORM_FIELDS_OF_TESTING_UNITS.filter((member) => !isJsonEqual(profile[member], currentUnit[member])).map(
        (member) => problem('FIELD_OF_THE_PLATFORM', {}, member),
      ),
    );
  const newOrigins = profile.origins.filter((origin) => !currentUnit.origins.includes(origin));
  if (newOrigins.length > 0) {
    const otherUnits = (await allTestingUnits(views)).filter((unit) => unit.id !== id);
    refuseIf(
      newOrigins.flatMap((origin) =>
        otherUnits
          .filter((unit) => unit.origins.includes(origin))
          .map((unit) => problem('ORIGIN_TAKEN', { origin, unit: unit.testUnitName }, 'origins')),
      ),
    );
  }
  return profile;
};

/** Origins in the spelling of browsers. Invalid ones stay unchanged and are refused later. */
const normalizeOrigins = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((origin) => webOriginOf(origin) ?? origin).filter(Boolean)),
];

export const NEW_CONSIGNING_UNIT: ConsigningUnit = {
  unitNo: '',
  name: '',
  uninCode: '',
  regTime: '',
  sheng: '',
  shi: '',
  detailAddress: '',
  description: '',
  logoPath: '',
  status: 1,
  addresses: [],
};

/** Fields that identify a company. Only the platform may change them (ADR-018). */
const PLATFORM_FIELDS_OF_CONSIGNING_UNITS = ['unitNo', 'name', 'uninCode'] as const;

/**
 * The profile of a consigning unit after a request; absent members stay unchanged.
 * @throws RuleBroken FIELD_OF_THE_PLATFORM if its own staff change a field that only the platform may change.
 */
export const applyConsigningUnitRequest = (
  { addresses, regPerson, regPhone, ...members }: SaveConsignUnitRequest,
  currentUnit: ConsigningUnit,
  caller: Caller,
  { commandId }: CommandContext,
): ConsigningUnitProfile => {
  const registrant = {
    name: regPerson ?? currentUnit.registrant?.name ?? '',
    phone: regPhone ?? currentUnit.registrant?.phone ?? '',
  };
  const hasRegistrant = registrant.name !== '' || registrant.phone !== '';
  const { registrant: _, ...profile } = consigningUnitProfileOf(currentUnit);
  const updatedProfile: ConsigningUnitProfile = {
    ...profile,
    ...omitUndefined(members),
    ...(hasRegistrant ? { registrant } : {}),
    ...(addresses === undefined ? {} : { addresses: toStoredAddresses(addresses, currentUnit.addresses, commandId) }),
  };
  if (!isPlatformAdmin(caller))
    refuseIf(
      PLATFORM_FIELDS_OF_CONSIGNING_UNITS.filter((member) => updatedProfile[member] !== currentUnit[member]).map(
        (member) => problem('FIELD_OF_THE_PLATFORM', {}, member),
      ),
    );
  return updatedProfile;
};

/** Addresses from a request. A new one gets its id from the command, so that a repeated request adds it once. */
const toStoredAddresses = (
  inputs: readonly AddressInput[],
  currentAddresses: readonly UnitAddress[],
  commandId: string,
): UnitAddress[] =>
  inputs.map(({ id, ...address }, index) => {
    const existing = currentAddresses.find((each) => id !== undefined && sameId(each.id, id));
    return toStoredAddress({ ...address, id: existing?.id ?? v5(`address/${index}`, commandId) });
  });

type QualificationInput = { sysQualificationId: string; orderIndex?: number | undefined };

type ResolvedQualifications = Pick<TestingUnit, 'qualifications' | 'bigCategoryIds'>;

/**
 * Resolves qualifications with the catalogue, and the categories of samples that they allow the unit to test. An
 * existing entry of the unit keeps its id, also if the qualification has been disabled since. If the qualifications are
 * unchanged, the categories of the unit stay, even if the catalogue has more by now.
 * @throws RuleBroken QUALIFICATION_NOT_LISTED for a qualification that is not in the catalogue.
 */
export const resolveQualifications = async (
  store: EventStore,
  inputs: readonly QualificationInput[],
  current: ResolvedQualifications,
  { commandId, at }: { commandId: string; at: string },
): Promise<ResolvedQualifications> => {
  const { state } = await load(store, reference, 'qualifications');
  const platformRows = state?.type === 'QualificationsListed' ? state.data.qualifications : [];
  const resolvedRows = inputs.map(({ sysQualificationId, orderIndex }, index) => {
    const entry = platformRows.find(({ id }) => sameId(id, sysQualificationId));
    const existing = current.qualifications.find((each) => sameId(each.sysQualificationId, sysQualificationId));
    if (!entry || (entry.isDeleted && !existing))
      throw new RuleBroken(problem('QUALIFICATION_NOT_LISTED', {}, `tuQualification.${index}`));
    const qualification: UnitQualification = existing ?? {
      id: v5(`qualification/${entry.id}`, commandId),
      name: entry.name,
      sysQualificationId: entry.id,
      orderIndex: 0,
      createTime: at,
    };
    return {
      rankedQualification: { ...qualification, orderIndex: orderIndex ?? index + 1 },
      bigCategoryIds: entry.bigCategoryIds,
    };
  });
  const isUnchanged =
    resolvedRows.length === current.qualifications.length &&
    resolvedRows.every(({ rankedQualification }) =>
      current.qualifications.some(({ id }) => id === rankedQualification.id),
    );
  return {
    qualifications: resolvedRows.map(({ rankedQualification }) => rankedQualification),
    bigCategoryIds: isUnchanged
      ? current.bigCategoryIds
      : [...new Set(resolvedRows.flatMap(({ bigCategoryIds }) => bigCategoryIds))],
  };
};
