import { useCallback } from 'react';
import type { ConsignmentListRow } from '#contract';
import { type MakeKey, useRowKeys } from '../../components/use-row-keys.js';
import { useTexts } from '../../i18n/texts.js';
import type { Chosen } from './use-chosen.js';
import { texts } from './texts.js';

const idOf = ({ id }: ConsignmentListRow): string => id;

/** Keyboard of the screen (DESIGN 9): / j k x Enter Esc. Answers the row it stands on. */
export const usePrintKeys = (
  rows: readonly ConsignmentListRow[],
  chosen: Chosen,
  onPreview: (rows: readonly ConsignmentListRow[]) => void,
  onSearch: () => void,
): string | null => {
  const t = useTexts(texts);
  const keysOf = useCallback(
    (key: MakeKey, row: ConsignmentListRow | undefined) => [
      key('x', t('keySelect'), () => row && chosen.select([row.id], !chosen.ids.has(row.id))),
      key(
        'enter',
        t('keyPreview'),
        () => onPreview(chosen.rows.length > 0 ? chosen.rows : row ? [row] : []),
        'passive',
      ),
    ],
    [t, chosen, onPreview],
  );
  const words = {
    group: t('caption'),
    search: t('keySearch'),
    down: t('keyDown'),
    up: t('keyUp'),
    clear: t('keyClear'),
  };
  return useRowKeys({ rows, keyOf: idOf, words, onSearch, onClear: chosen.clear, keysOf });
};
