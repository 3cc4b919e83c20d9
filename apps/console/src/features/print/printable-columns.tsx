import { Button, Tag } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import type { ConsignmentListRow, PdfInfo } from '#contract';
import { type Column, orNothing } from '../../components/data-table.js';
import { StatusTag } from '../../components/status-tag.js';
import { openBill } from '../../consignment/open-bill.js';
import { formPlace } from '../../consignment/places.js';
import type { Translate } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/format.js';
import type { PrintText } from './texts.js';

type Row = ConsignmentListRow;
type PdfStatus = PdfInfo['pdfStatus'];
const INTENTS: Record<PdfStatus, 'none' | 'success' | 'primary' | 'danger' | 'warning'> = {
  0: 'none',
  1: 'success',
  2: 'primary',
  3: 'danger',
  4: 'warning',
};

const PdfTag = ({ status, t }: { status: PdfStatus | undefined; t: Translate<PrintText> }) =>
  status === undefined ? (
    <span className="nothing">—</span>
  ) : status === 0 ? (
    <span className="muted">{t('pdf.0')}</span>
  ) : (
    <Tag minimal intent={INTENTS[status]}>
      {t(`pdf.${status}`)}
    </Tag>
  );

type Doing = {
  t: Translate<PrintText>;
  states: ReadonlyMap<string, PdfStatus>;
  latin: boolean;
  onPreview(row: Row): void;
};

/** Columns of /preConsignBill: which consignment, what document there is of it, and its bill where the laboratory has made one. */
export const printableColumns = ({ t, states, latin, onPreview }: Doing): Column<Row>[] => [
  {
    key: 'consignCode',
    head: t('colCode'),
    width: 134,
    whole: true,
    cell: (row) => (
      <Link className="numeric" to={formPlace(row.id, row.consignType)}>
        {row.consignCode || t('draftRow')}
      </Link>
    ),
  },
  {
    key: 'consignStatus',
    head: t('colStatus'),
    width: latin ? 190 : 112,
    whole: true,
    cell: (row) => <StatusTag status={row.consignStatus} name={row.consignStatusStr} />,
  },
  {
    key: 'projectName',
    head: t('colProject'),
    width: 200,
    cell: (row) => orNothing(row.projectName),
    tooltip: (row) => row.projectName,
  },
  {
    key: 'testContent',
    head: t('colContent'),
    cell: (row) => orNothing(row.testContent),
    tooltip: (row) => row.testContent,
  },
  {
    key: 'sampleCount',
    head: t('colSamples'),
    width: latin ? 76 : 50,
    align: 'right',
    whole: true,
    cell: (row) => row.sampleCount,
  },
  {
    key: 'commitConsignTime',
    head: t('colTime'),
    width: 98,
    whole: true,
    secondary: true,
    cell: (row) =>
      row.commitConsignTime ? <span className="numeric">{shortTime(row.commitConsignTime)}</span> : orNothing(''),
    tooltip: (row) => (row.commitConsignTime ? dateTime(row.commitConsignTime) : ''),
  },
  {
    key: 'pdf',
    head: t('colPdf'),
    width: 92,
    whole: true,
    cell: (row) => <PdfTag status={states.get(row.id)} t={t} />,
  },
  {
    key: 'bill',
    head: t('colBill'),
    width: 76,
    whole: true,
    cell: (row) =>
      row.isConsignBillGened ? (
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          className="bill-verb"
          text={t('openBill')}
          aria-label={`${t('openBill')} ${row.consignCode}`}
          onClick={() => void openBill(row.id)}
        />
      ) : (
        orNothing('')
      ),
  },
  {
    key: 'actions',
    head: t('colActions'),
    width: latin ? 120 : 92,
    whole: true,
    pinned: true,
    cell: (row) => (
      <Button
        size="small"
        variant="minimal"
        intent="primary"
        className="bill-verb"
        text={t('preview')}
        aria-label={`${t('preview')} ${row.consignCode || t('draftRow')}`}
        onClick={() => onPreview(row)}
      />
    ),
  },
];
