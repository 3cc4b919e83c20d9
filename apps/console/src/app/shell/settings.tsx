import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Tooltip } from '@blueprintjs/core';
import { Contrast, Tick, Translate } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { language, LANGUAGES, type Language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { saveLanguage } from '../../lib/own-language.js';
import { letterShortcuts, size, SIZES, theme, type Theme } from '../../lib/preferences.js';
import { useStore } from '../../lib/store.js';
import { texts } from '../texts.js';

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[];
const tick = (on: boolean) => (on ? <Tick /> : undefined);

const Languages = () => {
  useTranslation();
  return (
    <>
      {(Object.keys(LANGUAGES) as Language[]).map((choice) => (
        <MenuItem
          key={choice}
          role="menuitemradio"
          aria-checked={language() === choice}
          text={LANGUAGES[choice]}
          labelElement={tick(language() === choice)}
          onClick={() => void saveLanguage(choice)}
        />
      ))}
    </>
  );
};

const Appearance = () => {
  const t = useTexts(texts);
  const currentTheme = useStore(theme);
  const currentSize = useStore(size);
  const hasLetterShortcuts = useStore(letterShortcuts);
  return (
    <>
      {THEMES.map((choice) => (
        <MenuItem
          key={choice}
          role="menuitemradio"
          aria-checked={currentTheme === choice}
          text={t(`theme.${choice}`)}
          labelElement={tick(currentTheme === choice)}
          onClick={() => theme.set(choice)}
        />
      ))}
      <MenuDivider title={t('size')} />
      {SIZES.map((choice) => (
        <MenuItem
          key={choice}
          role="menuitemradio"
          aria-checked={currentSize === choice}
          text={t(`size.${choice}`)}
          labelElement={tick(currentSize === choice)}
          onClick={() => size.set(choice)}
        />
      ))}
      <MenuDivider />
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={hasLetterShortcuts}
        text={t('letterKeys')}
        labelElement={tick(hasLetterShortcuts)}
        shouldDismissPopover={false}
        onClick={() => letterShortcuts.set(!hasLetterShortcuts)}
      />
    </>
  );
};

/** Language and appearance, as two buttons of the header. */
export const Settings = () => {
  const t = useTexts(texts);
  return (
    <>
      <PopoverNext
        content={
          <Menu>
            <Languages />
          </Menu>
        }
        placement="bottom-end"
        animation="minimal"
      >
        <Tooltip content={t('language')}>
          <Button variant="minimal" size="large" icon={<Translate size={18} />} aria-label={t('language')} />
        </Tooltip>
      </PopoverNext>
      <PopoverNext
        content={
          <Menu>
            <Appearance />
          </Menu>
        }
        placement="bottom-end"
        animation="minimal"
      >
        <Tooltip content={t('theme')}>
          <Button variant="minimal" size="large" icon={<Contrast size={18} />} aria-label={t('theme')} />
        </Tooltip>
      </PopoverNext>
    </>
  );
};

/** The same settings as a list, at the foot of the drawer on narrow screens. */
export const SettingsList = () => {
  const t = useTexts(texts);
  return (
    <Menu className="settings-list">
      <MenuDivider title={t('language')} />
      <Languages />
      <MenuDivider title={t('theme')} />
      <Appearance />
    </Menu>
  );
};
