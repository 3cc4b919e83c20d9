import { Button, InputGroup } from '@blueprintjs/core';
import { Media, Trash } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { type SampleExampleView, type SampleFormView, uploadImg } from '#contract';
import { EXAMPLE_LIMITS, exampleProblems } from '#domain/catalogue-maintenance';
import { IMAGE_DIRECTORY, IMAGE_EXTENSIONS, imageProblem } from '#domain/files';
import { problem, type Problem } from '#domain/rules';
import { type Column, DataTable, RowAction } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { openExamplePictures } from '../../components/example-pictures.dialog.js';
import { Field } from '../../components/field.js';
import { FilePicker, type UploadFile } from '../../components/file-picker.js';
import { FormDialog } from '../../components/form-dialog.js';
import { CountInput } from '../../components/number-input.js';
import { EmptyState } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { apiAddress } from '../../lib/http.js';
import { discardPicture } from '../../lib/remove-picture.js';
import { upload } from '../../lib/upload.js';
import './catalogue-management.css';
import { confirmRemoveExample, saveSampleForm, moveEntryTo } from './catalogue-writes.js';
import { texts } from './form.texts.js';
import { type CatalogueOwner, samplesChanged } from './catalogue-actions.js';

type Draft = SampleExampleView & { position: number | null };

const rules = { extensions: IMAGE_EXTENSIONS, problemOf: ({ name, size }: File) => imageProblem({ name, size }) };

/** The rules of the service, for one example. */
const problemsOf = ({ name, image }: Draft): Problem[] => [
  ...(image === '' ? [problem('EXAMPLE_WITHOUT_PICTURE', {}, 'image')] : []),
  ...exampleProblems({ examples: [{ name, image }] }).map((exampleProblem) => ({
    ...exampleProblem,
    path: (exampleProblem.path ?? '').replace('examples.0.', ''),
  })),
];

const ExampleDialog = ({
  owner,
  form,
  existing,
  onDone,
}: {
  owner: CatalogueOwner;
  form: SampleFormView;
  existing: SampleExampleView | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [initialDraft] = useState<Draft>(() =>
    existing
      ? { ...existing, position: form.examples.indexOf(existing) + 1 }
      : { name: '', image: '', position: form.examples.length + 1 },
  );
  const save = ({ name, image, position }: Draft) =>
    saveSampleForm(owner, form, {
      examples: moveEntryTo(
        form.examples,
        { name: name.trim(), image },
        existing,
        position ?? form.examples.length + 1,
      ),
    });
  const uploaded = useRef('');
  /** Deletes pictures that no example will show. */
  const giveUp = () => {
    if (uploaded.current !== '') void discardPicture(uploaded.current);
    uploaded.current = '';
  };
  const handleDone = (saved: boolean) => {
    if (!saved) giveUp();
    onDone();
    void samplesChanged();
  };
  return (
    <FormDialog
      title={t(existing ? 'editExample' : 'addExample')}
      width={550}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => {
        const send: UploadFile = async (file, options) => {
          const { data: image } = await upload(uploadImg, file, { fields: { directory: IMAGE_DIRECTORY }, ...options });
          uploaded.current = image;
          // The user may have typed a name while the picture was uploaded.
          change(({ name }) => ({
            image,
            ...(name.trim() === '' ? { name: file.name.replace(/\.[^.]*$/, '').slice(0, EXAMPLE_LIMITS.name) } : {}),
          }));
        };
        return (
          <div className="form-grid">
            <Field label={t('examplePicture')} required group className="span-all" error={problemAt('image')}>
              {draft.image === '' ? (
                <FilePicker
                  label={t('examplePicture')}
                  limit={1}
                  rules={{ ...rules, text: t('pictureRules') }}
                  send={send}
                />
              ) : (
                <div className="example-chosen">
                  <img src={apiAddress(draft.image)} alt={draft.name} />
                  {!existing && (
                    <Button
                      variant="minimal"
                      size="small"
                      icon={<Trash />}
                      text={t('otherPicture')}
                      onClick={() => {
                        giveUp();
                        change({ image: '' });
                      }}
                    />
                  )}
                </div>
              )}
            </Field>
            <Field label={t('exampleName')} required className="span-2" error={problemAt('name')}>
              <InputGroup
                fill
                maxLength={EXAMPLE_LIMITS.name}
                value={draft.name}
                onValueChange={(name) => change({ name })}
              />
            </Field>
            <Field label={t('place')}>
              <CountInput
                fill
                min={1}
                max={form.examples.length + 1}
                value={draft.position}
                onCount={(position) => change({ position })}
              />
            </Field>
          </div>
        );
      }}
    </FormDialog>
  );
};

/**
 * Adds a picture of how to fill in the form, or changes name and position of an existing one; another picture is
 * another example.
 */
export const openExampleDialog = (
  owner: CatalogueOwner,
  form: SampleFormView,
  existing: SampleExampleView | null,
): Promise<void> =>
  openDialog<void>((settle) => <ExampleDialog owner={owner} form={form} existing={existing} onDone={() => settle()} />);

/** Pictures of how to fill in the form of a sample, in the order of the form (001 SAPI-013). */
export const ExampleList = ({
  owner,
  form,
  reloading,
}: {
  owner: CatalogueOwner;
  form: SampleFormView;
  reloading: boolean;
}) => {
  const t = useTexts(texts);
  const columns: Column<SampleExampleView>[] = [
    {
      key: 'picture',
      head: t('examplePicture'),
      width: 120,
      noEllipsis: true,
      cell: ({ name, image }) => (
        <button
          type="button"
          className="catalogue-picture"
          aria-label={t('showExample', { name })}
          onClick={() => void openExamplePictures({ title: t('examples'), pictures: [{ name, url: image }] })}
        >
          <img src={apiAddress(image)} alt="" />
        </button>
      ),
    },
    { key: 'name', head: t('exampleName'), cell: ({ name }) => name, tooltip: ({ name }) => name },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      noEllipsis: true,
      cell: (row) => (
        <div className="row wide">
          <RowAction text={t('edit')} name={row.name} onPress={() => void openExampleDialog(owner, form, row)} />
          <RowAction text={t('remove')} name={row.name} onPress={() => void confirmRemoveExample(owner, form, row)} />
        </div>
      ),
    },
  ];
  return form.examples.length === 0 ? (
    <EmptyState icon={<Media size={28} />} title={t('noExamples')}>
      {t('noExamplesHint')}
    </EmptyState>
  ) : (
    <DataTable
      caption={t('exampleList')}
      columns={columns}
      rows={form.examples}
      keyOf={({ image }) => image}
      reloading={reloading}
      onOpen={(row) => void openExampleDialog(owner, form, row)}
    />
  );
};
