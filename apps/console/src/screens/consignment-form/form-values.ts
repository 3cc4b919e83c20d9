import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import {
  type SaveConsignmentRequest,
  type ConsignmentView,
  getPreQualificationList,
  getProjectList,
  getSystemUserList,
  getTuQualificationsByTestUnitId,
  getUnitAddressList,
  type ProjectRow,
  type UnitAddressEntity,
  type UserInfo,
} from '#contract';
import { REPORT_COUNT, witnessesFromText } from '#domain/consignment';
import { countOrDefault, type CountInputValue } from '#domain/numbers';
import { sameId } from '#domain/rules';
import { CONSIGN_TYPE, type ConsignmentHeader, type ExtraField, type Witness } from '#events';
import type { Suggestion } from '../../components/suggest-input.js';
import { INCOMING_LIST, listPath } from '../../lib/paths.js';
import { unitQueryOptions, useUnitService } from '../../lib/pre-service.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { isTestingUnit } from '../../lib/session.js';

/**
 * The fields that the client edits, with the names of the contract; the witnesses of a side are pipe-separated strings
 * (CF-016).
 */
export type FormValues = Omit<
  z.output<typeof SaveConsignmentRequest>,
  'id' | 'consignInfoProperties' | 'reportCount'
> & {
  /** As typed. */
  reportCount: CountInputValue;
  consignInfoProperties: ExtraField[];
};
export type FieldName = keyof FormValues & string;

export type ConsignmentKind = 'rawMaterial' | 'onSite' | 'handover';
/** An unknown kind is treated as on-site (000 section 2). */
export const consignmentKind = (consignType: number): ConsignmentKind => {
  if (consignType === CONSIGN_TYPE.rawMaterial) return 'rawMaterial';
  return consignType === CONSIGN_TYPE.handover ? 'handover' : 'onSite';
};

const sendSampleTypeOf = (value: number): FormValues['sendSampleType'] => (value === 2 ? 2 : 1);
const mailPayTypeOf = (value: number): FormValues['mailPayType'] => (value === 2 ? 2 : 1);
const reportTypeOf = (value: string): FormValues['getReportType'] => (value === '3' || value === '10' ? value : '1');

const extraFieldOf = ({
  id,
  sourcePropertyId,
  columnIndex,
  columnName,
  columnValue,
  visible,
  columnType,
  customizeType,
  value,
}: ExtraField): ExtraField => ({
  id,
  sourcePropertyId,
  columnIndex,
  columnName,
  columnValue,
  visible,
  columnType,
  customizeType,
  value,
});

/** The form with the values of the server. */
export const toFormValues = (view: ConsignmentView): FormValues => ({
  testUnitId: view.testUnitId,
  testUnitAddressId: view.testUnitAddressId,
  testUnitAddressDetail: view.testUnitAddressDetail,
  consignUnitAddress: view.consignUnitAddress,
  projectId: view.projectId,
  projectName: view.projectName,
  contractSectName: view.contractSectName,
  tuqualificationId: view.tuqualificationId,
  linkPerson: view.linkPerson,
  linkPersonPhone: view.linkPersonPhone,
  constructionUnit: view.constructionUnit,
  constructionJzunit: view.constructionJzunit,
  jzunit: view.jzunit,
  consginTestType: view.consginTestType,
  consginTestTypeId: view.consginTestTypeId,
  expectTestTime: view.expectTestTime,
  sendSampleType: sendSampleTypeOf(view.sendSampleType),
  mailOrderNumber: view.mailOrderNumber,
  mailPayType: mailPayTypeOf(view.mailPayType),
  getReportType: reportTypeOf(view.getReportType),
  reportCount: view.reportCount,
  memo: view.memo,
  needWitnessUnit: view.needWitnessUnit,
  constructionJzperson: view.constructionJzperson,
  constructionJzcardNo: view.constructionJzcardNo,
  constructionJzphone: view.constructionJzphone,
  needConstructionWitnessPersonSign: view.needConstructionWitnessPersonSign,
  jhperson: view.jhperson,
  jzcardNo: view.jzcardNo,
  jzphone: view.jzphone,
  needWitnessPersonSign: view.needWitnessPersonSign,
  consignInfoProperties: view.consignInfoProperties.map(extraFieldOf),
});

/** Reports have a count only if they are picked up or mailed (CF-012). */
export const hasReportCount = (getReportType: string): boolean => getReportType !== '10';

/** No witness unit: every witness field, both units and both needs are cleared (000 section 4, 000.md 19). */
export const NO_WITNESS = {
  needWitnessUnit: false,
  constructionJzunit: '',
  jzunit: '',
  constructionJzperson: '',
  constructionJzcardNo: '',
  constructionJzphone: '',
  needConstructionWitnessPersonSign: false,
  jhperson: '',
  jzcardNo: '',
  jzphone: '',
  needWitnessPersonSign: false,
} as const satisfies Partial<FormValues>;

/** Not by mail: no number, and the sender pays (000 section 4). */
export const NOT_MAILED = { mailOrderNumber: '', mailPayType: 1 } as const satisfies Partial<FormValues>;

/** The default categories of raw material for a unit that is not integrated (CF-011). */
export const TEST_CATEGORIES = ['委托检测', '抽样检测', '监督抽检'] as const;

/** Both sides' witnesses as rows. */
export const toWitnessRows = (values: FormValues): { owner: Witness[]; supervision: Witness[] } => ({
  owner: witnessesFromText({
    person: values.constructionJzperson,
    cardNo: values.constructionJzcardNo,
    phone: values.constructionJzphone,
  }),
  supervision: witnessesFromText({ person: values.jhperson, cardNo: values.jzcardNo, phone: values.jzphone }),
});

/** The form as input for the domain's rules. Names of unit and qualification are looked up, not typed. */
export const toHeader = (
  values: FormValues,
  names: { testUnitName: string; tuqualificationName: string },
): ConsignmentHeader => {
  const { owner, supervision } = toWitnessRows(values);
  return {
    ...values,
    ...names,
    contact: { name: values.linkPerson, phone: values.linkPersonPhone },
    reportCount: countOrDefault(values.reportCount, REPORT_COUNT, 0),
    ownerWitnesses: owner,
    supervisionWitnesses: supervision,
    extraFields: values.consignInfoProperties,
  };
};

/** One call returns all users of a unit (K-007). */
const EVERYBODY = { page: 1, size: 999 } as const;

/**
 * Possible contacts: the active users of the own unit, with their phone numbers. Another person can be typed (API-035).
 */
export const useContacts = (): Suggestion[] => {
  const people =
    useQuery({ ...queryOptionsOf(getSystemUserList, EVERYBODY), staleTime: 60_000, meta: { quiet: true } }).data
      ?.items ?? [];
  return people.filter(({ isActive }) => isActive).map(({ id, name, phone }) => ({ id, value: name, note: phone }));
};

/** The list from which a user came: the incoming samples of a testing unit, or the client's list of that kind. */
export const listPathOf = (consignType: number, user: Pick<UserInfo, 'roles'>): string =>
  isTestingUnit(user) ? INCOMING_LIST : listPath(consignType);

/** An address in one line, as it is stored with the consignment. */
export const addressLine = (address: UnitAddressEntity): string => `${address.addressText}${address.addressDetail}`;

/** Addresses of a testing unit, the main one first; empty while they load (CF-002). */
export const useUnitAddresses = (testUnitId: string | null): readonly UnitAddressEntity[] =>
  useQuery({
    ...queryOptionsOf(getUnitAddressList, { unitId: testUnitId ?? '' }),
    enabled: testUnitId !== null,
    staleTime: 60_000,
  }).data ?? [];

/**
 * Qualifications of a testing unit, from its own system if it has one (PRE-005), and the name of one of them.
 * `failure`: that system does not respond.
 */
export const useQualifications = (testUnitId: string | null, current: { id: string | null; name: string }) => {
  const service = useUnitService(testUnitId);
  const ownQualifications = useQuery({
    ...queryOptionsOf(getTuQualificationsByTestUnitId, { testUnitId: testUnitId ?? '' }),
    enabled: testUnitId !== null && !service.isPending && !service.isIntegrated,
    staleTime: 60_000,
  });
  const labQualifications = useQuery({
    ...unitQueryOptions(getPreQualificationList, { testUnitId: testUnitId ?? '' }),
    enabled: service.isIntegrated,
    staleTime: 60_000,
    meta: { quiet: true },
  });
  const qualificationQuery: { data?: readonly { id: string; name: string }[] | undefined; isPending: boolean } =
    service.isIntegrated ? labQualifications : ownQualifications;
  const qualifications = qualificationQuery.data ?? [];
  const options =
    current.id && !qualifications.some(({ id }) => sameId(id, current.id))
      ? [{ id: current.id, name: current.name }, ...qualifications]
      : qualifications;
  const nameOf = useCallback(
    (id: string | null): string =>
      id === null
        ? ''
        : sameId(id, current.id)
          ? current.name
          : (qualificationQuery.data?.find((qualification) => sameId(qualification.id, id))?.name ?? ''),
    [qualificationQuery.data, current.id, current.name],
  );
  return {
    options,
    nameOf,
    isPending: testUnitId !== null && qualificationQuery.isPending,
    failure: labQualifications.error && { error: labQualifications.error, retry: labQualifications.refetch },
  };
};

/** The project of a consignment with its parties; null while it loads and if the project is only a name. */
export const useProject = (projectId: string | null, projectName: string): ProjectRow | null => {
  const projectQuery = useQuery({
    ...queryOptionsOf(getProjectList, {
      search: projectName,
      skipCount: 0,
      maxResultCount: 50,
      getMyProject: 'false',
      ShowContractSectName: 'true',
    }),
    enabled: projectId !== null && projectName !== '',
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return projectQuery.data?.items.find((project) => sameId(project.id, projectId)) ?? null;
};
