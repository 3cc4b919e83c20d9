import { Button } from '@blueprintjs/core';
import { Document, History, Office } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ConsignUnit, getConsginUnit, updateConsginUnit } from '#contract';
import { ROLE, UNIT_TYPE } from '#events';
import { Card, ReadOnlyFields } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingPage } from '../../components/page-states.js';
import { AddressList } from '../../components/units/address-list.js';
import { OwnConsigningUnitFields } from '../../components/units/consigning-unit-fields.js';
import { LogoField } from '../../components/units/logo-field.js';
import { openReportConfigDialog } from '../../components/units/report-config.dialog.js';
import { consignUnitPatch, consignUnitProblems } from '../../components/units/unit-drafts.js';
import { openUnitHistory } from '../../components/units/unit-history.js';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryClient, queryOptionsOf } from '../../lib/queries.js';
import { hasRole, useUser } from '../../lib/session.js';
import { DraftFooter } from './draft-footer.js';
import './organisation-info.css';
import { texts } from './texts.js';
import { useUnitDraft } from './use-unit-draft.js';

const ownUnitQuery = queryOptionsOf(getConsginUnit);

/** ConsginUnitCenter: a company edits its own data and addresses (002 UN-019). */
const ConsignUnitCentrePage = () => {
  const t = useTexts(texts);
  const user = useUser();
  const {
    data: unit,
    isPending,
    isError,
    error,
    refetch,
  } = useQuery({ ...ownUnitQuery, staleTime: 0, refetchOnWindowFocus: false, meta: { quiet: true } });
  if (unit) return <ConsignUnitCentre key={unit.id} unit={unit} />;
  return (
    <>
      <PageHeader />
      {isPending ? (
        <LoadingPage />
      ) : isError ? (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <EmptyState icon={<Office size={28} />} title={t('noUnit')}>
          {t(hasRole(user, ROLE.admin) ? 'consignUnitsHint' : 'noUnitHint')}
        </EmptyState>
      )}
    </>
  );
};

const save = (original: ConsignUnit, edited: ConsignUnit): Promise<ConsignUnit> => {
  const body = { id: original.id, ...consignUnitPatch(original, edited) };
  return withIdempotencyKey(`own consign unit ${JSON.stringify([body, original.revision])}`, (idempotencyKey) =>
    callOperation(updateConsginUnit, { body, ifMatch: edited.revision, idempotencyKey }),
  );
};

const ConsignUnitCentre = ({ unit: currentUnit }: { unit: ConsignUnit }) => {
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
  } = useUnitDraft(currentUnit, {
    problemsOf: consignUnitProblems,
    save,
    onSaved: (saved) => queryClient.setQueryData(ownUnitQuery.queryKey, saved),
  });
  return (
    <div className="organisation-info-page">
      <PageHeader
        title={unit.name}
        actions={
          <>
            <Button
              icon={<History />}
              text={t('history')}
              onClick={() => void openUnitHistory('consigningUnit', unit.id, unit.name)}
            />
            <Button
              icon={<Document />}
              text={t('reports')}
              onClick={() => void openReportConfigDialog({ unitId: unit.id, name: unit.name })}
            />
          </>
        }
      />
      <div className="page-body scrolls">
        <div className="organisation-info">
          <Card title={t('identity')} extra={<span className="aux muted">{u('ofPlatform')}</span>}>
            <ReadOnlyFields
              items={[
                [u('unitNo'), unit.unitNo],
                [u('name'), unit.name],
                [u('uninCode'), unit.uninCode],
              ]}
            />
          </Card>
          <Card title={u('logoPath')}>
            <LogoField unitType={UNIT_TYPE.client} unitId={unit.id} logoPath={unit.logoPath} onChanged={adopt} />
          </Card>
          <Card title={t('own')}>
            <OwnConsigningUnitFields unit={unit} onChange={change} problemAt={problemAt} />
          </Card>
          <Card title={u('unitPlaces')}>
            <AddressList
              addresses={unit.addresses}
              onChange={(addresses) => change({ addresses })}
              problemAt={(index) => problemAt(`addresses.${index}`)}
            />
          </Card>
        </div>
      </div>
      <DraftFooter {...state} onSave={confirm} onUndo={undo} />
    </div>
  );
};

export default ConsignUnitCentrePage;
