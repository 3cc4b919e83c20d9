import { useCallback } from 'react';
import type { ConsignmentListRow } from '#contract';
import { type HotkeyFactory, useRowKeys } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { mainAction, type RowActionHandler, type RowActionName, rowActions } from './row-menu.js';
import { texts } from './texts.js';
import type { Selection } from './use-consignments.js';

type ListKeys = {
  rows: readonly ConsignmentListRow[];
  selection: Selection;
  onAction: RowActionHandler;
  onNew: (() => void) | null;
  onSearch(): void;
};

const idOf = ({ id }: ConsignmentListRow): string => id;

/** The keyboard of a list. Returns the id of the row that has the focus. */
export const useListKeys = ({ rows, selection, onAction, onNew, onSearch }: ListKeys): string | null => {
  const t = useTexts(texts);
  const user = useUser();
  const keysOf = useCallback(
    (key: HotkeyFactory, row: ConsignmentListRow | undefined, index: number) => {
      const runAction = (name: RowActionName) => {
        if (row && rowActions(row, user).some((action) => action.name === name && action.reason === null))
          onAction(name, row);
      };
      const open = () => row && onAction(rowActions(row, user)[0]?.name ?? mainAction(row, user).action.name, row);
      const range = () => {
        const from = rows.findIndex(({ id }) => selection.ids.has(id));
        if (index < 0) return;
        const start = from < 0 ? index : from;
        selection.select(
          rows.slice(Math.min(start, index), Math.max(start, index) + 1).map(({ id }) => id),
          true,
        );
      };
      return [
        key('enter', t('keyOpen'), open, 'passive'),
        key('x', t('keySelect'), () => row && selection.select([row.id], !selection.ids.has(row.id))),
        key('shift + x', t('keyRange'), range),
        key('e', t('keyEdit'), () => runAction('edit')),
        key('h', t('history'), () => runAction('history')),
        key('c', t('keyCopy'), () => runAction('copy')),
        ...(onNew ? [key('n', t('keyNew'), onNew)] : []),
      ];
    },
    [rows, selection, onAction, onNew, user, t],
  );
  const labels = {
    group: t('caption'),
    search: t('keySearch'),
    down: t('keyDown'),
    up: t('keyUp'),
    clear: t('keyClear'),
  };
  return useRowKeys({ rows, keyOf: idOf, labels, onSearch, onClear: selection.clear, keysOf });
};
