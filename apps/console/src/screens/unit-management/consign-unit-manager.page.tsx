import { Office, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type ConsignUnit, getConsginUnitListBySys, addConsginUnit, updateConsginUnit } from '#contract';
import { UNIT_STATUS } from '#domain/units';
import { UNIT_TYPE } from '#events';
import { findScreen, useRegistry } from '../../app/route-registry.js';
import { type Column, orDash, RowAction } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { openReportConfigDialog } from '../../components/units/report-config.dialog.js';
import { openUnitHistory } from '../../components/units/unit-history.js';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';
import { listOptions, invalidateOperations } from '../../lib/list-query.js';
import { LAB_SYSTEM, labSystemPath, userManagerPath } from '../../lib/paths.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { openDialog } from '../../components/dialogs.js';
import { FormDialog } from '../../components/form-dialog.js';
import { AddressList } from '../../components/units/address-list.js';
import { ConsigningUnitIdentity, OwnConsigningUnitFields } from '../../components/units/consigning-unit-fields.js';
import { LogoField } from '../../components/units/logo-field.js';
import { consignUnitPatch, newConsignUnit, consignUnitProblems } from '../../components/units/unit-drafts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { texts } from './texts.js';
import { UnitNameCell, openingQuery, SwitchActions, UnitState, WaitingFilter } from './unit-state.js';

const ConsignUnitDialog = ({ existing, onDone }: { existing: ConsignUnit | null; onDone(): void }) => {
  const t = useTexts(texts);
  const u = useTexts(unitTexts);
  const initialDraft = existing ?? newConsignUnit();
  const save = (draft: ConsignUnit) => {
    const body = consignUnitPatch(initialDraft, draft);
    return withIdempotencyKey(`consign unit ${JSON.stringify([existing?.id, draft])}`, (idempotencyKey) =>
      existing
        ? callOperation(updateConsginUnit, {
            body: { id: existing.id, ...body },
            ifMatch: draft.revision,
            idempotencyKey,
          })
        : callOperation(addConsginUnit, { body, idempotencyKey }),
    );
  };
  const handleDone = () => {
    onDone();
    void invalidateOperations(getConsginUnitListBySys);
  };
  return (
    <FormDialog
      title={t(existing ? 'editConsign' : 'addConsign')}
      initial={initialDraft}
      problemsOf={consignUnitProblems}
      save={save}
      onDone={handleDone}
    >
      {(unit, onChange, problemAt) => (
        <div className="unit-form">
          <ConsigningUnitIdentity unit={unit} onChange={onChange} problemAt={problemAt} />
          <OwnConsigningUnitFields unit={unit} onChange={onChange} problemAt={problemAt} />
          <section>
            <h3 className="form-subtitle">{u('unitPlaces')}</h3>
            <AddressList
              addresses={unit.addresses}
              onChange={(addresses) => onChange({ addresses })}
              problemAt={(index) => problemAt(`addresses.${index}`)}
            />
          </section>
          {existing && (
            <section>
              <h3 className="form-subtitle">{u('logoPath')}</h3>
              <LogoField
                unitType={UNIT_TYPE.client}
                unitId={existing.id}
                logoPath={unit.logoPath}
                onChanged={onChange}
              />
            </section>
          )}
        </div>
      )}
    </FormDialog>
  );
};

/** Adds a consigning unit, or changes an existing one, unless somebody changed it meanwhile. */
const openConsignUnitDialog = (existing: ConsignUnit | null): Promise<void> =>
  openDialog<void>((settle) => <ConsignUnitDialog existing={existing} onDone={() => settle()} />);

const useRows = (filters: ManagedFilters) =>
  useQuery(
    listOptions(getConsginUnitListBySys, {
      ...pageQuery(filters),
      ...openingQuery(filters),
      ...(filters.state === 'on' ? { status: 1 } : filters.state === 'off' ? { status: 0 } : {}),
    }),
  );

/** ConsginUnitManager, spelt as in the specification (002 UN-018). */
const ConsignUnitManagerPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const u = useTexts(unitTexts);
  const navigate = useNavigate();
  const registry = useRegistry();
  const showsAccounts = findScreen(registry, userManagerPath('unit', 'id', UNIT_TYPE.client)) !== undefined;
  const showsSystem = findScreen(registry, LAB_SYSTEM) !== undefined;
  const columns: Column<ConsignUnit>[] = [
    { key: 'unitNo', head: u('unitNo'), width: 120, cell: ({ unitNo }) => <span className="numeric">{unitNo}</span> },
    {
      key: 'name',
      head: u('name'),
      cell: ({ unitNo, name, status, opening }) =>
        wide ? name : <UnitNameCell unitNo={unitNo} name={name} isOn={status === UNIT_STATUS.open} opening={opening} />,
      tooltip: ({ name }) => name,
    },
    {
      key: 'area',
      head: u('area'),
      width: 150,
      secondary: true,
      cell: ({ sheng, shi }) => orDash(`${sheng}${shi === sheng ? '' : shi}`),
    },
    {
      key: 'code',
      head: u('uninCode'),
      width: 196,
      secondary: true,
      noEllipsis: true,
      cell: ({ uninCode }) => <span className="numeric">{orDash(uninCode)}</span>,
    },
    {
      key: 'address',
      head: u('detailAddress'),
      secondary: true,
      cell: ({ detailAddress }) => orDash(detailAddress),
      tooltip: ({ detailAddress }) => detailAddress,
    },
    {
      key: 'state',
      head: u('state'),
      width: 88,
      noEllipsis: true,
      cell: ({ status, opening }) => <UnitState isOn={status === UNIT_STATUS.open} opening={opening} />,
    },
    {
      key: 'actions',
      head: t('actions'),
      width: wide ? 268 : 128,
      noEllipsis: true,
      pinned: wide,
      cell: (unit) => (
        <div className="row wide wrap">
          <RowAction text={t('edit')} name={unit.name} onPress={() => void openConsignUnitDialog(unit)} />
          {showsAccounts && (
            <RowAction
              text={t('accounts')}
              name={unit.name}
              onPress={() => void navigate(userManagerPath(unit.name, unit.id, UNIT_TYPE.client))}
            />
          )}
          {!unit.opening && (
            <RowAction
              text={t('reports')}
              name={unit.name}
              onPress={() => void openReportConfigDialog({ unitId: unit.id, name: unit.name })}
            />
          )}
          {showsSystem && !unit.opening && (
            <RowAction text={t('integration')} name={unit.name} onPress={() => void navigate(labSystemPath(unit.id))} />
          )}
          <SwitchActions kind="Consign" unit={{ ...unit, isOn: unit.status === UNIT_STATUS.open }} />
          <RowAction
            text={t('history')}
            name={unit.name}
            onPress={() => void openUnitHistory('consigningUnit', unit.id, unit.name)}
          />
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('consignList')}
      searchLabel={t('searchConsign')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={(unit) => void openConsignUnitDialog(unit)}
      states={{
        label: u('state'),
        options: [
          { value: 'on', label: u('active') },
          { value: 'off', label: u('inactive') },
          { value: 'waiting', label: t('waiting') },
          { value: 'refused', label: t('refused') },
        ],
      }}
      extra={<WaitingFilter kind="Consign" />}
      add={{ text: t('addConsign'), icon: <Plus />, onClick: () => void openConsignUnitDialog(null) }}
      empty={{ icon: <Office size={28} />, title: t('noConsign'), hint: t('noConsignHint') }}
    />
  );
};

export default ConsignUnitManagerPage;
