import { Button, Checkbox, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Cross, Duplicate } from '@blueprintjs/icons';
import { canBeBasis, servesAs } from '#domain';
import type { StandardLink } from '#events';
import { orNothing } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { codeOf } from './standard-links.js';
import { isOutdated, rowKeyOf, ticked, withoutRow } from './standard-rows.js';
import { walkMenu } from './standard-picker.js';
import './standards.css';
import { texts } from './standards.texts.js';

type Props = {
  caption: string;
  rows: readonly StandardLink[];
  isNeedConclusion: boolean;
  readOnly?: boolean;
  onRows(rows: StandardLink[]): void;
  /** Uses a standard for every parameter as it is used here; `only` instead of the others. */
  onEverywhere?(row: StandardLink, only: boolean): void;
};

/** Standards with what each is used for (STD-008); those that are no longer in force are red (STD-004). */
export const StandardTable = ({ caption, rows, isNeedConclusion, readOnly = false, onRows, onEverywhere }: Props) => {
  const t = useTexts(texts);
  const tick = (row: StandardLink, use: '1' | '2', on: boolean) => onRows(ticked(rows, rowKeyOf(row), use, on));
  return (
    <table className="data-table as-cards standard-table" aria-label={caption} style={{ minWidth: 840 }}>
      <colgroup>
        {isNeedConclusion && <col style={{ width: 84 }} />}
        <col style={{ width: 84 }} />
        <col />
        <col style={{ width: 190 }} />
        <col style={{ width: 104 }} />
        <col style={{ width: 128 }} />
        {!readOnly && <col style={{ width: onEverywhere ? 92 : 56 }} />}
      </colgroup>
      <thead>
        <tr>
          {isNeedConclusion && <th className="whole">{t('evaluation')}</th>}
          <th className="whole">{t('basis')}</th>
          <th>{t('name')}</th>
          <th>{t('code')}</th>
          <th>{t('executeDate')}</th>
          <th>{t('expireDate')}</th>
          {!readOnly && (
            <th>
              <span className="only-heard">{t('actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const code = codeOf(row);
          const outdated = isOutdated(row);
          return (
            <tr key={rowKeyOf(row)} aria-selected={row.useType !== ''}>
              {isNeedConclusion && (
                <td className="whole cell-use" data-label={t('evaluation')}>
                  <Checkbox
                    className="check"
                    aria-label={t('tickEvaluation', { name: code })}
                    disabled={readOnly}
                    checked={servesAs(row.useType, '2')}
                    onChange={(event) => tick(row, '2', event.currentTarget.checked)}
                  />
                </td>
              )}
              <td className="whole cell-use" data-label={t('basis')}>
                <Checkbox
                  className="check"
                  aria-label={t('tickBasis', { name: code })}
                  title={canBeBasis(row) ? undefined : t('noBasis')}
                  disabled={readOnly || !canBeBasis(row)}
                  checked={servesAs(row.useType, '1')}
                  onChange={(event) => tick(row, '1', event.currentTarget.checked)}
                />
              </td>
              <td className="card-title" title={row.baseStandardName}>
                {orNothing(row.baseStandardName)}
              </td>
              <td title={code}>{row.baseStandardCode ? code : orNothing('')}</td>
              <td className="numeric" data-label={t('executeDate')}>
                {orNothing(row.executeDate)}
              </td>
              <td className="numeric" data-label={t('expireDate')}>
                {outdated ? (
                  <span className="danger-text">
                    {row.expireDate} <span className="aux">{t('expired')}</span>
                  </span>
                ) : (
                  orNothing(row.expireDate)
                )}
              </td>
              {!readOnly && (
                <td className="whole card-end nowrap">
                  {onEverywhere && (
                    <PopoverNext
                      placement="bottom-end"
                      animation="minimal"
                      onOpened={(popover) => popover.querySelector<HTMLElement>('.bp6-menu-item')?.focus()}
                      content={
                        <Menu aria-label={t('everywhere', { name: code })} onKeyDown={walkMenu}>
                          <MenuItem text={t('everywhereToo')} onClick={() => onEverywhere(row, false)} />
                          <MenuItem text={t('everywhereOnly')} onClick={() => onEverywhere(row, true)} />
                        </Menu>
                      }
                    >
                      <Button
                        size="small"
                        variant="minimal"
                        icon={<Duplicate />}
                        disabled={row.useType === ''}
                        aria-label={t('everywhere', { name: code })}
                        title={t('everywhere', { name: code })}
                      />
                    </PopoverNext>
                  )}
                  <Button
                    size="small"
                    variant="minimal"
                    icon={<Cross />}
                    aria-label={t('remove', { name: code })}
                    onClick={() => onRows(withoutRow(rows, rowKeyOf(row)))}
                  />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
