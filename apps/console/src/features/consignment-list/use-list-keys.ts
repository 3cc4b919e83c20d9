import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import type { ConsignmentListRow } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { letterKeys } from '../../lib/preferences.js';
import { useStore } from '../../lib/store.js';
import { mainVerb, rowVerbs, type VerbName } from './row-verbs.js';
import type { OnVerb } from './row-menu.js';
import type { Selection } from './use-selection.js';
import { texts } from './texts.js';
import { useUser } from '../../lib/session.js';

type ListKeys = { rows: readonly ConsignmentListRow[]; selection: Selection; onVerb: OnVerb; onNew: (() => void) | null; onSearch(): void };

/** Keyboard of a list (DESIGN 9). Single letters rest while a field has the focus, and where the user turned them off. Answers the row the keyboard stands on. */
export const useListKeys = ({ rows, selection, onVerb, onNew, onSearch }: ListKeys): string | null => {
  const t = useTexts(texts);
  const user = useUser();
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
    const doVerb = (name: VerbName) => {
      if (row && rowVerbs(row, user).some((verb) => verb.name === name && verb.reason === null)) onVerb(name, row);
    };
    const open = () => row && onVerb(rowVerbs(row, user)[0]?.name ?? mainVerb(row, user).verb.name, row);
    const range = () => {
      const from = rows.findIndex(({ id }) => selection.ids.has(id));
      if (index < 0) return;
      const start = from < 0 ? index : from;
      selection.select(rows.slice(Math.min(start, index), Math.max(start, index) + 1).map(({ id }) => id), true);
    };
    const key = (combo: string, label: string, onKeyDown: () => void): HotkeyConfig => ({ combo, label, onKeyDown, global: true, preventDefault: true, group: t('caption') });
    const escape: HotkeyConfig = { ...key('esc', t('keyClear'), selection.clear), preventDefault: false };
    if (!letters) return [escape];
    return [
      key('/', t('keySearch'), onSearch),
      key('j', t('keyDown'), () => move(1)),
      key('k', t('keyUp'), () => move(-1)),
      { ...key('enter', t('keyOpen'), open), preventDefault: false },
      key('x', t('keySelect'), () => row && selection.select([row.id], !selection.ids.has(row.id))),
      key('shift + x', t('keyRange'), range),
      key('e', t('keyEdit'), () => doVerb('edit')),
      key('h', t('keyLog'), () => doVerb('log')),
      key('c', t('keyCopy'), () => doVerb('copy')),
      ...(onNew ? [key('n', t('keyNew'), onNew)] : []),
      escape,
    ];
  }, [rows, focused, selection, onVerb, onNew, onSearch, letters, user, t]);
  useHotkeys(hotkeys);
  return focused;
};
