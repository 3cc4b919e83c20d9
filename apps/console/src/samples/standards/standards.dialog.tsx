import { Button, Checkbox, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Add, Cross, Duplicate, Manual } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import { messageOfProblem } from '#domain/rules';
import {
  canBeBasis,
  crossTypeUses,
  missingStandardsProblem,
  missingUses,
  isUsableAs,
  type StandardUse,
} from '#domain/sample';
import type { StandardLink } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { orDash } from '../../components/data-table.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import type { ChoosableParameter } from '../editor/chosen-rows.js';
import { isFlagOn, type SampleFormContext } from '../selection/offer.js';
import { QuoteStandardDialog } from './quote-standard.dialog.js';
import { CustomStandardDialog, moveFocusInMenu } from './standard-picker.js';
import {
  standardCode,
  sortByCode,
  usedRows,
  isStandardExpired,
  addQuotedStandards,
  rowKey,
  rowsOf,
  type StandardNames,
  setUse,
  removeRow,
  withStandard,
} from './standard-rows.js';
import './standards.css';
import { texts } from './standards.texts.js';

type StandardTableProps = {
  caption: string;
  rows: readonly StandardLink[];
  isNeedConclusion: boolean;
  readOnly?: boolean;
  onRows(rows: StandardLink[]): void;
  /** Uses a standard for all parameters as it is used here; `only`: in place of the others. */
  onEverywhere?(row: StandardLink, only: boolean): void;
};

/** Standards with their uses (STD-008); those that are no longer in force are red (STD-004). */
export const StandardTable = ({
  caption,
  rows,
  isNeedConclusion,
  readOnly = false,
  onRows,
  onEverywhere,
}: StandardTableProps) => {
  const t = useTexts(texts);
  const tick = (row: StandardLink, use: '1' | '2', on: boolean) => onRows(setUse(rows, rowKey(row), use, on));
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
          const code = standardCode(row);
          const isOutdated = isStandardExpired(row);
          return (
            <tr key={rowKey(row)} aria-selected={row.useType !== ''}>
              {isNeedConclusion && (
                <td className="whole cell-use" data-label={t('evaluation')}>
                  <Checkbox
                    className="check"
                    aria-label={t('tickEvaluation', { name: code })}
                    disabled={readOnly}
                    checked={isUsableAs(row.useType, '2')}
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
                  checked={isUsableAs(row.useType, '1')}
                  onChange={(event) => tick(row, '1', event.currentTarget.checked)}
                />
              </td>
              <td className="card-title" title={row.baseStandardName}>
                {orDash(row.baseStandardName)}
              </td>
              <td title={code}>{row.baseStandardCode ? code : orDash('')}</td>
              <td className="numeric" data-label={t('executeDate')}>
                {orDash(row.executeDate)}
              </td>
              <td className="numeric" data-label={t('expireDate')}>
                {isOutdated ? (
                  <span className="danger-text">
                    {row.expireDate} <span className="aux">{t('expired')}</span>
                  </span>
                ) : (
                  orDash(row.expireDate)
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
                        <Menu aria-label={t('everywhere', { name: code })} onKeyDown={moveFocusInMenu}>
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
                    onClick={() => onRows(removeRow(rows, rowKey(row)))}
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

type StandardToolsProps = {
  testUnitId: string | null;
  rows: readonly StandardLink[];
  isNeedConclusion: boolean;
  disabled?: boolean;
  onRows(rows: StandardLink[]): void;
};

/** 引用标准 and 添加自定义评定标准, each with its dialog (STD-001, STD-008, STD-009). */
export const StandardTools = ({ testUnitId, rows, isNeedConclusion, disabled = false, onRows }: StandardToolsProps) => {
  const t = useTexts(texts);
  const [open, setOpen] = useState<'quote' | 'custom' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        icon={<Manual />}
        text={t('quote')}
        disabled={disabled}
        onClick={() => setOpen('quote')}
      />
      {isNeedConclusion && (
        <Button
          size="small"
          variant="outlined"
          icon={<Add />}
          text={t('addCustom')}
          disabled={disabled}
          onClick={() => setOpen('custom')}
        />
      )}
      {open === 'quote' && (
        <QuoteStandardDialog
          testUnitId={testUnitId}
          existingIds={rows.flatMap(({ baBaseStandardId }) => baBaseStandardId ?? [])}
          onClose={close}
          onQuoted={(picked) => onRows(sortByCode(addQuotedStandards(rows, picked, isNeedConclusion)))}
        />
      )}
      {open === 'custom' && (
        <CustomStandardDialog existing={rows} onClose={close} onAdded={(link) => onRows([...rows, link])} />
      )}
    </>
  );
};

type Props = {
  host: SampleFormContext;
  /** Several parameters have a list at the left; a single one has none. */
  parameters: readonly ChoosableParameter[];
  single?: boolean;
  names: StandardNames;
  isNeedConclusion: boolean;
  onClose(): void;
  onConfirmed(links: ReadonlyMap<string, StandardLink[]>): void;
};

/** 选择标准信息 (STD-007, STD-008): which standards each parameter is tested by and evaluated against. */
export const StandardsDialog = ({
  host,
  parameters,
  single = false,
  names,
  isNeedConclusion,
  onClose,
  onConfirmed,
}: Props) => {
  const t = useTexts(texts);
  const [rowsById, setRowsById] = useState<ReadonlyMap<string, StandardLink[]>>(
    () => new Map(parameters.map(({ id, links, parameter }) => [id, rowsOf(links, parameter, names)])),
  );
  const [hasChanges, setHasChanges] = useState(false);
  const [currentId, setCurrentId] = useState(parameters[0]?.id ?? '');
  const current = parameters.find(({ id }) => id === currentId);
  const rows = rowsById.get(currentId) ?? [];
  const replaceRows = (next: StandardLink[]) => {
    setHasChanges(true);
    setRowsById(new Map(rowsById).set(currentId, next));
  };
  /** Uses one standard for every parameter it applies to; reports those it does not apply to. */
  const useEverywhere = (row: StandardLink, only: boolean) => {
    const isOffered = parameters.some(({ parameter }) =>
      [...(parameter?.standards ?? []), ...(parameter?.basis ?? [])].some(
        ({ uniqueKey, standardId }) => uniqueKey === row.limsUniqueKey || standardId === row.baBaseStandardId,
      ),
    );
    const changedParameters = parameters.map((parameter) => ({
      ...parameter,
      rows: withStandard(rowsById.get(parameter.id) ?? [], row, { isOffered, only }),
    }));
    const unchangedParameters = changedParameters.filter((each) => each.rows === null);
    setHasChanges(true);
    setRowsById(new Map(changedParameters.map((each) => [each.id, each.rows ?? rowsById.get(each.id) ?? []])));
    const counts = { name: standardCode(row), count: parameters.length - unchangedParameters.length };
    if (unchangedParameters.length === 0) return toastSuccess(t('everywhereDone', counts));
    toastWarning(
      t('everywhereLeft', {
        ...counts,
        left: unchangedParameters.length,
        names: unchangedParameters.map(({ name }) => name).join(t('listComma')),
      }),
    );
  };
  const usedRowsOf = (id: string) => usedRows(rowsById.get(id) ?? []);

  /** The first parameter that lacks a standard, if the unit works with recommended ones (STD-014). */
  const findMissingStandard = () => {
    if (!isFlagOn(host.testUnitConfig, 'USING_RECOMMENDED_PARAMETER_STANDARD')) return null;
    for (const { id, name, parameter } of parameters) {
      const problem =
        parameter &&
        missingStandardsProblem(
          name,
          missingUses({ parameter, links: usedRowsOf(id), sampleLinks: [], isNeedConclusion }),
        );
      if (problem) return { id, message: messageOfProblem(problem, language()) };
    }
    return null;
  };
  const crossTypeWarnings = (): string[] =>
    parameters.flatMap(({ id, name }) => {
      const uses = crossTypeUses(usedRowsOf(id));
      const missingTexts = (use: StandardUse, key: 'crossAsBasis' | 'crossAsEvaluation') => {
        const standards = uses.filter((each) => each.use === use).map(({ link }) => standardCode(link));
        return standards.length > 0 ? [t(key, { parameter: name, standards: standards.join(t('listComma')) })] : [];
      };
      return [...missingTexts('1', 'crossAsBasis'), ...missingTexts('2', 'crossAsEvaluation')];
    });
  const confirm = async () => {
    const missingStandard = findMissingStandard();
    if (missingStandard) {
      setCurrentId(missingStandard.id);
      return toastWarning(missingStandard.message);
    }
    const warnings = crossTypeWarnings();
    if (
      warnings.length > 0 &&
      !(await openAlertDialog({
        title: t('crossTitle'),
        message: warnings.join('\n'),
        confirm: t('continueSaving'),
        cancel: t('cancel'),
        intent: 'warning',
      }))
    )
      return;
    onConfirmed(new Map(parameters.map(({ id }) => [id, usedRowsOf(id)])));
    onClose();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = by && parameters[parameters.findIndex(({ id }) => id === currentId) + by];
    if (!next) return;
    event.preventDefault();
    setCurrentId(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-parameter="${next.id}"]`)?.focus();
  };

  return (
    <AppDialog
      title={t('selectTitle')}
      width={single ? 900 : 1200}
      hasUnsavedInput={hasChanges}
      onClose={onClose}
      onConfirm={() => void confirm()}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button
            intent="primary"
            text={t('confirm')}
            endIcon={<span className="key-hint on-primary">Ctrl ↵</span>}
            onClick={() => void confirm()}
          />
        </>
      }
    >
      <div className="standards-dialog">
        {!single && (
          <div
            className="standards-dialog__parameters"
            role="listbox"
            tabIndex={-1}
            aria-label={t('parameters')}
            onKeyDown={handleKeyDown}
          >
            {parameters.map(({ id, name }) => (
              <div
                key={id}
                role="option"
                data-parameter={id}
                aria-selected={id === currentId}
                tabIndex={id === currentId ? 0 : -1}
                onClick={() => setCurrentId(id)}
                onKeyDown={(event) => {
                  if (event.key === ' ') setCurrentId(id);
                }}
              >
                <span className="ellipsis" title={name}>
                  {name}
                </span>
                <span className="aux muted numeric push nowrap">{t('chosen', { count: usedRowsOf(id).length })}</span>
              </div>
            ))}
            {parameters.length === 0 && (
              <div className="muted standards-dialog__none" role="presentation">
                {t('noData')}
              </div>
            )}
          </div>
        )}
        <div className="standards-dialog__standards">
          <div className="row standards-dialog__tools">
            <StandardTools
              testUnitId={host.testUnitId}
              rows={rows}
              isNeedConclusion={isNeedConclusion}
              disabled={!current}
              onRows={replaceRows}
            />
          </div>
          {current && (
            <StandardTable
              caption={`${t('selectTitle')} ${current.name}`}
              rows={rows}
              isNeedConclusion={isNeedConclusion}
              onRows={replaceRows}
              {...(parameters.length > 1 ? { onEverywhere: useEverywhere } : {})}
            />
          )}
          {current && rows.length === 0 && <p className="muted dense standards-dialog__none">{t('noStandards')}</p>}
        </div>
      </div>
    </AppDialog>
  );
};
