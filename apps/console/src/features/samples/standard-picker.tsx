import { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import type { KeyboardEvent } from 'react';
import { byPublicationCode, type StandardUse, usedAs } from '#domain';
import type { OfferedStandard, StandardLink } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { codeOf, isUsedAs, type StandardNames } from './standard-links.js';
import { texts as standardTexts } from './standards.texts.js';
import { texts } from './texts.js';
import { comma } from '../../i18n/comma.js';

type Props = {
  parameterName: string;
  use: StandardUse;
  offered: readonly OfferedStandard[];
  links: readonly StandardLink[];
  names: StandardNames;
  showNames: boolean;
  disabled: boolean;
  onToggle(standard: OfferedStandard): void;
  /** Leads to the dialog of all standards, where there is one. */
  onMore?: () => void;
};

/** Arrow keys walk the list, as in any menu. */
export const walkMenu = (event: KeyboardEvent<HTMLElement>): void => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.bp6-menu-item')];
  items[(items.findIndex((item) => item === document.activeElement) + by + items.length) % items.length]?.focus();
};

/** The standards of one kind that a parameter uses, and the offered ones to choose from. Expired ones are red (001 §9). */
export const StandardPicker = ({
  parameterName,
  use,
  offered,
  links,
  names,
  showNames,
  disabled,
  onToggle,
  onMore,
}: Props) => {
  const t = useTexts(texts);
  const say = useTexts(standardTexts);
  const used = usedAs(links, use);
  const text = used
    .map((link) => (showNames && link.baseStandardName ? `${codeOf(link)} ${link.baseStandardName}` : codeOf(link)))
    .join(comma());
  const title = used
    .map((link) =>
      `${codeOf(link)} ${link.baseStandardName || names.get(link.baBaseStandardId ?? '')?.standardName || ''}`.trim(),
    )
    .join('\n');
  if (offered.length === 0 && used.length === 0 && !onMore) return <span className="nothing">—</span>;
  const label = t('standardsOf', { name: parameterName, use: t(use === '1' ? 'columnBasis' : 'columnEvaluation') });
  if (disabled)
    return (
      <span className="ellipsis standard-text" title={title}>
        {text || <span className="nothing">—</span>}
      </span>
    );
  return (
    <PopoverNext
      placement="bottom-start"
      animation="minimal"
      onOpened={(popover) => popover.querySelector<HTMLElement>('.bp6-menu-item')?.focus()}
      targetProps={{ className: 'standard-target' }}
      content={
        <Menu aria-label={label} className="standard-menu" onKeyDown={walkMenu}>
          {[...offered].sort(byPublicationCode).map((standard) => {
            const known = names.get(standard.standardId);
            const chosen = isUsedAs(links, standard, use);
            return (
              <MenuItem
                key={standard.uniqueKey}
                roleStructure="listoption"
                selected={chosen}
                shouldDismissPopover={false}
                text={
                  <>
                    <span className={known?.isExpired ? 'danger-text' : ''}>
                      {codeOf(standard)}
                      {known?.isExpired && `（${t('expired')}）`}
                    </span>
                    {known && <span className="aux secondary standard-menu__name">{known.standardName}</span>}
                  </>
                }
                onClick={() => onToggle(standard)}
              />
            );
          })}
          {offered.length === 0 && <MenuItem disabled text={t('noStandards')} />}
          {onMore && (
            <>
              <MenuDivider />
              <MenuItem text={say('moreStandards')} onClick={onMore} />
            </>
          )}
        </Menu>
      }
    >
      <button type="button" className="standard-button" aria-label={`${label} ${text || t('choose')}`} title={title}>
        {text || <span className="muted">{t('choose')}</span>}
      </button>
    </PopoverNext>
  );
};
