import { Button, Tag } from '@blueprintjs/core';
import { Box } from '@blueprintjs/icons';
import type { KeptParameter, KeptSample } from '#contract';
import { type Column, DataTable, orNothing, RowVerb } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Empty } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { askParameter, askRemoveParameter } from './parameter.dialog.js';
import { texts } from './texts.js';
import type { Keeper } from './verbs.js';

type Props = { keeper: Keeper; sample: KeptSample; parameters: readonly KeptParameter[]; reloading: boolean };

/** Parameters of a sample with prices and standards, those not offered too (002 CAT-003). */
export const ParameterList = ({ keeper, sample, parameters, reloading }: Props) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const offered = ({ offered: isOn }: KeptParameter) => (
    <Tag minimal intent={isOn ? 'success' : 'none'}>
      {t(isOn ? 'offered' : 'notOffered')}
    </Tag>
  );
  const codes = ({ standards }: KeptParameter, use: '1' | '2') =>
    standards.filter(({ useType }) => useType === use || useType === '3');
  const standardsOf = (row: KeptParameter, use: '1' | '2') => (
    <span className="kept-standards">
      {codes(row, use).map(({ standardId, publishCode, clauseCode, isExpired }) => (
        <span key={standardId + clauseCode} className={`numeric${isExpired ? ' danger-text' : ''}`}>
          {publishCode}
          {clauseCode && ` ${clauseCode}`}
        </span>
      ))}
    </span>
  );
  const told = (row: KeptParameter, use: '1' | '2') =>
    codes(row, use)
      .map(({ publishCode, clauseCode, standardName }) => `${publishCode} ${clauseCode} ${standardName}`)
      .join('\n');
  const price = ({ price: own, sharedPrice, sharedPriceQualifier, scriptDescription }: KeptParameter) => (
    <>
      {own === '' && sharedPrice === '' ? orNothing('') : own !== '' && <Money amount={own} />}
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
  const columns: Column<KeptParameter>[] = [
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
              {offered(row)}
            </div>
          </>
        ),
      tooltip: ({ displayName, description }) => (description ? `${displayName}\n${description}` : displayName),
    },
    { key: 'price', head: t('price'), width: 120, align: 'right', whole: true, cell: price },
    {
      key: 'days',
      head: t('paramWorkDay'),
      width: 96,
      align: 'right',
      secondary: true,
      cell: ({ paramWorkDay }) => (
        <span className="numeric">{orNothing(paramWorkDay === null ? '' : String(paramWorkDay))}</span>
      ),
    },
    {
      key: 'quantity',
      head: t('testQuantity'),
      width: 96,
      align: 'right',
      secondary: true,
      cell: ({ testQuantity, unitMeasure }) => (
        <span className="numeric">{orNothing(testQuantity === null ? '' : `${testQuantity} ${unitMeasure}`)}</span>
      ),
    },
    {
      key: 'basis',
      head: t('basis'),
      secondary: true,
      cell: (row) => standardsOf(row, '1'),
      tooltip: (row) => told(row, '1'),
    },
    {
      key: 'evaluation',
      head: t('evaluation'),
      secondary: true,
      cell: (row) => standardsOf(row, '2'),
      tooltip: (row) => told(row, '2'),
    },
    { key: 'state', head: t('state'), width: 84, whole: true, cell: offered },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      whole: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={row.displayName} onPress={() => void askParameter(keeper, sample, row)} />
          <RowVerb text={t('remove')} name={row.displayName} onPress={() => void askRemoveParameter(keeper, row)} />
        </div>
      ),
    },
  ];
  return parameters.length === 0 ? (
    <Empty
      icon={<Box size={28} />}
      title={t('noParameters')}
      actions={
        <Button intent="primary" text={t('addParameter')} onClick={() => void askParameter(keeper, sample, null)} />
      }
    >
      {t('noParametersHint')}
    </Empty>
  ) : (
    <DataTable
      caption={t('parameterList')}
      columns={columns.filter(({ key }) => wide || ['name', 'price', 'actions'].includes(key))}
      rows={parameters}
      keyOf={({ id }) => id}
      reloading={reloading}
      onOpen={(row) => void askParameter(keeper, sample, row)}
    />
  );
};
