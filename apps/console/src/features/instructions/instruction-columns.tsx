import { Button } from '@blueprintjs/core';
import type { InstructionRow } from '#contract';
import { type Column, orNothing } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { askDelete } from './delete-instruction.js';
import { askInstruction } from './instruction.dialog.js';
import { useKindNames } from './kind-names.js';
import { texts } from './texts.js';

/** LS-011, 002 OI-006. */
export const useInstructionColumns = (): Column<InstructionRow>[] => {
  const t = useTexts(texts);
  const kindNames = useKindNames();
  const verb = (name: 'view' | 'edit' | 'delete', row: InstructionRow, press: () => Promise<unknown>) =>
    <button key={name} type="button" className="link-button" aria-label={`${t(name)} ${row.title}`} onClick={() => void press()}>{t(name)}</button>;
  return [
    { key: 'title', head: t('title'), cell: (row) => <Button variant="minimal" size="small" className="instruction-title" text={row.title} onClick={() => void askInstruction({ mode: 'view', shown: row })} />, tooltip: (row) => row.title },
    { key: 'type', head: t('type'), width: 208, secondary: true, cell: (row) => kindNames(row.type), tooltip: (row) => kindNames(row.type) },
    { key: 'creator', head: t('creator'), width: 112, secondary: true, cell: (row) => orNothing(row.creatorUser) },
    { key: 'created', head: t('created'), width: 168, whole: true, secondary: true, cell: (row) => <span className="numeric">{dateTime(row.creationTime)}</span> },
    { key: 'editor', head: t('editor'), width: 112, secondary: true, cell: (row) => orNothing(row.lastModifierUser) },
    { key: 'updated', head: t('updated'), width: 168, whole: true, secondary: true, cell: (row) => <span className="numeric">{dateTime(row.lastModificationTime)}</span> },
    {
      key: 'actions', head: t('actions'), width: 144, whole: true, pinned: true,
      cell: (row) => <div className="row wide">{verb('view', row, () => askInstruction({ mode: 'view', shown: row }))}{verb('edit', row, () => askInstruction({ mode: 'edit', shown: row }))}{verb('delete', row, () => askDelete(row))}</div>,
    },
  ];
};
