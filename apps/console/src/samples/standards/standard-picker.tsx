import { Button, InputGroup, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import {
  comparePublicationCodes,
  customStandard,
  customStandardProblem,
  type StandardUse,
  filterByUse,
} from '#domain/sample';
import type { OfferedStandard, StandardLink } from '#events';
import { AppDialog } from '../../components/app-dialog.js';
import { Field } from '../../components/field.js';
import { listSeparator, inBrackets } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from '../editor/texts.js';
import { texts as selectionTexts } from '../selection/selection.texts.js';
import { standardCode, hasUse, type StandardNames } from './standard-rows.js';
import { texts as standardTexts } from './standards.texts.js';

type Props = {
  parameterName: string;
  use: StandardUse;
  availableStandards: readonly OfferedStandard[];
  links: readonly StandardLink[];
  names: StandardNames;
  showNames: boolean;
  disabled: boolean;
  onToggle(standard: OfferedStandard): void;
  /** Opens the dialog of all standards, if there is one. */
  onMore?: () => void;
};

/** Arrow keys move through the list, as in any menu. */
export const moveFocusInMenu = (event: KeyboardEvent<HTMLElement>): void => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.bp6-menu-item')];
  items[(items.findIndex((item) => item === document.activeElement) + by + items.length) % items.length]?.focus();
};

/**
 * The standards of one kind that a parameter uses, and the offered ones to choose from. Expired ones are red (001 §9).
 */
export const StandardPicker = ({
  parameterName,
  use,
  availableStandards,
  links,
  names,
  showNames,
  disabled,
  onToggle,
  onMore,
}: Props) => {
  const t = useTexts(texts);
  const standardText = useTexts(standardTexts);
  const usedLinks = filterByUse(links, use);
  const text = usedLinks
    .map((link) =>
      showNames && link.baseStandardName ? `${standardCode(link)} ${link.baseStandardName}` : standardCode(link),
    )
    .join(listSeparator());
  const title = usedLinks
    .map((link) =>
      `${standardCode(link)} ${link.baseStandardName || names.get(link.baBaseStandardId ?? '')?.standardName || ''}`.trim(),
    )
    .join('\n');
  if (availableStandards.length === 0 && usedLinks.length === 0 && !onMore) return <span className="nothing">—</span>;
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
        <Menu aria-label={label} className="standard-menu" onKeyDown={moveFocusInMenu}>
          {[...availableStandards].sort(comparePublicationCodes).map((standard) => {
            const name = names.get(standard.standardId);
            const isUsed = hasUse(links, standard, use);
            return (
              <MenuItem
                key={standard.uniqueKey}
                roleStructure="listoption"
                selected={isUsed}
                shouldDismissPopover={false}
                text={
                  <>
                    <span className={name?.isExpired ? 'danger-text' : ''}>
                      {standardCode(standard)}
                      {name?.isExpired && inBrackets(t('expired'))}
                    </span>
                    {name && <span className="aux secondary standard-menu__name">{name.standardName}</span>}
                  </>
                }
                onClick={() => onToggle(standard)}
              />
            );
          })}
          {availableStandards.length === 0 && <MenuItem disabled text={t('noStandards')} />}
          {onMore && (
            <>
              <MenuDivider />
              <MenuItem text={standardText('moreStandards')} onClick={onMore} />
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

/** 推荐依据 in the head of the test bases: one prefix for all chosen parameters (SS-015). */
export const BasisPrefixMenu = ({
  prefixes,
  disabled,
  onPrefix,
}: {
  prefixes: readonly string[];
  disabled: boolean;
  onPrefix(prefix: string): void;
}) => {
  const t = useTexts(selectionTexts);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      disabled={disabled}
      onOpened={(popover) => popover.querySelector<HTMLElement>('.bp6-menu-item')?.focus()}
      content={
        <Menu aria-label={t('recommendedBasis')} onKeyDown={moveFocusInMenu}>
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

/** 添加自定义评定标准 (STD-009 to STD-011): an evaluation standard that is in no catalogue, by its name. */
export const CustomStandardDialog = ({
  existing,
  onClose,
  onAdded,
}: {
  existing: readonly StandardLink[];
  onClose(): void;
  onAdded(link: StandardLink): void;
}) => {
  const t = useTexts(standardTexts);
  const [name, setName] = useState('');
  const [showsProblem, setShowsProblem] = useState(false);
  const problem = showsProblem ? customStandardProblem(name, existing) : null;
  const add = () => {
    setShowsProblem(true);
    if (customStandardProblem(name, existing)) return;
    onAdded(customStandard(name));
    onClose();
  };
  return (
    <AppDialog
      title={t('customTitle')}
      width={500}
      hasUnsavedInput={name !== ''}
      onClose={onClose}
      onConfirm={add}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('confirm')} onClick={add} />
        </>
      }
    >
      <Field
        label={t('customName')}
        required
        error={problem === null ? undefined : t(problem === 'empty' ? 'customEmpty' : 'customExists')}
      >
        <InputGroup
          fill
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              add();
            }
          }}
        />
      </Field>
    </AppDialog>
  );
};
