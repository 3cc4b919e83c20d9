import type { HotkeyConfig } from '@blueprintjs/core';
import { Fragment } from 'react';
import { AppDialog } from '../components/app-dialog.js';
import { useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';

const NAMES: Record<string, string> = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  esc: 'Esc',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  space: 'Space',
};

/** `mod+enter` -> Ctrl, Enter. */
export const splitKeyCombo = (combo: string): string[] =>
  combo.split('+').map((key) => NAMES[key.trim().toLowerCase()] ?? key.trim().toUpperCase());

/** The keys that work on this page, by group; `?` opens it. */
export const KeysDialog = ({ hotkeys, onClose }: { hotkeys: readonly HotkeyConfig[]; onClose(): void }) => {
  const t = useTexts(texts);
  const all = [...hotkeys, { combo: '?', label: t('keys'), group: t('everywhere') }].flatMap(
    ({ combo, label, group }) =>
      typeof label === 'string' && label !== '' ? [{ combo, label, group: group ?? t('everywhere') }] : [],
  );
  // A page that stays alive behind another tab declares the same keys again.
  const distinct = all.filter(
    ({ combo, label }, index) => all.findIndex((other) => other.combo === combo && other.label === label) === index,
  );
  const groups = [...new Set(distinct.map(({ group }) => group))];
  return (
    <AppDialog title={t('keys')} width={480} canOutsideClickClose onClose={onClose}>
      <div className="keys">
        {groups.map((name) => (
          <Fragment key={name}>
            <h3 className="aux muted">{name}</h3>
            <dl>
              {distinct
                .filter(({ group }) => group === name)
                .map(({ combo, label }) => (
                  <div key={`${combo} ${label}`} className="keys-line">
                    <dt>{label}</dt>
                    <dd>
                      {splitKeyCombo(combo).map((key) => (
                        <kbd key={key} className="key-hint">
                          {key}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </Fragment>
        ))}
      </div>
    </AppDialog>
  );
};
