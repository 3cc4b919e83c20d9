import { InputGroup, Switch } from '@blueprintjs/core';
import { Box } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CatalogueMaterialView, type SampleFormView, sysTestSampleGetAll, tuTestSampleGetAll } from '#contract';
import { FORM_LIMITS } from '#domain/catalogue-maintenance';
import { readQuantity } from '#domain/numbers';
import { problem, type Problem } from '#domain/rules';
import { containsFolded } from '#domain/text';
import { type Column, DataTable, orDash, RowAction } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { CountInput, QuantityInput } from '../../components/number-input.js';
import { EmptyState } from '../../components/page-states.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { confirmRemoveMaterial, saveSampleForm, moveEntryTo } from './catalogue-writes.js';
import { texts } from './form.texts.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

/** Amounts are text until they are sent. */
type Draft = Pick<CatalogueMaterialView, 'id' | 'role' | 'isDefault' | 'isRequired' | 'dosageUnit'> & {
  recommendedDosage: string;
  unitRatio: string;
  position: number | null;
};

/** The field of a quantity shows its own problem. */
const problemsOf = ({ id }: Draft): Problem[] => (id === '' ? [problem('SAMPLE_REQUIRED', {}, 'id')] : []);

const amountOf = (text: string): number | null => {
  const amount = readQuantity(text);
  return amount === null ? null : Number(amount);
};
const amountText = (amount: number | null): string => (amount === null ? '' : String(amount));

const MaterialDialog = ({
  owner,
  form,
  existing,
  onDone,
}: {
  owner: CatalogueOwner;
  form: SampleFormView;
  existing: CatalogueMaterialView | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [initialDraft] = useState<Draft>(() =>
    existing
      ? {
          ...existing,
          recommendedDosage: amountText(existing.recommendedDosage),
          unitRatio: amountText(existing.unitRatio),
          position: form.materials.indexOf(existing) + 1,
        }
      : {
          id: '',
          role: '',
          isDefault: true,
          isRequired: false,
          dosageUnit: '',
          recommendedDosage: '',
          unitRatio: '',
          position: form.materials.length + 1,
        },
  );
  const save = ({ position, ...draft }: Draft) => {
    const { id, role, isDefault, isRequired, dosageUnit } = draft;
    const entry = {
      id,
      role,
      isDefault,
      isRequired,
      dosageUnit,
      recommendedDosage: amountOf(draft.recommendedDosage),
      unitRatio: amountOf(draft.unitRatio),
    };
    return saveSampleForm(owner, form, {
      materials: moveEntryTo<Omit<CatalogueMaterialView, 'label' | 'sampleNameLink'>>(
        form.materials,
        entry,
        existing,
        position ?? form.materials.length + 1,
      ),
    });
  };
  const handleDone = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(existing ? 'editMaterial' : 'addMaterial')}
      width={800}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => (
        <div className="form-grid">
          <Field label={t('material')} required className="span-2" error={problemAt('id') && t('chooseMaterial')}>
            {existing ? (
              <InputGroup fill readOnly value={existing.label} />
            ) : (
              <ChooseMaterial owner={owner} form={form} onChoose={(id) => change({ id })} />
            )}
          </Field>
          <Field label={t('place')}>
            <CountInput
              fill
              min={1}
              max={form.materials.length + 1}
              value={draft.position}
              onCount={(position) => change({ position })}
            />
          </Field>
          <Field label={t('role')}>
            <InputGroup
              fill
              maxLength={FORM_LIMITS.role}
              value={draft.role}
              onValueChange={(role) => change({ role })}
            />
          </Field>
          <Field label={t('recommendedDosage')}>
            <QuantityInput
              fill
              className="numeric"
              value={draft.recommendedDosage}
              invalidProblem={problem('CELL_NOT_A_NUMBER')}
              onText={(recommendedDosage) => change({ recommendedDosage })}
            />
          </Field>
          <Field label={t('dosageUnit')}>
            <InputGroup
              fill
              maxLength={FORM_LIMITS.unit}
              value={draft.dosageUnit}
              onValueChange={(dosageUnit) => change({ dosageUnit })}
            />
          </Field>
          <Field label={t('unitRatio')}>
            <QuantityInput
              fill
              className="numeric"
              value={draft.unitRatio}
              invalidProblem={problem('CELL_NOT_A_NUMBER')}
              onText={(unitRatio) => change({ unitRatio })}
            />
          </Field>
          <div className="switch-row span-2">
            <Switch
              label={t('isDefault')}
              checked={draft.isDefault}
              onChange={(event) => change({ isDefault: event.currentTarget.checked })}
            />
            <Switch
              label={t('isRequired')}
              checked={draft.isRequired}
              onChange={(event) => change({ isRequired: event.currentTarget.checked })}
            />
          </div>
        </div>
      )}
    </FormDialog>
  );
};

/** More samples than any catalogue shows in one list. */
const MANY = 1000;
/** As many as a list shows without much scrolling. */
const MAX_SUGGESTIONS = 30;

/** A sample that is not a material of the sample yet. */
const ChooseMaterial = ({
  owner,
  form,
  onChoose,
  ...control
}: {
  owner: CatalogueOwner;
  form: SampleFormView;
  onChoose(id: string): void;
  id?: string;
}) => {
  const t = useTexts(texts);
  const [searchText, setSearchText] = useState('');
  const all =
    useQuery({
      ...(owner.isTemplate
        ? queryOptionsOf(sysTestSampleGetAll, { maxResultCount: MANY })
        : queryOptionsOf(tuTestSampleGetAll, { maxResultCount: MANY, ...owner.ownerQuery })),
      staleTime: 60_000,
      meta: { quiet: true },
    }).data?.items ?? [];
  const available = all.filter(
    ({ id }) => id !== form.sampleId && !form.materials.some((material) => material.id === id),
  );
  const matches = available
    .filter(({ sampleName, sampleCode }) => containsFolded(`${sampleName}\n${sampleCode}`, searchText))
    .slice(0, MAX_SUGGESTIONS);
  return (
    <SuggestInput
      {...control}
      value={searchText}
      narrowed
      placeholder={t('searchMaterial')}
      suggestions={matches.map(({ id, sampleName, sampleCode }) => ({ id, value: sampleName, note: sampleCode }))}
      onChange={(value) => {
        setSearchText(value);
        onChoose(available.find(({ sampleName }) => sampleName === value.trim())?.id ?? '');
      }}
      onPick={({ id }) => onChoose(id)}
    />
  );
};

/** Adds a raw material to a sample, or changes an existing one. */
export const openMaterialDialog = (
  owner: CatalogueOwner,
  form: SampleFormView,
  existing: CatalogueMaterialView | null,
): Promise<void> =>
  openDialog<void>((settle) => (
    <MaterialDialog owner={owner} form={form} existing={existing} onDone={() => settle()} />
  ));

/** The possible raw materials of a sample, in the order of the form (001 RM-001). */
export const MaterialList = ({
  owner,
  form,
  reloading,
}: {
  owner: CatalogueOwner;
  form: SampleFormView;
  reloading: boolean;
}) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const dosage = ({ recommendedDosage, dosageUnit }: CatalogueMaterialView) =>
    recommendedDosage === null ? '' : `${recommendedDosage} ${dosageUnit}`.trim();
  const columns: Column<CatalogueMaterialView>[] = [
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
    { key: 'role', head: t('role'), width: 110, cell: ({ role }) => orDash(role) },
    {
      key: 'dosage',
      head: t('recommendedDosage'),
      width: 130,
      align: 'right',
      cell: (row) => <span className="numeric">{orDash(dosage(row))}</span>,
    },
    {
      key: 'ratio',
      head: t('unitRatio'),
      width: 80,
      align: 'right',
      cell: ({ unitRatio }) => <span className="numeric">{orDash(unitRatio === null ? '' : String(unitRatio))}</span>,
    },
    { key: 'default', head: t('isDefault'), width: 96, cell: ({ isDefault }) => orDash(isDefault ? t('yes') : '') },
    {
      key: 'required',
      head: t('isRequired'),
      width: 80,
      cell: ({ isRequired }) => orDash(isRequired ? t('yes') : ''),
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowAction text={t('edit')} name={row.label} onPress={() => void openMaterialDialog(owner, form, row)} />
          <RowAction text={t('remove')} name={row.label} onPress={() => void confirmRemoveMaterial(owner, form, row)} />
        </div>
      ),
    },
  ];
  return form.materials.length === 0 ? (
    <EmptyState icon={<Box size={28} />} title={t('noMaterials')}>
      {t('noMaterialsHint')}
    </EmptyState>
  ) : (
    <DataTable
      caption={t('materialList')}
      columns={columns.filter(({ key }) => wide || ['material', 'actions'].includes(key))}
      rows={form.materials}
      keyOf={({ id }) => id}
      reloading={reloading}
      onOpen={(row) => void openMaterialDialog(owner, form, row)}
    />
  );
};
