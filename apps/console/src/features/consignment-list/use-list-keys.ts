import { useCallback } from 'react';
import type { ConsignmentListRow } from '#contract';
import { type MakeKey, useRowKeys } from '../../components/use-row-keys.js';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { mainVerb, rowVerbs, type VerbName } from './row-verbs.js';
import type { OnVerb } from './row-menu.js';
import type { Selection } from './use-selection.js';
import { texts } from './texts.js';

type ListKeys = {
  rows: readonly ConsignmentListRow[];
  selection: Selection;
  onVerb: OnVerb;
  onNew: (() => void) | null;
  onSearch(): void;
};

const idOf = ({ id }: ConsignmentListRow): string => id;

/** Keyboard of a list (DESIGN 9). Answers the row the keyboard stands on. */
export const useListKeys = ({ rows, selection, onVerb, onNew, onSearch }: ListKeys): string | null => {
  const t = useTexts(texts);
  const user = useUser();
  const keysOf = useCallback(
    (key: MakeKey, row: ConsignmentListRow | undefined, index: number) => {
      const doVerb = (name: VerbName) => {
        if (row && rowVerbs(row, user).some((verb) => verb.name === name && verb.reason === null)) onVerb(name, row);
      };
      const open = () => row && onVerb(rowVerbs(row, user)[0]?.name ?? mainVerb(row, user).verb.name, row);
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
        key('e', t('keyEdit'), () => doVerb('edit')),
        key('h', t('history'), () => doVerb('history')),
        key('c', t('keyCopy'), () => doVerb('copy')),
        ...(onNew ? [key('n', t('keyNew'), onNew)] : []),
      ];
    },
    [rows, selection, onVerb, onNew, user, t],
  );
  const words = {
    group: t('caption'),
    search: t('keySearch'),
    down: t('keyDown'),
    up: t('keyUp'),
    clear: t('keyClear'),
  };
  return useRowKeys({ rows, keyOf: idOf, words, onSearch, onClear: selection.clear, keysOf });
};
