import { Button } from '@blueprintjs/core';
import { Clipboard } from '@blueprintjs/icons';
import type { KeptProperty, KeptSampleForm } from '#contract';
import { type Column, DataTable, orNothing } from '../../components/data-table.js';
import { Empty } from '../../components/page-states.js';
import { RowVerb } from '../../components/row-verb.js';
import { useTexts } from '../../i18n/texts.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './form.texts.js';
import { askRemoveProperty } from './keep-form.js';
import type { Keeper } from './keeper.js';
import { askProperty } from './property.dialog.js';
import { typeName } from './property-types.js';
import { askPattern } from './specification-pattern.dialog.js';
import { comma } from '../../i18n/comma.js';

/** Auxiliary properties in the order of the form, and how some of them make the specification (001 AUX-001, SPM-006). */
export const PropertyList = ({
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
  const columns: Column<KeptProperty>[] = [
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
    { key: 'unit', head: t('unit'), width: 80, secondary: true, cell: ({ unit }) => orNothing(unit) },
    {
      key: 'value',
      head: t('value'),
      secondary: true,
      cell: ({ type, value }) => orNothing(type === 6 ? (value === 'true' ? t('yes') : '') : value),
      tooltip: ({ value }) => value,
    },
    {
      key: 'choices',
      head: t('choices'),
      secondary: true,
      cell: ({ choices }) => orNothing(choices.join(comma())),
      tooltip: ({ choices }) => choices.join('\n'),
    },
    { key: 'joined', head: t('isJoined'), width: 110, cell: ({ isJoined }) => orNothing(isJoined ? t('yes') : '') },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      whole: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={row.name} onPress={() => void askProperty(keeper, form, row)} />
          <RowVerb text={t('remove')} name={row.name} onPress={() => void askRemoveProperty(keeper, form, row)} />
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
            onClick={() => void askPattern(keeper, form)}
          />
        )}
      </div>
      {form.properties.length === 0 ? (
        <Empty icon={<Clipboard size={28} />} title={t('noProperties')}>
          {t('noPropertiesHint')}
        </Empty>
      ) : (
        <DataTable
          caption={t('propertyList')}
          columns={columns.filter(({ key }) => wide || ['name', 'actions'].includes(key))}
          rows={form.properties}
          keyOf={({ id }) => id}
          reloading={reloading}
          onOpen={(row) => void askProperty(keeper, form, row)}
        />
      )}
    </>
  );
};
