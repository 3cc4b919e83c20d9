import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  type ConsignmentView,
  getConsignUnitInfo,
  getCustomPropertyConsign,
  getDefaultConsignInfo,
  getListByUnitID,
  getReportConfigList,
  type ResultOf,
} from '#contract';
import { messageOf } from '#domain/rules';
import { consignUnitAddressOf, parseControlParams } from '#domain/units';
import { CONSIGN_STATUS, CONSIGN_TYPE, type ConsignType, ExtraField, SEND_SAMPLE_TYPE, UNIT_TYPE } from '#events';
import { Card } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { LoadingPage } from '../../components/page-states.js';
import { toastWarning } from '../../components/toaster.js';
import { isFlagOn } from '../../consignment/statuses.js';
import { startConsignment } from '../../consignment/actions.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { useViewTitle } from '../../lib/view.js';
import { BasicSection } from './basic-section.js';
import { FormFooter } from './form-header.js';
import { consignmentKind, listPathOf, useQualifications } from './form-values.js';
import { OrganisationSection } from './organisation-section.js';
import { SamplesSection } from './samples-section.js';
import { OPTIONAL_SECTIONS, SectionRail } from './section-rail.js';
import { texts } from './texts.js';
import { useDraft } from './use-draft.js';

/** Number of reports if the unit sets none, or if its defaults cannot be read (K-001, ERR-011). */
const DEFAULT_REPORT_COUNT = 3;

type InitialData = {
  defaults: ResultOf<typeof getDefaultConsignInfo> | undefined;
  params: ResultOf<typeof getListByUnitID> | undefined;
  fields: ResultOf<typeof getCustomPropertyConsign> | undefined;
  unit: ResultOf<typeof getConsignUnitInfo> | undefined;
  preferences: ResultOf<typeof getReportConfigList> | undefined;
};

const extraFieldsOf = (fields: InitialData['fields']): ConsignmentView['consignInfoProperties'] =>
  (fields ?? []).flatMap((field) => {
    const parsed = ExtraField.safeParse(field);
    return parsed.success ? [{ ...parsed.data, consignID: '' }] : [];
  });

/**
 * The form before there is a consignment: the unit's report preferences (002 UN-022) over its defaults, these over the
 * constants of K-001. What could not be read is left out.
 */
const startingView = (
  consignType: ConsignType,
  { defaults, params, fields, unit, preferences }: InitialData,
  consignUnit: { id: string | null; name: string },
): ConsignmentView => ({
  id: '',
  revision: -1,
  consignCode: '',
  consignStatus: CONSIGN_STATUS.draft,
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
  sendSampleType: SEND_SAMPLE_TYPE.brought,
  mailOrderNumber: '',
  mailPayType: 1,
  getReportType: preferences?.[0]?.getReportType ?? '1',
  reportCount: preferences?.[0]?.reportCount ?? (defaults?.reportCount || DEFAULT_REPORT_COUNT),
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
 * Initial data of a new consignment, null while they load (CF-020). A part that cannot be read is only logged: the form
 * opens without it, with three reports and all flags off (ERR-011).
 */
const useStartingView = (consignType: ConsignType): ConsignmentView | null => {
  const { unitId, unitName } = useUser();
  const quietOptions = { meta: { quiet: true }, staleTime: Infinity };
  const defaults = useQuery({ ...queryOptionsOf(getDefaultConsignInfo, {}), ...quietOptions });
  const testUnitId = defaults.data?.testUnitId ?? '';
  const params = useQuery({
    ...queryOptionsOf(getListByUnitID, { unitType: UNIT_TYPE.laboratory, unitId: testUnitId }),
    ...quietOptions,
    enabled: testUnitId !== '',
  });
  const fields = useQuery({
    ...unitQueryOptions(getCustomPropertyConsign, testUnitId ? { testUnitId } : {}),
    ...quietOptions,
    enabled: !defaults.isPending,
  });
  const unit = useQuery({ ...queryOptionsOf(getConsignUnitInfo, {}), ...quietOptions });
  const preferences = useQuery({ ...queryOptionsOf(getReportConfigList, { consignType }), ...quietOptions });
  const isReading =
    defaults.isPending ||
    fields.isPending ||
    unit.isPending ||
    preferences.isPending ||
    (testUnitId !== '' && params.isPending);
  return isReading
    ? null
    : startingView(
        consignType,
        {
          defaults: defaults.data,
          params: params.data,
          fields: fields.data,
          unit: unit.data,
          preferences: preferences.data,
        },
        { id: unitId, name: unitName },
      );
};

/**
 * The form at an address that names no consignment (CF-007). It opens with the initial data, but there is nothing to
 * save to and nothing that samples could belong to, so each action says how to start one; the note above has a button
 * for it.
 */
const Unstarted = ({ view }: { view: ConsignmentView }) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  const scroller = useRef<HTMLDivElement>(null);
  const [starting, setStarting] = useState(false);
  const qualifications = useQualifications(view.testUnitId, {
    id: view.tuqualificationId,
    name: view.tuqualificationName,
  });
  const draft = useDraft(view, qualifications.nameOf);
  const missing = messageOf('NO_CONSIGNMENT_ID', {}, language());
  const refuse = () => toastWarning(missing);
  const title = t(`new.${consignmentKind(view.consignType)}`);
  useViewTitle(title);
  const start = async () => {
    setStarting(true);
    const id = await startConsignment(view.consignType);
    setStarting(false);
    // The rest of the address stays, so that an embedded form stays embedded.
    if (id)
      setParams(
        (current) => {
          current.set('id', id);
          return current;
        },
        { replace: true },
      );
  };
  return (
    <>
      <PageHeader title={title} step={title} />
      <div className="page-body form-layout">
        <SectionRail
          scroller={scroller}
          problems={draft.problems}
          rawMaterial={view.consignType === CONSIGN_TYPE.rawMaterial}
          hasExtra={view.consignInfoProperties.some(({ visible }) => visible)}
          onGo={(section) =>
            scroller.current?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: 'start' })
          }
        />
        <div className="form-sections" ref={scroller}>
          <div className="note warning">
            <ErrorIcon size={14} />
            <span className="grow">{missing}</span>
            <Button
              size="small"
              variant="outlined"
              intent="primary"
              text={t(`new.${consignmentKind(view.consignType)}`)}
              loading={starting}
              onClick={() => void start()}
            />
          </div>
          <OrganisationSection draft={draft} onChoose={refuse} />
          <BasicSection
            draft={draft}
            qualifications={qualifications.options}
            showsSectName={isFlagOn(view.testUnitConfig, 'IsEnableProjectContractSectName')}
            parties={null}
            onChooseProject={refuse}
            onWitnesses={refuse}
          />
          <SamplesSection
            draft={draft}
            showsFee={false}
            addingBlocked={() => missing}
            onAdd={refuse}
            onOpen={refuse}
            run={(write) => write()}
          />
          {OPTIONAL_SECTIONS.map((section, index) => (
            <div key={section} data-section={section}>
              <Card
                title={
                  <>
                    <span className="section-number">{4 + index}</span>
                    {t(section)}
                  </>
                }
              >
                <span className="dense secondary">{t('afterStart')}</span>
              </Card>
            </div>
          ))}
        </div>
      </div>
      <FormFooter
        fee={null}
        problems={draft.problems.length}
        running={null}
        onDetail={refuse}
        onWalk={refuse}
        onBack={() => void navigate(listPathOf(view.consignType, user))}
        onSave={refuse}
        onSubmit={refuse}
      />
    </>
  );
};

/** Opens once all initial data have been read, or could not be read. */
export const NewConsignment = ({ consignType }: { consignType: ConsignType }) => {
  const view = useStartingView(consignType);
  return view ? (
    <Unstarted view={view} />
  ) : (
    <>
      <PageHeader />
      <LoadingPage />
    </>
  );
};
