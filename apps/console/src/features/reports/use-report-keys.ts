import { useCallback } from 'react';
import type { ReportScheduleItem } from '#contract';
import { type MakeKey, useRowKeys } from '../../components/use-row-keys.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';
import { type Chosen, keyOf } from './use-chosen.js';

type ReportKeys = {
  rows: readonly ReportScheduleItem[];
  chosen: Chosen;
  onOpen(row: ReportScheduleItem): void;
  onNew: (() => void) | null;
  onSearch(): void;
};

/** Keyboard of a progress list (DESIGN 9). Answers the row the keyboard stands on. */
export const useReportKeys = ({ rows, chosen, onOpen, onNew, onSearch }: ReportKeys): string | null => {
  const t = useTexts(texts);
  const keysOf = useCallback(
    (key: MakeKey, row: ReportScheduleItem | undefined) => [
      key('enter', t('keyOpen'), () => row && onOpen(row), 'passive'),
      key('x', t('keySelect'), () => row && chosen.select([keyOf(row)], !chosen.keys.has(keyOf(row)))),
      ...(onNew ? [key('n', t('keyNew'), onNew)] : []),
    ],
    [t, chosen, onOpen, onNew],
  );
  const words = {
    group: t('caption'),
    search: t('keySearch'),
    down: t('keyDown'),
    up: t('keyUp'),
    clear: t('keyClear'),
  };
  return useRowKeys({ rows, keyOf, words, onSearch, onClear: chosen.clear, keysOf });
};
