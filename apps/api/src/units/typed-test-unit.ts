import type { TypedTestUnit } from '#contract';
import { defined, problem, refuseIf, sameFacts, testingUnitProfileOf, webOriginOf, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { TestingUnit, TestingUnitProfile } from '#events';
import { keepsAll, type Caller } from '../auth/caller.js';
import { cleanHtml } from '../instructions/clean-html.js';
import { heldQualifications } from './held-qualifications.js';
import { allTestingUnits } from './testing-unit-row.js';
import { typedAddresses } from './typed-addresses.js';

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

/** Identity, rights and connections of a laboratory: what the platform vouches for or runs by. The laboratory keeps the rest (ADR-018). */
const OF_THE_PLATFORM = [
  'unitNo',
  'testUnitName',
  'qualifications',
  'lmisType',
  'lmisurl',
  'lmisIntegratedCode',
  'iLISReportProgressQueryURL',
  'origins',
  'embedOrigins',
  'filingNumber',
] as const;

/**
 * What a testing unit becomes by what was typed; absent members stay. Names of qualifications come from the catalogue, rich text is sanitised.
 * @throws RuleBroken QUALIFICATION_NOT_LISTED, FIELD_OF_THE_PLATFORM where its own staff change what is the platform's, ORIGIN_TAKEN.
 */
export const typedTestUnit = async (
  { eventStore, views }: Engines,
  id: string,
  typed: TypedTestUnit,
  before: TestingUnit,
  caller: Caller,
  context: CommandContext,
): Promise<TestingUnitProfile> => {
  const { tuQualification, addresses, inroduce, origins, embedOrigins, contactPhone, ...members } = typed;
  const profile: TestingUnitProfile = {
    ...testingUnitProfileOf(before),
    ...defined(members),
    ...(contactPhone === undefined ? {} : { contact: { name: '', phone: contactPhone } }),
    ...(tuQualification === undefined ? {} : await heldQualifications(eventStore, tuQualification, before, context)),
    ...(addresses === undefined ? {} : { addresses: typedAddresses(addresses, before.addresses, context.commandId) }),
    ...(inroduce === undefined || inroduce === before.inroduce ? {} : { inroduce: cleanHtml(inroduce) }),
    ...(origins === undefined ? {} : { origins: typedOrigins(origins) }),
    ...(embedOrigins === undefined ? {} : { embedOrigins: typedOrigins(embedOrigins) }),
  };
  if (!keepsAll(caller))
    refuseIf(
      OF_THE_PLATFORM.filter((member) => !sameFacts(profile[member], before[member])).map((member) =>
        problem('FIELD_OF_THE_PLATFORM', {}, member),
      ),
    );
  const added = profile.origins.filter((origin) => !before.origins.includes(origin));
  if (added.length > 0) {
    const others = (await allTestingUnits(views)).filter((other) => other.id !== id);
    refuseIf(
      added.flatMap((origin) =>
        others
          .filter((other) => other.origins.includes(origin))
          .map((other) => problem('ORIGIN_TAKEN', { origin, unit: other.testUnitName }, 'origins')),
      ),
    );
  }
  return profile;
};

/** As browsers spell them; what is none is left to be refused. */
const typedOrigins = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((origin) => webOriginOf(origin) ?? origin).filter(Boolean)),
];
