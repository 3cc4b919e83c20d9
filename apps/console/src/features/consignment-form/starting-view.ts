import { useQuery } from '@tanstack/react-query';
import {
  type ConsignmentView,
  getConsignUnitInfo,
  getCustomPropertyConsign,
  getDefaultConsignInfo,
  getListByUnitID,
  getReportConfigList,
  type ResultOf,
} from '#contract';
import { consignUnitAddressOf, parseControlParams } from '#domain';
import { ExtraField, type ConsignType } from '#events';
import { unitReadOf } from '../../lib/pre-service.js';
import { readOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';

/** Reports of a consignment whose unit names no number, and of one whose defaults cannot be read (K-001, ERR-011). */
const REPORTS = 3;

type Found = {
  defaults: ResultOf<typeof getDefaultConsignInfo> | undefined;
  params: ResultOf<typeof getListByUnitID> | undefined;
  fields: ResultOf<typeof getCustomPropertyConsign> | undefined;
  unit: ResultOf<typeof getConsignUnitInfo> | undefined;
  wishes: ResultOf<typeof getReportConfigList> | undefined;
};

const extraFieldsOf = (fields: Found['fields']): ConsignmentView['consignInfoProperties'] =>
  (fields ?? []).flatMap((field) => {
    const known = ExtraField.safeParse(field);
    return known.success ? [{ ...known.data, consignID: '' }] : [];
  });

/** The form before there is a consignment: how the unit wants its reports (002 UN-022) over its defaults, these over the constants of K-001. What could not be read is simply not there. */
const startingView = (
  consignType: ConsignType,
  { defaults, params, fields, unit, wishes }: Found,
  consignUnit: { id: string | null; name: string },
): ConsignmentView => ({
  id: '',
  revision: -1,
  consignCode: '',
  consignStatus: 10,
  consignStatusStr: '',
  consignType,
  isSaved: false,
  rollbackCause: '',
  creationTime: '',
  consignTime: null,
  actFee: null,
  estimatedFee: null,
  testUnitId: defaults?.testUnitId || null,
  testUnitName: defaults?.testUnitName ?? '',
  testUnitAddressId: defaults?.testUnitAddressId || null,
  testUnitAddressDetail: defaults?.testUnitAddressDetail ?? '',
  consignUnitId: consignUnit.id ?? '',
  consignUnitName: consignUnit.name,
  consignUnitAddress: unit
    ? consignUnitAddressOf({ sheng: unit.province, shi: unit.city, detailAddress: unit.detailAddress })
    : '',
  projectId: defaults?.projectId || null,
  projectName: defaults?.projectName ?? '',
  contractSectName: '',
  tuqualificationId: defaults?.qualificationId || null,
  tuqualificationName: defaults?.qualificationName ?? '',
  linkPerson: '',
  linkPersonPhone: '',
  constructionUnit: '',
  constructionJzunit: '',
  jzunit: '',
  consginTestType: defaults?.consginTestType ?? '',
  consginTestTypeId: '',
  expectTestTime: null,
  sendSampleType: 1,
  mailOrderNumber: '',
  mailPayType: 1,
  getReportType: wishes?.[0]?.getReportType ?? '1',
  reportCount: wishes?.[0]?.reportCount ?? (defaults?.reportCount || REPORTS),
  memo: '',
  ext_ConsignBillFile: '',
  ext_ILISConsignID: '',
  sysParamConsignPrintType: '',
  testUnitConfig: parseControlParams(
    Object.fromEntries((params ?? []).map(({ paramCode, paramValue }) => [paramCode, paramValue])),
  ),
  consignInfoProperties: extraFieldsOf(fields),
  needWitnessUnit: false,
  constructionJzperson: '',
  constructionJzcardNo: '',
  constructionJzphone: '',
  needConstructionWitnessPersonSign: false,
  jhperson: '',
  jzcardNo: '',
  jzphone: '',
  needWitnessPersonSign: false,
  buConsignInfoSign: [],
  testUnitIsLimsCust: false,
  isConsignBillGened: false,
  samples: [],
});

/**
 * What a new consignment starts with, null while it is read (CF-020). Each part that cannot be read is logged and nothing else:
 * the form opens without it, with three reports and every flag off (ERR-011).
 */
export const useStartingView = (consignType: ConsignType): ConsignmentView | null => {
  const { unitId, unitName } = useUser();
  const quietly = { meta: { quiet: true }, staleTime: Infinity };
  const defaults = useQuery({ ...readOf(getDefaultConsignInfo, {}), ...quietly });
  const testUnitId = defaults.data?.testUnitId ?? '';
  const params = useQuery({
    ...readOf(getListByUnitID, { unitType: 1, unitId: testUnitId }),
    ...quietly,
    enabled: testUnitId !== '',
  });
  const fields = useQuery({
    ...unitReadOf(getCustomPropertyConsign, testUnitId ? { testUnitId } : {}),
    ...quietly,
    enabled: !defaults.isPending,
  });
  const unit = useQuery({ ...readOf(getConsignUnitInfo, {}), ...quietly });
  const wishes = useQuery({ ...readOf(getReportConfigList, { consignType }), ...quietly });
  const isReading =
    defaults.isPending ||
    fields.isPending ||
    unit.isPending ||
    wishes.isPending ||
    (testUnitId !== '' && params.isPending);
  return isReading
    ? null
    : startingView(
        consignType,
        { defaults: defaults.data, params: params.data, fields: fields.data, unit: unit.data, wishes: wishes.data },
        { id: unitId, name: unitName },
      );
};
