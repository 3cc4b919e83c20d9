import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import type { ConsignmentListRow } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { letterKeys } from '../../lib/preferences.js';
import { useStore } from '../../lib/store.js';
import type { Chosen } from './use-chosen.js';
import { texts } from './texts.js';

/** Keyboard of the screen (DESIGN 9): / j k x Enter Esc. Answers the row it stands on. */
export const usePrintKeys = (rows: readonly ConsignmentListRow[], chosen: Chosen, onPreview: (rows: readonly ConsignmentListRow[]) => void, onSearch: () => void): string | null => {
  const t = useTexts(texts);
  const letters = useStore(letterKeys);
  const [focused, setFocused] = useState<string | null>(null);
  const hotkeys = useMemo(() => {
    const index = rows.findIndex(({ id }) => id === focused);
    const row = rows[index];
    const move = (by: number) => {
      const next = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
      if (!next) return;
      setFocused(next.id);
      document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
    };
    const key = (combo: string, label: string, onKeyDown: () => void): HotkeyConfig => ({ combo, label, onKeyDown, global: true, preventDefault: true, group: t('caption') });
    const escape: HotkeyConfig = { ...key('esc', t('keyClear'), chosen.clear), preventDefault: false };
    if (!letters) return [escape];
    return [
      key('/', t('keySearch'), onSearch),
      key('j', t('keyDown'), () => move(1)),
      key('k', t('keyUp'), () => move(-1)),
      key('x', t('keySelect'), () => row && chosen.select([row.id], !chosen.ids.has(row.id))),
      { ...key('enter', t('keyPreview'), () => onPreview(chosen.rows.length > 0 ? chosen.rows : row ? [row] : [])), preventDefault: false },
      escape,
    ];
  }, [rows, focused, chosen, onPreview, onSearch, letters, t]);
  useHotkeys(hotkeys);
  return focused;
};
