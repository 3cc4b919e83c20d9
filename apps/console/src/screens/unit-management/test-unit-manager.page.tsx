import { LabTest, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type TestUnit, testUnitGetAll } from '#contract';
import { UNIT_TYPE } from '#events';
import { findScreen, useRegistry } from '../../app/route-registry.js';
import { type Column, orDash, RowAction } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { openParamsDialog } from '../../components/units/params.dialog.js';
import { openUnitHistory } from '../../components/units/unit-history.js';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';
import { listOptions } from '../../lib/list-query.js';
import { LAB_SYSTEM, labSystemPath, userManagerPath } from '../../lib/paths.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { openTestUnitDialog } from './test-unit.dialog.js';
import { texts } from './texts.js';
import { UnitNameCell, openingQuery, SwitchActions, UnitState, WaitingFilter } from './unit-state.js';

const useRows = (filters: ManagedFilters) =>
  useQuery(
    listOptions(testUnitGetAll, {
      ...pageQuery(filters),
      ...openingQuery(filters),
      ...(filters.state === 'on' ? { isActive: 'true' } : filters.state === 'off' ? { isActive: 'false' } : {}),
    }),
  );

/** TestUnitManager (002 UN-017). */
const TestUnitManagerPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const u = useTexts(unitTexts);
  const navigate = useNavigate();
  const registry = useRegistry();
  const showsAccounts = findScreen(registry, userManagerPath('unit', 'id', UNIT_TYPE.laboratory)) !== undefined;
  const showsSystem = findScreen(registry, LAB_SYSTEM) !== undefined;
  const columns: Column<TestUnit>[] = [
    { key: 'unitNo', head: u('unitNo'), width: 120, cell: ({ unitNo }) => <span className="numeric">{unitNo}</span> },
    {
      key: 'name',
      head: u('testUnitName'),
      cell: ({ unitNo, testUnitName, isActive, opening }) =>
        wide ? testUnitName : <UnitNameCell unitNo={unitNo} name={testUnitName} isOn={isActive} opening={opening} />,
      tooltip: ({ testUnitName }) => testUnitName,
    },
    { key: 'area', head: u('area'), width: 150, secondary: true, cell: ({ shengShi }) => orDash(shengShi) },
    {
      key: 'qualification',
      head: u('qualifications'),
      secondary: true,
      cell: ({ qualificationName }) => orDash(qualificationName),
      tooltip: ({ qualificationName }) => qualificationName,
    },
    {
      key: 'state',
      head: u('state'),
      width: 88,
      noEllipsis: true,
      cell: ({ isActive, opening }) => <UnitState isOn={isActive} opening={opening} />,
    },
    {
      key: 'actions',
      head: t('actions'),
      width: wide ? 268 : 128,
      noEllipsis: true,
      pinned: wide,
      cell: (unit) => (
        <div className="row wide wrap">
          <RowAction text={t('edit')} name={unit.testUnitName} onPress={() => void openTestUnitDialog(unit)} />
          {!unit.opening && (
            <RowAction
              text={t('params')}
              name={unit.testUnitName}
              onPress={() => void openParamsDialog({ unitId: unit.id, name: unit.testUnitName, isAdministrator: true })}
            />
          )}
          {showsAccounts && (
            <RowAction
              text={t('accounts')}
              name={unit.testUnitName}
              onPress={() => void navigate(userManagerPath(unit.testUnitName, unit.id, UNIT_TYPE.laboratory))}
            />
          )}
          {showsSystem && !unit.opening && (
            <RowAction
              text={t('integration')}
              name={unit.testUnitName}
              onPress={() => void navigate(labSystemPath(unit.id))}
            />
          )}
          <SwitchActions kind="Test" unit={{ ...unit, name: unit.testUnitName, isOn: unit.isActive }} />
          <RowAction
            text={t('history')}
            name={unit.testUnitName}
            onPress={() => void openUnitHistory('testingUnit', unit.id, unit.testUnitName)}
          />
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('testList')}
      searchLabel={t('searchTest')}
      useRows={useRows}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={(unit) => void openTestUnitDialog(unit)}
      states={{
        label: u('state'),
        options: [
          { value: 'on', label: u('active') },
          { value: 'off', label: u('inactive') },
          { value: 'waiting', label: t('waiting') },
          { value: 'refused', label: t('refused') },
        ],
      }}
      extra={<WaitingFilter kind="Test" />}
      add={{ text: t('addTest'), icon: <Plus />, onClick: () => void openTestUnitDialog(null) }}
      empty={{ icon: <LabTest size={28} />, title: t('noTest'), hint: t('noTestHint') }}
    />
  );
};

export default TestUnitManagerPage;
