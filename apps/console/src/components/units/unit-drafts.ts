import type { BodyOf, ConsignUnit, TestUnit, updateConsginUnit, updateTestUnit } from '#contract';
import { messageOfProblem, type Problem } from '#domain/rules';
import { consigningUnitProblems, toStoredAddress, testingUnitProblems } from '#domain/units';
import { language } from '../../i18n/language.js';

const TRAIL = {
  isDeleted: false,
  creationTime: '',
  creatorUserId: '',
  lastModificationTime: '',
  lastModifierUserId: '',
  revision: 0,
  id: '',
};

export const newTestUnit = (): TestUnit => ({
  ...TRAIL,
  unitNo: '',
  testUnitName: '',
  shortName: '',
  contactPhone: '',
  sheng: '',
  shi: '',
  shengShi: '',
  regAddress: '',
  jtsyjcAddress: '',
  inroduce: '',
  regTime: '',
  logoPath: '',
  isActive: true,
  reportCount: 3,
  lmisType: 0,
  lmisurl: '',
  lmisIntegratedCode: '',
  iLISReportProgressQueryURL: '',
  origins: [],
  embedOrigins: [],
  serviceOrigins: [],
  systemName: '',
  filingNumber: '',
  qualificationName: '',
  tuQualification: [],
  addresses: [],
});

export const newConsignUnit = (): ConsignUnit => ({
  ...TRAIL,
  unitNo: '',
  name: '',
  regPerson: '',
  regPhone: '',
  regTime: '',
  sheng: '',
  shi: '',
  detailAddress: '',
  description: '',
  logoPath: '',
  uninCode: '',
  status: 1,
  addresses: [],
});

/** Applies the rules of the service. */
export const testUnitProblems = ({ contactPhone, addresses, ...unit }: TestUnit): Problem[] =>
  testingUnitProblems({
    ...unit,
    contact: { name: '', phone: contactPhone },
    addresses: addresses.map(toStoredAddress),
    qualifications: [],
    bigCategoryIds: [],
  });
export const consignUnitProblems = ({ regPerson, regPhone, addresses, ...unit }: ConsignUnit): Problem[] =>
  consigningUnitProblems({
    ...unit,
    addresses: addresses.map(toStoredAddress),
    registrant: { name: regPerson, phone: regPhone },
  });

/** The first problem of a member, in the user's language. */
export const problemAt = (problems: readonly Problem[], path: string): string | undefined => {
  const match = problems.find((problem) => problem.path === path);
  return match && messageOfProblem(match, language());
};

/** The changed members of a testing unit, so that nobody overwrites what somebody else changed. */
export const testUnitPatch = (original: TestUnit, edited: TestUnit): Omit<BodyOf<typeof updateTestUnit>, 'id'> => {
  const { tuQualification, ...members } = changedMembers(original, edited, TEST_UNIT);
  return {
    ...members,
    ...(tuQualification
      ? {
          tuQualification: tuQualification.map(({ sysQualificationId, orderIndex }) => ({
            sysQualificationId,
            orderIndex,
          })),
        }
      : {}),
  };
};
export const consignUnitPatch = (
  original: ConsignUnit,
  edited: ConsignUnit,
): Omit<BodyOf<typeof updateConsginUnit>, 'id'> => changedMembers(original, edited, CONSIGN_UNIT);

const TEST_UNIT = [
  'unitNo',
  'testUnitName',
  'shortName',
  'contactPhone',
  'sheng',
  'shi',
  'regAddress',
  'jtsyjcAddress',
  'inroduce',
  'regTime',
  'reportCount',
  'lmisType',
  'lmisurl',
  'lmisIntegratedCode',
  'iLISReportProgressQueryURL',
  'origins',
  'embedOrigins',
  'serviceOrigins',
  'systemName',
  'filingNumber',
  'tuQualification',
  'addresses',
] as const;
const CONSIGN_UNIT = [
  'unitNo',
  'name',
  'regPerson',
  'regPhone',
  'regTime',
  'sheng',
  'shi',
  'detailAddress',
  'description',
  'uninCode',
  'addresses',
] as const;

const changedMembers = <Unit extends object, Member extends keyof Unit>(
  original: Unit,
  edited: Unit,
  members: readonly Member[],
): Partial<Pick<Unit, Member>> =>
  Object.fromEntries(
    members
      .filter((member) => JSON.stringify(original[member]) !== JSON.stringify(edited[member]))
      .map((member) => [member, edited[member]]),
  ) as Partial<Pick<Unit, Member>>;

/** A unit's description as text to edit: paragraphs become lines. Tags of the stored HTML are removed. */
export const introductionText = (html: string): string => {
  const body = new DOMParser().parseFromString(
    html.replace(/<\/(p|li|h\d|div|blockquote)>|<br\s*\/?>/gi, '$&\n'),
    'text/html',
  ).body;
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
};

/** Text as the HTML that is stored: one paragraph per line. */
export const introductionHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('');
