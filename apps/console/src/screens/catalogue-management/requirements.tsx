import { Checkbox } from '@blueprintjs/core';
import { Manual } from '@blueprintjs/icons';
import { useState } from 'react';
import type { CatalogueParameterView, SampleRequirementView, SampleFormView } from '#contract';
import { plainText } from '#domain/catalogue';
import { problem, type Problem } from '#domain/rules';
import { type Column, DataTable, RowAction } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { EmptyState } from '../../components/page-states.js';
import { RichTextField } from '../../components/rich-text-editor/rich-text-field.js';
import { imagesInHtml } from '../../components/rich-text.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './catalogue-management.css';
import { confirmRemoveRequirement, saveSampleForm } from './catalogue-writes.js';
import { texts } from './form.texts.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

/**
 * A paragraph with pictures only: the editor has pictures between paragraphs and would leave an empty paragraph beside
 * them.
 */
const PICTURES_ALONE = /<p[^>]*>\s*((?:<img\b[^>]*>\s*)+)<\/p>/gi;

/** Edits receiving requirements with their pictures: embedded ones stay, new ones are uploaded. */
export const RequirementEditor = ({
  label,
  value,
  invalid = false,
  onChange,
}: {
  label: string;
  value: string;
  invalid?: boolean;
  onChange(html: string): void;
}) => {
  const [{ first, embeddedPictures }] = useState(() => ({
    first: value.replace(PICTURES_ALONE, '$1'),
    embeddedPictures: imagesInHtml(value).map(({ src }) => src),
  }));
  return (
    <RichTextField
      label={label}
      value={first}
      embeddedPictures={embeddedPictures}
      invalid={invalid}
      onChange={onChange}
    />
  );
};

type Draft = { paramIds: readonly string[]; text: string };
type RequirementsInput = {
  owner: CatalogueOwner;
  form: SampleFormView;
  parameters: readonly CatalogueParameterView[];
};

const problemsOf = ({ paramIds, text }: Draft): Problem[] => [
  ...(paramIds.length === 0 ? [problem('REQUIREMENT_WITHOUT_PARAMETERS', {}, 'paramIds')] : []),
  ...(text.replaceAll(/<(?!img)[^>]*>/g, '').trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'text')] : []),
];

const RequirementDialog = ({
  input: { owner, form, parameters },
  existing,
  onDone,
}: {
  input: RequirementsInput;
  existing: SampleRequirementView | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [initialDraft] = useState<Draft>(() => existing ?? { paramIds: [], text: '' });
  const save = ({ paramIds, text }: Draft) => {
    const entry = { ...(existing ? { id: existing.id } : {}), paramIds: [...paramIds], text };
    return saveSampleForm(owner, form, {
      requirements: existing
        ? form.requirements.map((each) => (each === existing ? entry : each))
        : [...form.requirements, entry],
    });
  };
  const handleDone = () => {
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(existing ? 'editRequirement' : 'addRequirement')}
      width={800}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => {
        const toggle = (id: string) =>
          change({
            paramIds: draft.paramIds.includes(id)
              ? draft.paramIds.filter((each) => each !== id)
              : [...draft.paramIds, id],
          });
        return (
          <div className="form-grid">
            <Field label={t('requirementParams')} required group className="span-all" error={problemAt('paramIds')}>
              <div className="pack-params">
                {parameters.map(({ id, displayName }) => (
                  <Checkbox
                    key={id}
                    className="check"
                    label={displayName}
                    checked={draft.paramIds.includes(id)}
                    onChange={() => toggle(id)}
                  />
                ))}
              </div>
            </Field>
            <Field label={t('requirementText')} required group className="span-all" error={problemAt('text')}>
              <RequirementEditor
                label={t('requirementText')}
                value={initialDraft.text}
                invalid={problemAt('text') !== undefined}
                onChange={(text) => change({ text })}
              />
            </Field>
          </div>
        );
      }}
    </FormDialog>
  );
};

/**
 * Adds a requirement that depends on parameters, or changes an existing one, unless somebody changed the sample
 * meanwhile.
 */
export const openRequirementDialog = (
  input: RequirementsInput,
  existing: SampleRequirementView | null,
): Promise<void> =>
  openDialog<void>((settle) => <RequirementDialog input={input} existing={existing} onDone={() => settle()} />);

type Props = {
  owner: CatalogueOwner;
  form: SampleFormView;
  parameters: readonly CatalogueParameterView[];
  reloading: boolean;
};

/** Requirements of a sample that depend on parameters (001 SAPI-010). */
export const RequirementList = ({ owner, form, parameters, reloading }: Props) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const namesOf = ({ paramIds }: SampleRequirementView) =>
    paramIds
      .map((id) => parameters.find((parameter) => parameter.id === id)?.displayName ?? t('goneParameter'))
      .join(listSeparator());
  const open = (row: SampleRequirementView) => void openRequirementDialog({ owner, form, parameters }, row);
  const columns: Column<SampleRequirementView>[] = [
    {
      key: 'params',
      head: t('requirementParams'),
      ...(wide ? { width: 320 } : {}),
      cell: (row) =>
        wide ? (
          namesOf(row)
        ) : (
          <>
            {namesOf(row)}
            <div className="aux muted">{plainText(row.text)}</div>
          </>
        ),
      tooltip: namesOf,
    },
    {
      key: 'text',
      head: t('requirementText'),
      cell: ({ text }) => (
        <>
          {plainText(text)}
          {imagesInHtml(text).map(({ src, alt }, index) => (
            <img key={index} className="catalogue-picture" src={src} alt={alt} />
          ))}
        </>
      ),
      tooltip: ({ text }) => plainText(text),
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowAction text={t('edit')} name={namesOf(row)} onPress={() => open(row)} />
          <RowAction
            text={t('remove')}
            name={namesOf(row)}
            onPress={() => void confirmRemoveRequirement(owner, form, row, namesOf(row))}
          />
        </div>
      ),
    },
  ];
  return form.requirements.length === 0 ? (
    <EmptyState icon={<Manual size={28} />} title={t('noRequirements')}>
      {t('noRequirementsHint')}
    </EmptyState>
  ) : (
    <DataTable
      caption={t('requirementList')}
      columns={columns.filter(({ key }) => wide || key !== 'text')}
      rows={form.requirements}
      keyOf={({ id }) => id}
      reloading={reloading}
      onOpen={open}
    />
  );
};
