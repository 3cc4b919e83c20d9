import { Button, Tag } from '@blueprintjs/core';
import { Box } from '@blueprintjs/icons';
import type { CatalogueParameterView, CatalogueSampleView } from '#contract';
import { type Column, DataTable, orDash, RowAction } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { EmptyState } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { openParameterDialog, confirmRemoveParameter } from './parameter.dialog.js';
import { texts } from './texts.js';
import type { CatalogueOwner } from './catalogue-actions.js';

type Props = {
  owner: CatalogueOwner;
  sample: CatalogueSampleView;
  parameters: readonly CatalogueParameterView[];
  reloading: boolean;
};

/** Parameters of a sample with prices and standards, including those that are not offered (002 CAT-003). */
export const ParameterList = ({ owner, sample, parameters, reloading }: Props) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const offeredMark = ({ offered: isOn }: CatalogueParameterView) => (
    <Tag minimal intent={isOn ? 'success' : 'none'}>
      {t(isOn ? 'offered' : 'notOffered')}
    </Tag>
  );
  const codes = ({ standards }: CatalogueParameterView, use: '1' | '2') =>
    standards.filter(({ useType }) => useType === use || useType === '3');
  const standardsOf = (row: CatalogueParameterView, use: '1' | '2') => (
    <span className="parameter-standards">
      {codes(row, use).map(({ standardId, publishCode, clauseCode, isExpired }) => (
        <span key={standardId + clauseCode} className={`numeric${isExpired ? ' danger-text' : ''}`}>
          {publishCode}
          {clauseCode && ` ${clauseCode}`}
        </span>
      ))}
    </span>
  );
  const standardNames = (row: CatalogueParameterView, use: '1' | '2') =>
    codes(row, use)
      .map(({ publishCode, clauseCode, standardName }) => `${publishCode} ${clauseCode} ${standardName}`)
      .join('\n');
  const price = ({ price: ownPrice, sharedPrice, sharedPriceQualifier, scriptDescription }: CatalogueParameterView) => (
    <>
      {ownPrice === '' && sharedPrice === '' ? orDash('') : ownPrice !== '' && <Money amount={ownPrice} />}
      {scriptDescription !== null && (
        <div className="aux muted" title={scriptDescription}>
          {t('byScript')}
        </div>
      )}
      {sharedPrice !== '' && (
        <div className="aux muted" title={t('sharedHint')}>
          {sharedPriceQualifier} <Money amount={sharedPrice} />
        </div>
      )}
    </>
  );
  const columns: Column<CatalogueParameterView>[] = [
    {
      key: 'code',
      head: t('testParamCode'),
      width: 110,
      cell: ({ testParamCode }) => <span className="numeric">{testParamCode}</span>,
    },
    {
      key: 'name',
      head: t('displayName'),
      cell: (row) =>
        wide ? (
          row.displayName
        ) : (
          <>
            {row.displayName}
            <div className="aux muted row tight">
              <span className="numeric">{row.testParamCode}</span>
              {offeredMark(row)}
            </div>
          </>
        ),
      tooltip: ({ displayName, description }) => (description ? `${displayName}\n${description}` : displayName),
    },
    { key: 'price', head: t('price'), width: 120, align: 'right', noEllipsis: true, cell: price },
    {
      key: 'days',
      head: t('paramWorkDay'),
      width: 96,
      align: 'right',
      secondary: true,
      cell: ({ paramWorkDay }) => (
        <span className="numeric">{orDash(paramWorkDay === null ? '' : String(paramWorkDay))}</span>
      ),
    },
    {
      key: 'quantity',
      head: t('testQuantity'),
      width: 96,
      align: 'right',
      secondary: true,
      cell: ({ testQuantity, unitMeasure }) => (
        <span className="numeric">{orDash(testQuantity === null ? '' : `${testQuantity} ${unitMeasure}`)}</span>
      ),
    },
    {
      key: 'basis',
      head: t('basis'),
      secondary: true,
      cell: (row) => standardsOf(row, '1'),
      tooltip: (row) => standardNames(row, '1'),
    },
    {
      key: 'evaluation',
      head: t('evaluation'),
      secondary: true,
      cell: (row) => standardsOf(row, '2'),
      tooltip: (row) => standardNames(row, '2'),
    },
    { key: 'state', head: t('state'), width: 84, noEllipsis: true, cell: offeredMark },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowAction
            text={t('edit')}
            name={row.displayName}
            onPress={() => void openParameterDialog(owner, sample, row)}
          />
          <RowAction
            text={t('remove')}
            name={row.displayName}
            onPress={() => void confirmRemoveParameter(owner, row)}
          />
        </div>
      ),
    },
  ];
  return parameters.length === 0 ? (
    <EmptyState
      icon={<Box size={28} />}
      title={t('noParameters')}
      actions={
        <Button
          intent="primary"
          text={t('addParameter')}
          onClick={() => void openParameterDialog(owner, sample, null)}
        />
      }
    >
      {t('noParametersHint')}
    </EmptyState>
  ) : (
    <DataTable
      caption={t('parameterList')}
      columns={columns.filter(({ key }) => wide || ['name', 'price', 'actions'].includes(key))}
      rows={parameters}
      keyOf={({ id }) => id}
      reloading={reloading}
      onOpen={(row) => void openParameterDialog(owner, sample, row)}
    />
  );
};
