import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './selection.texts.js';
import { walkMenu } from './standard-picker.js';

/** 推荐依据 in the head of the test bases: one prefix for every parameter chosen (SS-015). */
export const BasisPrefixMenu = ({
  prefixes,
  disabled,
  onPrefix,
}: {
  prefixes: readonly string[];
  disabled: boolean;
  onPrefix(prefix: string): void;
}) => {
  const t = useTexts(texts);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      disabled={disabled}
      onOpened={(popover) => popover.querySelector<HTMLElement>('.bp6-menu-item')?.focus()}
      content={
        <Menu aria-label={t('recommendedBasis')} onKeyDown={walkMenu}>
          {prefixes.map((prefix) => (
            <MenuItem key={prefix} text={prefix} title={t('basisBy', { prefix })} onClick={() => onPrefix(prefix)} />
          ))}
          {prefixes.length === 0 && <MenuItem disabled text={t('noData')} />}
        </Menu>
      }
    >
      <button type="button" className="basis-prefix" disabled={disabled}>
        {t('recommendedBasis')}
        <CaretDown size={12} />
      </button>
    </PopoverNext>
  );
};
