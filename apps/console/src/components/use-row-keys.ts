import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import { letterKeys } from '../lib/preferences.js';
import { useStore } from '../lib/store.js';

/** Makes a key of the list's group. `passive` leaves what the browser does with the key alone. */
export type MakeKey = (combo: string, label: string, onKeyDown: () => void, passive?: 'passive') => HotkeyConfig;

type RowKeys<Row> = {
  rows: readonly Row[];
  /** What `data-row` of the row's element says. Stable. */
  keyOf(row: Row): string;
  words: { group: string; search: string; down: string; up: string; clear: string };
  onSearch(): void;
  onClear(): void;
  /** Keys of this list besides / j k Esc, given the row the keyboard stands on. Stable: useCallback. */
  keysOf(key: MakeKey, row: Row | undefined, index: number): HotkeyConfig[];
};

/** Keyboard of a list (DESIGN 9). Single letters rest while a field has the focus, and where the user turned them off. Answers the key of the row the keyboard stands on. */
export const useRowKeys = <Row>({
  rows,
  keyOf,
  words: { group, search, down, up, clear },
  onSearch,
  onClear,
  keysOf,
}: RowKeys<Row>): string | null => {
  const letters = useStore(letterKeys);
  const [focused, setFocused] = useState<string | null>(null);
  const hotkeys = useMemo(() => {
    const index = rows.findIndex((row) => keyOf(row) === focused);
    const move = (by: number) => {
      const next = rows[Math.min(rows.length - 1, Math.max(0, index + by))];
      if (!next) return;
      setFocused(keyOf(next));
      document.querySelector(`[data-row="${keyOf(next)}"]`)?.scrollIntoView?.({ block: 'nearest' });
    };
    const key: MakeKey = (combo, label, onKeyDown, passive) => ({
      combo,
      label,
      onKeyDown,
      global: true,
      preventDefault: passive === undefined,
      group,
    });
    const escape = key('esc', clear, onClear, 'passive');
    if (!letters) return [escape];
    return [
      key('/', search, onSearch),
      key('j', down, () => move(1)),
      key('k', up, () => move(-1)),
      ...keysOf(key, rows[index], index),
      escape,
    ];
  }, [rows, keyOf, group, search, down, up, clear, focused, onSearch, onClear, keysOf, letters]);
  useHotkeys(hotkeys);
  return focused;
};
