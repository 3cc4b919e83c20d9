import { Button, Tag } from '@blueprintjs/core';
import { Cog, History, LabTest } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { getAllUnit, getTestUnit, getUnitDetail, type TestUnit, updateTestUnit } from '#contract';
import { isIntegrated } from '#domain/units';
import { ROLE, UNIT_TYPE } from '#events';
import { Card, ReadOnlyFields } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingPage } from '../../components/page-states.js';
import { LogoField } from '../../components/units/logo-field.js';
import { openParamsDialog } from '../../components/units/params.dialog.js';
import { DeliveryAddresses, OwnTestingUnitFields } from '../../components/units/testing-unit-fields.js';
import { testUnitPatch, testUnitProblems } from '../../components/units/unit-drafts.js';
import { openUnitHistory } from '../../components/units/unit-history.js';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { brandingQuery } from '../../lib/branding.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryClient, queryOptionsOf } from '../../lib/queries.js';
import { hasRole, useUser } from '../../lib/session.js';
import { DraftFooter } from './draft-footer.js';
import './organisation-info.css';
import { texts } from './texts.js';
import { useUnitDraft } from './use-unit-draft.js';

const ownUnitQuery = queryOptionsOf(getTestUnit);

/** testingOrganization: a laboratory edits its own data (002 UN-019). */
const TestingOrganisationPage = () => {
  const t = useTexts(texts);
  const user = useUser();
  const {
    data: unit,
    isPending,
    isError,
    error,
    refetch,
  } = useQuery({ ...ownUnitQuery, staleTime: 0, refetchOnWindowFocus: false, meta: { quiet: true } });
  if (unit) return <TestingOrganisation key={unit.id} unit={unit} />;
  return (
    <>
      <PageHeader />
      {isPending ? (
        <LoadingPage />
      ) : isError ? (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <EmptyState icon={<LabTest size={28} />} title={t('noUnit')}>
          {t(hasRole(user, ROLE.admin) ? 'testUnitsHint' : 'noUnitHint')}
        </EmptyState>
      )}
    </>
  );
};

const save = (original: TestUnit, edited: TestUnit): Promise<TestUnit> => {
  const body = { id: original.id, ...testUnitPatch(original, edited) };
  return withIdempotencyKey(`own test unit ${JSON.stringify([body, original.revision])}`, (idempotencyKey) =>
    callOperation(updateTestUnit, { body, ifMatch: edited.revision, idempotencyKey }),
  );
};

const refreshUnit = (unit: TestUnit): void => {
  queryClient.setQueryData(ownUnitQuery.queryKey, unit);
  void invalidateOperations(getAllUnit, getUnitDetail);
  void queryClient.invalidateQueries({ queryKey: brandingQuery.queryKey });
};

const TestingOrganisation = ({ unit: currentUnit }: { unit: TestUnit }) => {
  const t = useTexts(texts);
  const u = useTexts(unitTexts);
  const {
    draft: unit,
    change,
    adopt,
    problemAt,
    undo,
    confirm,
    ...state
  } = useUnitDraft(currentUnit, { problemsOf: testUnitProblems, save, onSaved: refreshUnit });
  const actions = (
    <>
      <Button
        icon={<History />}
        text={t('history')}
        onClick={() => void openUnitHistory('testingUnit', unit.id, unit.testUnitName)}
      />
      <Button
        icon={<Cog />}
        text={t('params')}
        onClick={() => void openParamsDialog({ unitId: unit.id, name: unit.testUnitName, isAdministrator: false })}
      />
    </>
  );
  return (
    <div className="organisation-info-page">
      <PageHeader title={unit.testUnitName} actions={actions} />
      <div className="page-body scrolls">
        <div className="organisation-info">
          <Card title={t('identity')} extra={<span className="aux muted">{u('ofPlatform')}</span>}>
            <ReadOnlyFields
              items={[
                [u('unitNo'), unit.unitNo],
                [u('testUnitName'), unit.testUnitName, 2],
                [
                  u('qualifications'),
                  unit.tuQualification.length === 0 ? (
                    u('noQualifications')
                  ) : (
                    <span key="held" className="row wrap tight">
                      {unit.tuQualification.map(({ id, name }) => (
                        <Tag key={id} minimal>
                          {name}
                        </Tag>
                      ))}
                    </span>
                  ),
                  3,
                ],
                [u('origins'), unit.origins.join(listSeparator())],
                [u('filingNumber'), unit.filingNumber],
                ...(unit.serviceOrigins?.length
                  ? [[u('serviceOrigins'), unit.serviceOrigins.join(listSeparator()), 3] as const]
                  : []),
                [u('system'), u(isIntegrated(unit) ? 'withSystem' : 'noSystem')],
                ...(unit.embedOrigins?.length
                  ? [[u('embedOrigins'), unit.embedOrigins.join(listSeparator()), 3] as const]
                  : []),
              ]}
            />
          </Card>
          <Card title={u('logoPath')}>
            <LogoField
              unitType={UNIT_TYPE.laboratory}
              unitId={unit.id}
              logoPath={unit.logoPath}
              onChanged={(some) => {
                adopt(some);
                void queryClient.invalidateQueries({ queryKey: brandingQuery.queryKey });
              }}
            />
          </Card>
          <Card key={`own ${currentUnit.id}`} title={t('own')}>
            <OwnTestingUnitFields key={String(unit.revision)} unit={unit} onChange={change} problemAt={problemAt} />
          </Card>
          <Card title={u('places')}>
            <DeliveryAddresses unit={unit} onChange={change} problemAt={problemAt} />
          </Card>
        </div>
      </div>
      <DraftFooter {...state} onSave={confirm} onUndo={undo} />
    </div>
  );
};

export default TestingOrganisationPage;
