import { type HotkeyConfig, useHotkeys } from '@blueprintjs/core';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { createStore } from '../../lib/store.js';
import { texts } from './texts.js';

/** ← → step through the revisions, Home and End go to the first and the newest (DESIGN 12). */
export const useHistoryKeys = (
  revision: number | null,
  first: number,
  head: number,
  onGo: (revision: number) => void,
): void => {
  const t = useTexts(texts);
  /** A held key is faster than the address: each step counts from where the last one led, not from what is drawn. */
  const [reached] = useState(() => createStore(revision));
  useEffect(() => reached.set(revision), [reached, revision]);
  const hotkeys = useMemo(() => {
    const go = (to: number) => {
      const next = Math.min(head, Math.max(first, to));
      reached.set(next);
      onGo(next);
    };
    const key = (combo: string, label: string, press: (from: number) => void): HotkeyConfig => ({
      combo,
      label,
      global: true,
      preventDefault: true,
      group: t('keys'),
      onKeyDown: () => press(reached.get() ?? head),
    });
    return [
      key('left', t('keyOlder'), (from) => go(from - 1)),
      key('right', t('keyNewer'), (from) => go(from + 1)),
      key('home', t('keyFirst'), () => go(first)),
      key('end', t('keyLast'), () => go(head)),
    ];
  }, [reached, first, head, onGo, t]);
  useHotkeys(hotkeys);
};
