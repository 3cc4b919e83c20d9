import { Button, InputGroup } from '@blueprintjs/core';
import { Duplicate, Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getReferenceSamples, type ReferenceSample } from '#contract';
import { sampleOrigin, type OriginProperty, applySampleOrigin } from '#domain/catalogue';
import { AppDialog } from '../../components/app-dialog.js';
import { orDash } from '../../components/data-table.js';
import { EmptyState, LoadedRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { toastWarning } from '../../components/toaster.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { atLeast } from '../../lib/event-position.js';
import { queryOptionsOf } from '../../lib/queries.js';
import en from '../../locales/en/reference.json' with { type: 'json' };
import es from '../../locales/es/reference.json' with { type: 'json' };
import zh from '../../locales/zh/reference.json' with { type: 'json' };
import './reference.css';
import type { SampleFields } from './sample-draft.js';

export const texts = defineTexts('reference', {
  zh,
  en,
  es,
});

/** RC-004. */
const PAGE_SIZES = [7, 20, 30, 50] as const;
/** RC-003, with their widths; the sample's name takes the slack. */
const COLUMNS = [
  ['consignCode', 138],
  ['createTime', 92],
  ['sampleName', null],
  ['specificationType', 80],
  ['produceInfo', 88],
  ['piHao', 76],
  ['extractAddress', 72],
  ['testSampleDescription', 72],
] as const;

export type ReferenceDialogProps = {
  testUnitId: string;
  projectId: string;
  /** The current consignment, which does not cite itself. */
  consignId: string;
  onClose(): void;
  onChosen(sample: ReferenceSample): void;
};

/** 引用已添加的委托 (RC-001 to RC-006): one sample that the unit consigned before, of the same project and testing unit. */
export const ReferenceDialog = ({ testUnitId, projectId, consignId, onClose, onChosen }: ReferenceDialogProps) => {
  const t = useTexts(texts);
  const [searchText, setSearchText] = useState('');
  const [query, setQuery] = useState<{ search: string; page: number; size: number }>({
    search: '',
    page: 1,
    size: PAGE_SIZES[0],
  });
  const [selectedSample, setSelectedSample] = useState<ReferenceSample | null>(null);
  const samples = useQuery({
    ...queryOptionsOf(getReferenceSamples, {
      testUnitId,
      projectId,
      consignId,
      search: query.search,
      skipCount: (query.page - 1) * query.size,
      maxResultCount: query.size,
      ...(atLeast() ? { atLeast: atLeast() } : {}),
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const cite = (sample: ReferenceSample) => {
    onChosen(sample);
    onClose();
  };
  const confirm = () => (selectedSample ? cite(selectedSample) : toastWarning(t('mustChoose')));
  const changeQuery = (next: Partial<typeof query>) => {
    setSelectedSample(null);
    setQuery({ ...query, page: 1, ...next });
  };
  const search = () => changeQuery({ search: searchText.trim() });
  const cellText = (sample: ReferenceSample, column: (typeof COLUMNS)[number][0]) =>
    column === 'createTime' ? dateTime(sample.createTime).slice(0, 10) : sample[column];

  return (
    <AppDialog
      title={t('title')}
      width={800}
      canEscapeKeyClose={false}
      onClose={onClose}
      onConfirm={confirm}
      footer={
        <>
          {selectedSample && (
            <span className="aux secondary ellipsis">
              {selectedSample.consignCode}　{selectedSample.sampleName}
            </span>
          )}
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('confirm')} onClick={confirm} />
        </>
      }
    >
      <div className="row wide">
        <InputGroup
          className="grow"
          leftIcon={<Search />}
          placeholder={t('placeholder')}
          aria-label={t('placeholder')}
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              search();
            }
          }}
        />
        <Button text={t('query')} onClick={search} />
      </div>
      <div className="reference-list">
        <LoadedRows
          query={samples}
          rows={samples.isError ? undefined : samples.data?.items}
          skeletonRows={7}
          empty={
            <EmptyState
              icon={<Duplicate size={28} />}
              title={query.search ? t('noneFound', { text: query.search }) : t('none')}
            >
              {t(query.search ? 'noneFoundHint' : 'noneHint')}
            </EmptyState>
          }
        >
          {(items) => (
            <table className="data-table wrapping as-cards" aria-label={t('title')}>
              <colgroup>
                <col style={{ width: 40 }} />
                {COLUMNS.map(([column, width]) => (
                  <col key={column} style={width ? { width } : undefined} />
                ))}
              </colgroup>
              <thead>
                <tr>
                  <th className="whole">
                    <span className="only-heard">{t('choose')}</span>
                  </th>
                  {COLUMNS.map(([column]) => (
                    <th key={column} scope="col">
                      {t(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map((sample) => (
                  <tr
                    key={sample.id}
                    aria-selected={selectedSample?.id === sample.id}
                    onClick={() => setSelectedSample(sample)}
                    onDoubleClick={() => cite(sample)}
                  >
                    <td className="whole card-choice">
                      <input
                        type="radio"
                        className="reference-radio"
                        name="reference"
                        aria-label={`${sample.consignCode} ${sample.sampleName}`}
                        checked={selectedSample?.id === sample.id}
                        onChange={() => setSelectedSample(sample)}
                      />
                    </td>
                    {COLUMNS.map(([column]) => (
                      <td
                        key={column}
                        className={
                          column === 'consignCode' ? 'numeric card-title' : column === 'createTime' ? 'numeric' : ''
                        }
                        data-label={column === 'consignCode' || column === 'sampleName' ? undefined : t(column)}
                        title={cellText(sample, column)}
                      >
                        {orDash(cellText(sample, column))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </LoadedRows>
      </div>
      {samples.data && (
        <Pager
          jumper
          page={query.page}
          pageSize={query.size}
          total={samples.data.totalCount}
          sizes={PAGE_SIZES}
          onPage={(page) => changeQuery({ page })}
          onPageSize={(size) => changeQuery({ size })}
        />
      )}
    </AppDialog>
  );
};

/** What can be filled in from another sample; each is also the key of its label. */
export type CitableField = 'specification' | OriginProperty | 'extractAddress' | 'sampleDescription';

/**
 * The changes that a cited sample makes to the form, and which of its values were filled in. Values that it does not
 * have, or that this sample's catalogue does not ask for, stay unchanged; a sample left to the laboratory takes no
 * specification and no origin (TID-005).
 */
export const applyCitedSample = (
  citedSample: ReferenceSample,
  fields: SampleFields,
  isLeftToLab: boolean,
): { part: Partial<SampleFields>; filledFields: CitableField[] } => {
  const origin = {
    ...(citedSample.produceInfo ? { produceInfo: citedSample.produceInfo } : {}),
    ...(citedSample.piHao ? { piHao: citedSample.piHao } : {}),
  };
  const properties = isLeftToLab ? fields.buSamplePropertyInfo : applySampleOrigin(fields.buSamplePropertyInfo, origin);
  const newOrigin = isLeftToLab ? { produceInfo: '', piHao: '' } : sampleOrigin(properties);
  const filledFields: CitableField[] = [
    ...(citedSample.specificationType && !isLeftToLab ? ['specification' as const] : []),
    ...(['produceInfo', 'piHao'] as const).filter(
      (name) => citedSample[name] !== '' && newOrigin[name] === citedSample[name],
    ),
    ...(citedSample.extractAddress ? ['extractAddress' as const] : []),
    ...(citedSample.testSampleDescription ? ['sampleDescription' as const] : []),
  ];
  return {
    filledFields,
    part: {
      ...(filledFields.includes('specification')
        ? {
            specificationType: citedSample.specificationType,
            specificationBuildMethod: citedSample.specificationBuildMethod,
          }
        : {}),
      ...(citedSample.extractAddress ? { extractAddress: citedSample.extractAddress } : {}),
      ...(citedSample.testSampleDescription ? { testSampleDescription: citedSample.testSampleDescription } : {}),
      buSamplePropertyInfo: properties,
    },
  };
};
