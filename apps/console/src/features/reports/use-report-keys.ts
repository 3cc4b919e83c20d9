import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import type { ReportScheduleItem } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { letterKeys } from '../../lib/preferences.js';
import { useStore } from '../../lib/store.js';
import { texts } from './texts.js';
import { type Chosen, keyOf } from './use-chosen.js';

type ReportKeys = { rows: readonly ReportScheduleItem[]; chosen: Chosen; onOpen(row: ReportScheduleItem): void; onNew: (() => void) | null; onSearch(): void };

/** Keyboard of a progress list (DESIGN 9). Answers the row the keyboard stands on. */
export const useReportKeys = ({ rows, chosen, onOpen, onNew, onSearch }: ReportKeys): string | null => {
  const t = useTexts(texts);
  const letters = useStore(letterKeys);
  const [focused, setFocused] = useState<string | null>(null);
  const hotkeys = useMemo(() => {
    const index = rows.findIndex((row) => keyOf(row) === focused);
    const row = rows[index];
    const move = (by: number) => {
      const next = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
      if (!next) return;
      setFocused(keyOf(next));
      document.querySelector(`[data-row="${keyOf(next)}"]`)?.scrollIntoView({ block: 'nearest' });
    };
    const key = (combo: string, label: string, onKeyDown: () => void): HotkeyConfig => ({ combo, label, onKeyDown, global: true, preventDefault: true, group: t('caption') });
    const escape: HotkeyConfig = { ...key('esc', t('keyClear'), chosen.clear), preventDefault: false };
    if (!letters) return [escape];
    return [
      key('/', t('keySearch'), onSearch),
      key('j', t('keyDown'), () => move(1)),
      key('k', t('keyUp'), () => move(-1)),
      { ...key('enter', t('keyOpen'), () => row && onOpen(row)), preventDefault: false },
      key('x', t('keySelect'), () => row && chosen.select([keyOf(row)], !chosen.keys.has(keyOf(row)))),
      ...(onNew ? [key('n', t('keyNew'), onNew)] : []),
      escape,
    ];
  }, [rows, focused, chosen, onOpen, onNew, onSearch, letters, t]);
  useHotkeys(hotkeys);
  return focused;
};
