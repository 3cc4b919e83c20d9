import { Button, Tag } from '@blueprintjs/core';
import { Box, Edit, History, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { type KeptParameter, type KeptSample, sysTestSampleGet, tuTestParamGetAll, tuTestSampleGet } from '#contract';
import { type Column, DataTable, orNothing } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { PageHeader } from '../../components/page-header.js';
import { Empty, Failed, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { useViewTitle } from '../../lib/view.js';
import './catalogue-management.css';
import { type Keeper, keeperOf } from './keeper.js';
import { askParameter, askRemoveParameter } from './parameter.dialog.js';
import { RowVerb } from '../../components/row-verb.js';
import { SampleOrigin } from './sample-origin.js';
import { askHistory, askReset } from './sample-verbs.js';
import { askSample } from './sample.dialog.js';
import { texts } from './texts.js';

/** One sample with its parameters, prices and standards (002 CAT-003). */
const SamplePage = () => {
  const { unitId, sampleId = '' } = useParams();
  const keeper = keeperOf(useUser(), unitId ?? null);
  const sample = useQuery({ ...(keeper.isTemplate ? readOf(sysTestSampleGet, { id: sampleId }) : readOf(tuTestSampleGet, { id: sampleId, ...keeper.whose })), meta: { quiet: true } });
  useViewTitle(sample.data?.sampleName ?? null);
  if (sample.data) return <Sample keeper={keeper} sample={sample.data} />;
  return <><PageHeader /><div className="page-body scrolls"><div className="card list-card">{sample.isError ? <Failed error={sample.error} onRetry={() => void sample.refetch()} /> : <LoadingRows rows={8} />}</div></div></>;
};

const Sample = ({ keeper, sample }: { keeper: Keeper; sample: KeptSample }) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const list = useQuery({ ...readOf(tuTestParamGetAll, { testSampleId: sample.id, ...keeper.whose }), meta: { quiet: true } });
  const offered = ({ offered: isOn }: KeptParameter) => <Tag minimal intent={isOn ? 'success' : 'none'}>{t(isOn ? 'offered' : 'notOffered')}</Tag>;
  const codes = ({ standards }: KeptParameter, use: '1' | '2') => standards.filter(({ useType }) => useType === use || useType === '3');
  const standardsOf = (row: KeptParameter, use: '1' | '2') => <span className="kept-standards">{codes(row, use).map(({ standardId, publishCode, clauseCode, isExpired }) => <span key={standardId + clauseCode} className={`numeric${isExpired ? ' danger-text' : ''}`}>{publishCode}{clauseCode && ` ${clauseCode}`}</span>)}</span>;
  const told = (row: KeptParameter, use: '1' | '2') => codes(row, use).map(({ publishCode, clauseCode, standardName }) => `${publishCode} ${clauseCode} ${standardName}`).join('\n');
  const price = ({ price: own, sharedPrice, sharedPriceQualifier }: KeptParameter) => (
    <>{own === '' && sharedPrice === '' ? orNothing('') : own !== '' && <Money amount={own} />}{sharedPrice !== '' && <div className="aux muted" title={t('sharedHint')}>{sharedPriceQualifier} <Money amount={sharedPrice} /></div>}</>
  );
  const columns: Column<KeptParameter>[] = [
    { key: 'code', head: t('testParamCode'), width: 110, cell: ({ testParamCode }) => <span className="numeric">{testParamCode}</span> },
    { key: 'name', head: t('displayName'), cell: (row) => (wide ? row.displayName : <>{row.displayName}<div className="aux muted row tight"><span className="numeric">{row.testParamCode}</span>{offered(row)}</div></>), tooltip: ({ displayName, description }) => (description ? `${displayName}\n${description}` : displayName) },
    { key: 'price', head: t('price'), width: 120, align: 'right', whole: true, cell: price },
    { key: 'days', head: t('paramWorkDay'), width: 96, align: 'right', secondary: true, cell: ({ paramWorkDay }) => <span className="numeric">{orNothing(paramWorkDay === null ? '' : String(paramWorkDay))}</span> },
    { key: 'quantity', head: t('testQuantity'), width: 96, align: 'right', secondary: true, cell: ({ testQuantity, unitMeasure }) => <span className="numeric">{orNothing(testQuantity === null ? '' : `${testQuantity} ${unitMeasure}`)}</span> },
    { key: 'basis', head: t('basis'), secondary: true, cell: (row) => standardsOf(row, '1'), tooltip: (row) => told(row, '1') },
    { key: 'evaluation', head: t('evaluation'), secondary: true, cell: (row) => standardsOf(row, '2'), tooltip: (row) => told(row, '2') },
    { key: 'state', head: t('state'), width: 84, whole: true, cell: offered },
    {
      key: 'actions', head: t('actions'), width: 104, whole: true, pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={row.displayName} onPress={() => void askParameter(keeper, sample, row)} />
          <RowVerb text={t('remove')} name={row.displayName} onPress={() => void askRemoveParameter(keeper, row)} />
        </div>
      ),
    },
  ];
  const add = <Button intent="primary" icon={<Plus />} text={t('addParameter')} onClick={() => void askParameter(keeper, sample, null)} />;
  return (
    <>
      <PageHeader
        title={sample.sampleName} code={sample.sampleCode} {...(keeper.isTemplate ? {} : { tag: <SampleOrigin sample={sample} /> })}
        actions={<>
          <Button variant="outlined" icon={<History />} text={t('history')} onClick={() => void askHistory(keeper, sample)} />
          {sample.origin === 'copy' && <Button variant="outlined" text={t('reset')} onClick={() => void askReset(keeper, sample)} />}
          <Button variant="outlined" icon={<Edit />} text={t('editSample')} onClick={() => void askSample(keeper, sample)} />
          {add}
        </>}
      />
      <div className="page-body scrolls">
        <div className="card list-card managed-list">
          {list.isPending ? <LoadingRows rows={8} /> : !list.data ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : list.data.length === 0
            ? <Empty icon={<Box size={28} />} title={t('noParameters')} actions={add}>{t('noParametersHint')}</Empty>
            : <DataTable caption={t('parameterList')} columns={columns.filter(({ key }) => wide || ['name', 'price', 'actions'].includes(key))} rows={list.data} keyOf={({ id }) => id} reloading={list.isFetching} onOpen={(row) => void askParameter(keeper, sample, row)} />}
        </div>
      </div>
    </>
  );
};

export default SamplePage;
