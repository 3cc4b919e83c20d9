import { EyeOpen } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { listPersonalReads, type PersonalReadView } from '#contract';
import { type Column, orDash } from '../../components/data-table.js';
import { type ManagedFilters, ManagedList, pageQuery } from '../../components/managed-list.js';
import { historyPath } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { listOptions } from '../../lib/list-query.js';
import { partTexts } from './part.texts.js';
import { texts } from './texts.js';

const useRows = (filters: ManagedFilters) => useQuery(listOptions(listPersonalReads, pageQuery(filters)));

/** Who read whose personal data, when and why, for the administrator (ADR-019). */
const PersonalReadsPage = () => {
  const t = useTexts(texts);
  const partOf = useTexts(partTexts);
  const go = useNavigate();
  const pathOf = ({ consignmentId, revision }: PersonalReadView) => historyPath(consignmentId, revision);
  const isOfAccount = (row: PersonalReadView) => row.part === 'account';
  const columns: Column<PersonalReadView>[] = [
    {
      key: 'at',
      head: t('readAt'),
      width: 168,
      noEllipsis: true,
      cell: ({ at }) => <span className="numeric">{dateTime(at)}</span>,
    },
    { key: 'by', head: t('readBy'), width: 120, cell: ({ userName }) => orDash(userName) },
    {
      key: 'code',
      head: t('readCode'),
      width: 168,
      noEllipsis: true,
      cell: (row) => (isOfAccount(row) ? orDash('') : <Link to={pathOf(row)}>{row.consignCode || t('draft')}</Link>),
    },
    {
      key: 'revision',
      head: t('readRevision'),
      width: 96,
      noEllipsis: true,
      secondary: true,
      cell: (row) => (isOfAccount(row) ? orDash('') : t('version', { n: row.revision + 1 })),
    },
    {
      key: 'part',
      head: t('readPart'),
      width: 160,
      cell: ({ part }) => (part === 'account' ? t('readAccount') : partOf(part)),
    },
    { key: 'reason', head: t('reason'), cell: ({ reason }) => reason, tooltip: ({ reason }) => reason },
  ];
  return (
    <ManagedList
      caption={t('readsTitle')}
      searchLabel={t('readsSearch')}
      useRows={useRows}
      columns={columns}
      onOpen={(row) => {
        if (!isOfAccount(row)) void go(pathOf(row));
      }}
      empty={{ icon: <EyeOpen size={28} />, title: t('readsNone'), hint: t('readsNoneHint') }}
    />
  );
};

export default PersonalReadsPage;
