import { Box } from '@blueprintjs/icons';
import type { KeptMaterial, KeptSampleForm } from '#contract';
import { type Column, DataTable, orNothing } from '../../components/data-table.js';
import { Empty } from '../../components/page-states.js';
import { RowVerb } from '../../components/row-verb.js';
import { useTexts } from '../../i18n/texts.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './form.texts.js';
import { askRemoveMaterial } from './keep-form.js';
import type { Keeper } from './keeper.js';
import { askMaterial } from './material.dialog.js';

/** Raw materials that a sample may be made of, in the order of the form (001 RM-001). */
export const MaterialList = ({
  keeper,
  form,
  reloading,
}: {
  keeper: Keeper;
  form: KeptSampleForm;
  reloading: boolean;
}) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const dosage = ({ recommendedDosage, dosageUnit }: KeptMaterial) =>
    recommendedDosage === null ? '' : `${recommendedDosage} ${dosageUnit}`.trim();
  const columns: Column<KeptMaterial>[] = [
    {
      key: 'material',
      head: t('material'),
      cell: (row) =>
        wide ? (
          row.label
        ) : (
          <>
            {row.label}
            <div className="aux muted">{[row.role, dosage(row)].filter(Boolean).join(' · ')}</div>
          </>
        ),
      tooltip: ({ sampleNameLink }) => sampleNameLink,
    },
    { key: 'role', head: t('role'), width: 110, cell: ({ role }) => orNothing(role) },
    {
      key: 'dosage',
      head: t('recommendedDosage'),
      width: 130,
      align: 'right',
      cell: (row) => <span className="numeric">{orNothing(dosage(row))}</span>,
    },
    {
      key: 'ratio',
      head: t('unitRatio'),
      width: 80,
      align: 'right',
      cell: ({ unitRatio }) => (
        <span className="numeric">{orNothing(unitRatio === null ? '' : String(unitRatio))}</span>
      ),
    },
    { key: 'default', head: t('isDefault'), width: 96, cell: ({ isDefault }) => orNothing(isDefault ? t('yes') : '') },
    {
      key: 'required',
      head: t('isRequired'),
      width: 80,
      cell: ({ isRequired }) => orNothing(isRequired ? t('yes') : ''),
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      whole: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={row.label} onPress={() => void askMaterial(keeper, form, row)} />
          <RowVerb text={t('remove')} name={row.label} onPress={() => void askRemoveMaterial(keeper, form, row)} />
        </div>
      ),
    },
  ];
  return form.materials.length === 0 ? (
    <Empty icon={<Box size={28} />} title={t('noMaterials')}>
      {t('noMaterialsHint')}
    </Empty>
  ) : (
    <DataTable
      caption={t('materialList')}
      columns={columns.filter(({ key }) => wide || ['material', 'actions'].includes(key))}
      rows={form.materials}
      keyOf={({ id }) => id}
      reloading={reloading}
      onOpen={(row) => void askMaterial(keeper, form, row)}
    />
  );
};
