import type { ConsignmentHeader, ConsignType } from '#events';
import { dashedId } from '../rules/same-id.js';
import { appointmentTime } from './appointment-time.js';
import type { TestingUnitDefaults } from './commands.js';
import type { UnitSettings } from './unit-settings.js';
import { presentWitnesses } from './witnesses.js';

/** The form of a new consignment: the unit's defaults over the constants of K-001. */
export const newHeader = (defaults: Partial<ConsignmentHeader> = {}): ConsignmentHeader => ({
  testUnitId: null,
  testUnitName: '',
  testUnitAddressId: null,
  testUnitAddressDetail: '',
  consignUnitAddress: '',
  projectId: null,
  projectName: '',
  contractSectName: '',
  tuqualificationName: '',
  contact: { name: '', phone: '' },
  constructionUnit: '',
  constructionJzunit: '',
  jzunit: '',
  consginTestType: '',
  consginTestTypeId: '',
  expectTestTime: null,
  sendSampleType: 1,
  mailOrderNumber: '',
  mailPayType: 1,
  getReportType: '1',
  reportCount: 3,
  memo: '',
  needWitnessUnit: false,
  ownerWitnesses: [],
  supervisionWitnesses: [],
  needConstructionWitnessPersonSign: false,
  needWitnessPersonSign: false,
  extraFields: [],
  ...defaults,
  tuqualificationId: defaults.tuqualificationId ? dashedId(defaults.tuqualificationId) : null,
});

/**
 * The form after another testing organisation was chosen (CL-030): its defaults, and no reports until a number is entered again.
 * The first choice is no change and keeps the number. A unit that does not sign takes no signature needs over.
 */
export const withTestingUnit = (
  header: ConsignmentHeader,
  unit: TestingUnitDefaults,
  settings: UnitSettings,
): ConsignmentHeader => ({
  ...header,
  testUnitId: unit.testUnitId,
  testUnitName: unit.testUnitName,
  testUnitAddressId: unit.testUnitAddressId,
  testUnitAddressDetail: unit.testUnitAddressDetail,
  tuqualificationId: unit.tuqualificationId ? dashedId(unit.tuqualificationId) : null,
  tuqualificationName: unit.tuqualificationName,
  ...(unit.projectName === '' ? {} : { projectId: unit.projectId, projectName: unit.projectName }),
  consginTestType: unit.consginTestType,
  consginTestTypeId: '',
  reportCount: header.testUnitId === null ? header.reportCount : 0,
  needConstructionWitnessPersonSign: settings.IsEnableConsignSign && header.needConstructionWitnessPersonSign,
  needWitnessPersonSign: settings.IsEnableConsignSign && header.needWitnessPersonSign,
});

/** What a typed form becomes when it is stored: choices clear what no longer belongs to them, settings keep what they lock (CL-032 to CL-034). */
export const settledHeader = (
  typed: ConsignmentHeader,
  before: ConsignmentHeader,
  consignType: ConsignType,
  settings: UnitSettings,
): ConsignmentHeader => ({
  ...typed,
  contact: { name: typed.contact.name.trim(), phone: typed.contact.phone.trim() },
  contractSectName: settings.IsEnableProjectContractSectName ? typed.contractSectName : before.contractSectName,
  expectTestTime: consignType === 1 ? null : storedAppointment(typed.expectTestTime),
  ...(typed.sendSampleType === 2
    ? { mailOrderNumber: typed.mailOrderNumber.trim() }
    : { mailOrderNumber: '', mailPayType: 1 as const }),
  ...(typed.needWitnessUnit ? witnessing(typed, before, settings) : noWitnessUnit),
});

/** With its zone; what cannot be read stays as it was typed, to be refused. */
const storedAppointment = (typed: string | null): string | null =>
  typed === null ? null : (appointmentTime(typed) ?? typed);

const noWitnessUnit = {
  constructionJzunit: '',
  jzunit: '',
  ownerWitnesses: [],
  supervisionWitnesses: [],
  needConstructionWitnessPersonSign: false,
  needWitnessPersonSign: false,
} satisfies Partial<ConsignmentHeader>;

const witnessing = (
  typed: ConsignmentHeader,
  before: ConsignmentHeader,
  settings: UnitSettings,
): Partial<ConsignmentHeader> => {
  const { needConstructionWitnessPersonSign, needWitnessPersonSign } = settings.IsEnableConsignSign ? typed : before;
  return {
    ownerWitnesses: presentWitnesses(typed.ownerWitnesses),
    supervisionWitnesses: presentWitnesses(typed.supervisionWitnesses),
    needConstructionWitnessPersonSign,
    needWitnessPersonSign,
  };
};
