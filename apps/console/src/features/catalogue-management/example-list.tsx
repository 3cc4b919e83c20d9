import { Media } from '@blueprintjs/icons';
import type { KeptExample, KeptSampleForm } from '#contract';
import { type Column, DataTable } from '../../components/data-table.js';
import { showExamples } from '../../components/example-pictures.dialog.js';
import { Empty } from '../../components/page-states.js';
import { RowVerb } from '../../components/row-verb.js';
import { useTexts } from '../../i18n/texts.js';
import { apiAddress } from '../../lib/api-host.js';
import { askExample } from './example.dialog.js';
import { texts } from './form.texts.js';
import { askRemoveExample } from './keep-form.js';
import type { Keeper } from './keeper.js';

/** Pictures of how the form of a sample is filled in, in the order in which it shows them (001 SAPI-013). */
export const ExampleList = ({
  keeper,
  form,
  reloading,
}: {
  keeper: Keeper;
  form: KeptSampleForm;
  reloading: boolean;
}) => {
  const t = useTexts(texts);
  const columns: Column<KeptExample>[] = [
    {
      key: 'picture',
      head: t('examplePicture'),
      width: 120,
      whole: true,
      cell: ({ name, image }) => (
        <button
          type="button"
          className="kept-picture"
          aria-label={t('showExample', { name })}
          onClick={() => void showExamples({ title: t('examples'), pictures: [{ name, url: image }] })}
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
      whole: true,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={row.name} onPress={() => void askExample(keeper, form, row)} />
          <RowVerb text={t('remove')} name={row.name} onPress={() => void askRemoveExample(keeper, form, row)} />
        </div>
      ),
    },
  ];
  return form.examples.length === 0 ? (
    <Empty icon={<Media size={28} />} title={t('noExamples')}>
      {t('noExamplesHint')}
    </Empty>
  ) : (
    <DataTable
      caption={t('exampleList')}
      columns={columns}
      rows={form.examples}
      keyOf={({ image }) => image}
      reloading={reloading}
      onOpen={(row) => void askExample(keeper, form, row)}
    />
  );
};
