import { Button, Checkbox, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { Clipboard } from '@blueprintjs/icons';
import { useState } from 'react';
import type { CataloguePropertyView, SampleFormView } from '#contract';
import { FORM_LIMITS, PROPERTY_TYPE_WORDS, propertyProblems, applyPropertyPatch } from '#domain/catalogue-maintenance';
import { problem, type Problem } from '#domain/rules';
import { PROPERTY_TYPE } from '#domain/sample';
import { type Column, DataTable, orDash, RowAction } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { CountInput } from '../../components/number-input.js';
import { EmptyState } from '../../components/page-states.js';
import { listSeparator } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { confirmRemoveProperty, saveSampleForm, moveEntryTo } from './catalogue-writes.js';
import { texts } from './form.texts.js';
import { openPatternDialog } from './specification-pattern.dialog.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

/** Name of a type of auxiliary property (001 section 3). */
const typeName = (type: number): string => {
  const key = `propertyType.${type}`;
  return key in texts.zh ? textOf(texts, key as keyof typeof texts.zh) : String(type);
};

type Draft = Pick<CataloguePropertyView, 'name' | 'type' | 'unit' | 'value'> & {
  choices: string;
  position: number | null;
};

const choicesOf = ({ type, choices }: Draft): string[] =>
  type === PROPERTY_TYPE.select
    ? choices
        .split('\n')
        .map((each) => each.trim())
        .filter(Boolean)
    : [];

/** The rules of the service, for one property. */
const problemsOf =
  (otherProperties: readonly CataloguePropertyView[]) =>
  (draft: Draft): Problem[] => [
    ...propertyProblems({
      properties: [
        applyPropertyPatch(
          { name: draft.name, type: draft.type, unit: draft.unit, value: draft.value, choices: choicesOf(draft) },
          '',
        ),
      ],
    }).map((propertyProblem) => ({
      ...propertyProblem,
      path: (propertyProblem.path ?? '').replace('properties.0.', ''),
    })),
    ...(otherProperties.some(({ name }) => name === draft.name.trim())
      ? [problem('PROPERTY_NAME_TAKEN', { name: draft.name.trim() }, 'name')]
      : []),
  ];

const PropertyDialog = ({
  owner,
  form,
  existing,
  onDone,
}: {
  owner: CatalogueOwner;
  form: SampleFormView;
  existing: CataloguePropertyView | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [initialDraft] = useState<Draft>(() =>
    existing
      ? { ...existing, choices: existing.choices.join('\n'), position: form.properties.indexOf(existing) + 1 }
      : { name: '', type: 1, unit: '', value: '', choices: '', position: form.properties.length + 1 },
  );
  const otherProperties = form.properties.filter((each) => each !== existing);
  const save = (draft: Draft) => {
    const { name, type, unit, value, position } = draft;
    const entry = {
      ...(existing ? { id: existing.id } : {}),
      name: name.trim(),
      type,
      unit,
      value,
      choices: choicesOf(draft),
    };
    return saveSampleForm(owner, form, {
      properties: moveEntryTo<Omit<CataloguePropertyView, 'id' | 'isJoined'>>(
        form.properties,
        entry,
        existing,
        position ?? form.properties.length + 1,
      ),
    });
  };
  const handleDone = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(existing ? 'editProperty' : 'addProperty')}
      width={800}
      initial={initialDraft}
      problemsOf={problemsOf(otherProperties)}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => (
        <div className="form-grid">
          <Field label={t('name')} required className="span-2" error={problemAt('name')}>
            <InputGroup
              fill
              maxLength={FORM_LIMITS.name}
              value={draft.name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
          <Field label={t('place')}>
            <CountInput
              fill
              min={1}
              max={form.properties.length + 1}
              value={draft.position}
              onCount={(position) => change({ position })}
            />
          </Field>
          <Field label={t('type')}>
            <HTMLSelect
              fill
              value={draft.type}
              options={Object.keys(PROPERTY_TYPE_WORDS).map((type) => ({
                value: Number(type),
                label: typeName(Number(type)),
              }))}
              onChange={(event) => change({ type: Number(event.currentTarget.value), value: '' })}
            />
          </Field>
          <Field label={t('unit')} error={problemAt('unit')}>
            <InputGroup
              fill
              maxLength={FORM_LIMITS.unit}
              value={draft.unit}
              onValueChange={(unit) => change({ unit })}
            />
          </Field>
          {draft.type === PROPERTY_TYPE.checkbox ? (
            <Field label={t('value')} group>
              <Checkbox
                className="check"
                label={t('checked')}
                checked={draft.value === 'true'}
                onChange={(event) => change({ value: String(event.currentTarget.checked) })}
              />
            </Field>
          ) : (
            <Field label={t('value')} hint={t('valueHint')} error={problemAt('value')}>
              <InputGroup
                fill
                maxLength={200}
                {...(draft.type === PROPERTY_TYPE.date ? { type: 'date' } : {})}
                value={draft.value}
                onValueChange={(value) => change({ value })}
              />
            </Field>
          )}
          {draft.type === PROPERTY_TYPE.select && (
            <Field
              label={t('choices')}
              required
              hint={t('choicesHint')}
              className="span-all"
              error={problemAt('choices')}
            >
              <TextArea
                fill
                rows={6}
                value={draft.choices}
                onChange={(event) => change({ choices: event.currentTarget.value })}
              />
            </Field>
          )}
        </div>
      )}
    </FormDialog>
  );
};

/** Adds an auxiliary property to a sample, or changes an existing one. */
export const openPropertyDialog = (
  owner: CatalogueOwner,
  form: SampleFormView,
  existing: CataloguePropertyView | null,
): Promise<void> =>
  openDialog<void>((settle) => (
    <PropertyDialog owner={owner} form={form} existing={existing} onDone={() => settle()} />
  ));

/**
 * Auxiliary properties in the order of the form, and the specification pattern that uses them (001 AUX-001, SPM-006).
 */
export const PropertyList = ({
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
  const columns: Column<CataloguePropertyView>[] = [
    {
      key: 'name',
      head: t('name'),
      cell: (row) =>
        wide ? (
          row.name
        ) : (
          <>
            {row.name}
            <div className="aux muted">
              {typeName(row.type)}
              {row.unit && ` · ${row.unit}`}
              {row.isJoined && ` · ${t('isJoined')}`}
            </div>
          </>
        ),
    },
    { key: 'type', head: t('type'), width: 136, cell: ({ type }) => typeName(type) },
    { key: 'unit', head: t('unit'), width: 80, secondary: true, cell: ({ unit }) => orDash(unit) },
    {
      key: 'value',
      head: t('value'),
      secondary: true,
      cell: ({ type, value }) => orDash(type === 6 ? (value === 'true' ? t('yes') : '') : value),
      tooltip: ({ value }) => value,
    },
    {
      key: 'choices',
      head: t('choices'),
      secondary: true,
      cell: ({ choices }) => orDash(choices.join(listSeparator())),
      tooltip: ({ choices }) => choices.join('\n'),
    },
    { key: 'joined', head: t('isJoined'), width: 110, cell: ({ isJoined }) => orDash(isJoined ? t('yes') : '') },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowAction text={t('edit')} name={row.name} onPress={() => void openPropertyDialog(owner, form, row)} />
          <RowAction text={t('remove')} name={row.name} onPress={() => void confirmRemoveProperty(owner, form, row)} />
        </div>
      ),
    },
  ];
  return (
    <>
      <div className="pattern-line">
        <span className="muted">{t('specification')}</span>
        <span className="strong">{form.specification || t('specificationNone')}</span>
        {form.example && (
          <span className="muted">
            {t('example')} {form.example}
          </span>
        )}
        {form.properties.length > 0 && (
          <Button
            className="push"
            size="small"
            variant="outlined"
            text={t('editSpecification')}
            onClick={() => void openPatternDialog(owner, form)}
          />
        )}
      </div>
      {form.properties.length === 0 ? (
        <EmptyState icon={<Clipboard size={28} />} title={t('noProperties')}>
          {t('noPropertiesHint')}
        </EmptyState>
      ) : (
        <DataTable
          caption={t('propertyList')}
          columns={columns.filter(({ key }) => wide || ['name', 'actions'].includes(key))}
          rows={form.properties}
          keyOf={({ id }) => id}
          reloading={reloading}
          onOpen={(row) => void openPropertyDialog(owner, form, row)}
        />
      )}
    </>
  );
};
