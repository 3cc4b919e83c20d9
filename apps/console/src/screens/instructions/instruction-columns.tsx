import { Button } from '@blueprintjs/core';
import type { InstructionRow } from '#contract';
import type { InstructionType } from '#events';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { type Column, orDash } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime, shortTime } from '../../lib/china-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { confirmDeleteInstruction, openInstructionDialog } from './instruction.dialog.js';
import { texts } from './texts.js';
import { useKindNames } from './use-instructions.js';

/** LS-011, 002 OI-006. A phone shows type and time under the title. */
export const useInstructionColumns = (): Column<InstructionRow>[] => {
  const t = useTexts(texts);
  const kindNames = useKindNames();
  const wide = useWiderThan(720);
  const openHistory = ({ id, title: name }: InstructionRow) =>
    openChangeHistory({
      kind: 'instruction',
      id,
      name,
      labelOf: (field) => (field === 'title' || field === 'type' || field === 'content' ? t(field) : null),
      valueTextOf: (field, value) => (field === 'type' && value !== '' ? kindNames(value as InstructionType) : value),
    });
  const action = (name: 'view' | 'edit' | 'delete' | 'history', row: InstructionRow, press: () => Promise<unknown>) => (
    <button
      key={name}
      type="button"
      className="link-button"
      aria-label={`${t(name)} ${row.title}`}
      onClick={() => void press()}
    >
      {t(name)}
    </button>
  );
  const title = (row: InstructionRow) => (
    <Button
      variant="minimal"
      size="small"
      className="instruction-title"
      text={row.title}
      onClick={() => void openInstructionDialog({ mode: 'view', instruction: row })}
    />
  );
  const actions: Column<InstructionRow> = {
    key: 'actions',
    head: t('actions'),
    width: wide ? 168 : 136,
    noEllipsis: true,
    pinned: true,
    cell: (row) => (
      <div className="row wide wrap">
        {action('view', row, () => openInstructionDialog({ mode: 'view', instruction: row }))}
        {action('edit', row, () => openInstructionDialog({ mode: 'edit', instruction: row }))}
        {action('delete', row, () => confirmDeleteInstruction(row))}
        {action('history', row, () => openHistory(row))}
      </div>
    ),
  };
  if (!wide)
    return [
      {
        key: 'title',
        head: t('title'),
        width: 200,
        cell: (row) => (
          <>
            {title(row)}
            <div className="aux muted ellipsis">{kindNames(row.type)}</div>
            <div className="aux muted numeric">{t('updatedAt', { time: shortTime(row.lastModificationTime) })}</div>
          </>
        ),
      },
      actions,
    ];
  return [
    { key: 'title', head: t('title'), cell: title, tooltip: (row) => row.title },
    {
      key: 'type',
      head: t('type'),
      width: 208,
      secondary: true,
      cell: (row) => kindNames(row.type),
      tooltip: (row) => kindNames(row.type),
    },
    { key: 'creator', head: t('creator'), width: 112, secondary: true, cell: (row) => orDash(row.creatorUser) },
    {
      key: 'created',
      head: t('created'),
      width: 168,
      noEllipsis: true,
      secondary: true,
      cell: (row) => <span className="numeric">{dateTime(row.creationTime)}</span>,
    },
    { key: 'editor', head: t('editor'), width: 112, secondary: true, cell: (row) => orDash(row.lastModifierUser) },
    {
      key: 'updated',
      head: t('updated'),
      width: 168,
      noEllipsis: true,
      secondary: true,
      cell: (row) => <span className="numeric">{dateTime(row.lastModificationTime)}</span>,
    },
    actions,
  ];
};
