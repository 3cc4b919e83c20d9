import { Tag } from '@blueprintjs/core';
import { Clipboard, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type KeptPack, listPacks } from '#contract';
import { type Column, orNothing } from '../../components/data-table.js';
import { ManagedList } from '../../components/managed-list.js';
import { type ManagedFilters, pageOf } from '../../components/use-managed-filters.js';
import { useTexts } from '../../i18n/texts.js';
import { listOptions } from '../../lib/list-query.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { askPack, askRemovePack } from './pack.dialog.js';
import { RowVerb } from '../../components/row-verb.js';
import { texts } from './texts.js';

const useRows = (filters: ManagedFilters) => useQuery(listOptions(listPacks, pageOf(filters)));

/** Parameter packs of the system template. */
const PacksPage = () => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const shown = ({ exposed }: KeptPack) => <Tag minimal intent={exposed ? 'success' : 'none'}>{t(exposed ? 'yes' : 'no')}</Tag>;
  const columns: Column<KeptPack>[] = [
    { key: 'name', head: t('packName'), ...(wide ? { width: 220 } : {}), cell: (row) => (wide ? row.name : <>{row.name}<div className="aux muted">{row.sampleName}</div></>), tooltip: ({ name }) => name },
    { key: 'sample', head: t('packSample'), width: 220, cell: ({ sampleName }) => orNothing(sampleName), tooltip: ({ sampleName }) => sampleName },
    { key: 'params', head: t('packParams'), secondary: true, cell: ({ params }) => params.map(({ name }) => name).join('、'), tooltip: ({ params }) => params.map(({ name }) => name).join('、') },
    { key: 'count', head: t('paramCount'), width: 72, align: 'right', cell: ({ params }) => <span className="numeric">{params.length}</span> },
    { key: 'exposed', head: t('exposed'), width: 76, whole: true, cell: shown },
    {
      key: 'actions', head: t('actions'), width: 104, whole: true, pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={row.name} onPress={() => void askPack(row)} />
          <RowVerb text={t('remove')} name={row.name} onPress={() => void askRemovePack(row)} />
        </div>
      ),
    },
  ];
  return (
    <ManagedList
      caption={t('packList')} searchLabel={t('searchPack')} useRows={useRows} columns={columns.filter(({ key }) => wide || key === 'name' || key === 'actions')} onOpen={(row) => void askPack(row)}
      add={{ text: t('addPack'), icon: <Plus />, onClick: () => void askPack(null) }}
      empty={{ icon: <Clipboard size={28} />, title: t('noPacks'), hint: t('noPacksHint') }}
    />
  );
};

export default PacksPage;
