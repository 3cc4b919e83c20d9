import { Button, Tag } from '@blueprintjs/core';
import { Box, DiagramTree as Diagram, Download, Plus, Upload } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type CatalogueSampleView, sysTestSampleGetAll, tuTestSampleGetAll } from '#contract';
import { type Column, orDash, RowAction } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { useTexts } from '../../i18n/texts.js';
import { listOptions } from '../../lib/list-query.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import './catalogue-management.css';
import { CatalogueOwnerRoute } from './catalogue-owner-route.js';
import { openLevelsDialog } from './levels.dialog.js';
import { samplePath, samplesPath } from '../../lib/paths.js';
import { SampleOrigin } from './sample-origin.js';
import { openSampleDialog } from './sample.dialog.js';
import { texts } from './texts.js';
import {
  confirmCopy,
  confirmImport,
  confirmRemove,
  confirmReset,
  confirmWithdraw,
  exportWorkbook,
  type CatalogueOwner,
} from './catalogue-actions.js';
import { openWorkbookDialog } from './workbook.dialog.js';

const STATES = ['own', 'withdrawn'] as const;

const rowsOf = (owner: CatalogueOwner) => (filters: ManagedFilters) => {
  const state: '' | (typeof STATES)[number] = STATES.find((candidate) => candidate === filters.state) ?? '';
  const query = { ...pageQuery(filters), state };
  return useQuery(
    owner.isTemplate
      ? listOptions(sysTestSampleGetAll, query)
      : listOptions(tuTestSampleGetAll, { ...query, ...owner.ownerQuery }),
  );
};

/** Samples of the system template, or the effective ones of a testing unit (002 CAT-002). */
const SamplesPage = () => (
  <CatalogueOwnerRoute pathOf={samplesPath}>
    {(owner, choice) => <Samples owner={owner} choice={choice} />}
  </CatalogueOwnerRoute>
);

const Samples = ({ owner, choice }: { owner: CatalogueOwner; choice: ReactNode }) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const navigate = useNavigate();
  const [exporting, setExporting] = useState(false);
  const open = (sample: CatalogueSampleView) => void navigate(samplePath(sample, owner.unitId));
  const save = async () => {
    setExporting(true);
    await exportWorkbook(owner);
    setExporting(false);
  };
  const columns: Column<CatalogueSampleView>[] = [
    {
      key: 'code',
      head: t('sampleCode'),
      width: 110,
      cell: ({ sampleCode }) => <span className="numeric">{sampleCode}</span>,
    },
    {
      key: 'name',
      head: t('sampleName'),
      cell: (row) =>
        wide ? (
          row.sampleName
        ) : (
          <>
            {row.sampleName}
            <div className="aux muted row tight">
              <span className="numeric">{row.sampleCode}</span>
              {!owner.isTemplate && <SampleOrigin sample={row} />}
            </div>
          </>
        ),
      tooltip: ({ sampleName }) => sampleName,
    },
    {
      key: 'category',
      head: t('category'),
      secondary: true,
      cell: ({ sampleNameLink }) => orDash(sampleNameLink.split(' → ').slice(0, -1).join(' → ')),
      tooltip: ({ sampleNameLink }) => sampleNameLink,
    },
    {
      key: 'params',
      head: t('paramCount'),
      width: 72,
      align: 'right',
      cell: ({ paramCount }) => <span className="numeric">{paramCount}</span>,
    },
    ...(owner.isTemplate
      ? []
      : [
          {
            key: 'origin',
            head: t('origin'),
            width: 96,
            noEllipsis: true,
            cell: (row: CatalogueSampleView) => <SampleOrigin sample={row} />,
          },
        ]),
    {
      key: 'actions',
      head: t('actions'),
      width: owner.isTemplate || !wide ? 150 : 220,
      noEllipsis: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide wrap">
          {!row.isDeleted && <RowAction text={t('open')} name={row.sampleName} onPress={() => open(row)} />}
          {!row.isDeleted && (
            <RowAction text={t('edit')} name={row.sampleName} onPress={() => void openSampleDialog(owner, row)} />
          )}
          {owner.isTemplate ? (
            <RowAction text={t('remove')} name={row.sampleName} onPress={() => void confirmRemove(row)} />
          ) : row.isDeleted ? (
            row.origin !== 'own' && (
              <RowAction text={t('import')} name={row.sampleName} onPress={() => void confirmImport(owner, row)} />
            )
          ) : (
            <>
              <RowAction text={t('copy')} name={row.sampleName} onPress={() => void confirmCopy(owner, row)} />
              {row.origin === 'copy' && (
                <RowAction text={t('reset')} name={row.sampleName} onPress={() => void confirmReset(owner, row)} />
              )}
              <RowAction text={t('withdraw')} name={row.sampleName} onPress={() => void confirmWithdraw(owner, row)} />
            </>
          )}
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('sampleList')}
      searchLabel={t('searchSample')}
      useRows={rowsOf(owner)}
      columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')}
      onOpen={(row) => (row.isDeleted ? undefined : open(row))}
      {...(owner.isTemplate
        ? {}
        : {
            states: {
              label: t('show'),
              options: [
                { value: 'own', label: t('stateOwn') },
                { value: 'withdrawn', label: t('stateWithdrawn') },
              ],
            },
          })}
      extra={choice ?? (owner.isTemplate ? <Tag minimal>{t('template')}</Tag> : null)}
      actions={
        <>
          {owner.isTemplate && (
            <Button variant="outlined" icon={<Diagram />} text={t('levels')} onClick={() => void openLevelsDialog()} />
          )}
          <Button
            variant="outlined"
            icon={<Download />}
            text={t('export')}
            loading={exporting}
            onClick={() => void save()}
          />
          <Button
            variant="outlined"
            icon={<Upload />}
            text={t('workbook')}
            onClick={() => void openWorkbookDialog(owner)}
          />
        </>
      }
      add={{ text: t('addSample'), icon: <Plus />, onClick: () => void openSampleDialog(owner, null) }}
      empty={{ icon: <Box size={28} />, title: t('noSamples'), hint: t('noSamplesHint') }}
    />
  );
};

export default SamplesPage;
