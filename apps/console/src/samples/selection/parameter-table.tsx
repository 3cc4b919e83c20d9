import { Checkbox, Tag } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import type { KeyboardEvent } from 'react';
import type { OfferedParameter } from '#contract';
import {
  basisStandards,
  basisPrefixes,
  evaluationStandards,
  type FeeExplanation,
  type StandardUse,
} from '#domain/sample';
import type { OfferedStandard } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { PriceCell } from '../editor/price-cell.js';
import { texts } from '../editor/texts.js';
import { BasisPrefixMenu, StandardPicker } from '../standards/standard-picker.js';
import { toStandardLink, preferredEvaluation, type StandardNames } from '../standards/standard-rows.js';
import { chosenParameters, isFlagOn, type SampleFormContext, usePackList, usePacks } from './offer.js';
import { texts as packTexts } from './packs.texts.js';
import { findHit, parameterName, type Selection } from './selection.js';

type Props = {
  host: SampleFormContext;
  all: readonly OfferedParameter[];
  rows: readonly OfferedParameter[];
  selection: Selection;
  fee: FeeExplanation | null;
  names: StandardNames;
  search: string;
  showNames: boolean;
  /** The standard of the filter, marked in every visible row (SS-010). */
  standardKey: string;
  onToggle(parameter: OfferedParameter): void;
  onToggleAll(): void;
  onStandard(parameter: OfferedParameter, standard: OfferedStandard, use: StandardUse): void;
  onBasisPrefix(prefix: string): void;
};

const Name = ({ name, search }: { name: string; search: string }) => {
  const hit = findHit(name, search);
  return hit ? (
    <>
      {hit.before}
      <mark className="hit">{hit.hit}</mark>
      {hit.after}
    </>
  ) : (
    name
  );
};

/** Up and down move through the checkboxes of the rows; Home and End go to the first and the last. */
export const moveFocusInRows = (event: KeyboardEvent<HTMLElement>): void => {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('.cell-check input')];
  const index = boxes.findIndex((box) => box === document.activeElement);
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: boxes.length - 1 }[event.key];
  const box = index < 0 || to === undefined ? undefined : boxes[to];
  if (!box) return;
  event.preventDefault();
  box.focus();
};

/** Columns of 001 SS-013; each is hidden by its flag. */
export const ParameterTable = ({
  host,
  all,
  rows,
  selection,
  fee,
  names,
  search,
  showNames,
  standardKey,
  onToggle,
  onToggleAll,
  onStandard,
  onBasisPrefix,
}: Props) => {
  const t = useTexts(texts);
  const { testUnitConfig: config } = host;
  const [showsDays, showsQuantity, showsPrice, recommended] = [
    isFlagOn(config, 'IsDisplayTestPeriod'),
    isFlagOn(config, 'IsDisplayTestQuantity'),
    !isFlagOn(config, 'IsConsignHidePrice'),
    isFlagOn(config, 'USING_RECOMMENDED_PARAMETER_STANDARD'),
  ];
  const offeredRows = rows.filter((parameter) => parameter.offered);
  const chosenCount = offeredRows.filter(({ id }) => selection.chosen.has(id)).length;
  const hasPack = selection.pack !== null;
  const chosen = chosenParameters(all, selection);
  /** The standards with which an unchosen row would start under the filter. */
  const linksByFilter = (parameter: OfferedParameter) => {
    const standard = hasPack ? undefined : preferredEvaluation(parameter, { standardKey, basisPrefix: '' });
    return standard ? [{ ...toStandardLink(standard, names), useType: '2' as const }] : [];
  };
  return (
    <table className="data-table parameter-table" aria-label={t('testParameters')}>
      <colgroup>
        <col style={{ width: 44 }} />
        <col className="wide-name" />
        {selection.isNeedConclusion && <col style={{ width: showNames ? 190 : 124 }} />}
        <col style={{ width: showNames ? 210 : 164 }} />
        {showsDays && <col style={{ width: 70 }} />}
        {showsQuantity && <col style={{ width: 76 }} />}
        {showsPrice && <col style={{ width: 148 }} />}
        <col />
      </colgroup>
      <thead>
        <tr>
          <th className="whole">
            <Checkbox
              className="check"
              aria-label={t('selectAllRows')}
              disabled={offeredRows.length === 0}
              checked={chosenCount > 0 && chosenCount === offeredRows.length}
              indeterminate={chosenCount > 0 && chosenCount < offeredRows.length}
              onChange={onToggleAll}
            />
          </th>
          <th>{t('columnName')}</th>
          {selection.isNeedConclusion && <th>{t('columnEvaluation')}</th>}
          <th className="whole">
            {t('columnBasis')}
            <BasisPrefixMenu prefixes={basisPrefixes(offeredRows)} disabled={hasPack} onPrefix={onBasisPrefix} />
          </th>
          {showsDays && <th className="right">{t('columnDays')}</th>}
          {showsQuantity && <th className="right">{t('columnQuantity')}</th>}
          {showsPrice && <th className="right">{t('columnPrice')}</th>}
          <th>{t('columnRemark')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((parameter) => {
          const choice = selection.chosen.get(parameter.id);
          const name = parameterName(parameter);
          const links = choice?.links ?? linksByFilter(parameter);
          const shared = { parameterName: name, links, names, showNames, disabled: hasPack || !parameter.offered };
          return (
            <tr key={parameter.id} aria-selected={choice !== undefined} className={parameter.offered ? '' : 'off'}>
              <td className="whole cell-check">
                <Checkbox
                  className="check"
                  aria-label={t('selectRow', { name })}
                  aria-disabled={!parameter.offered || undefined}
                  checked={choice !== undefined}
                  onChange={() => onToggle(parameter)}
                />
              </td>
              <td className="cell-name" title={name}>
                <Name name={name} search={search} />
                {!parameter.offered && (
                  <Tag minimal className="not-offered">
                    {t('notOfferedTag')}
                  </Tag>
                )}
              </td>
              {selection.isNeedConclusion && (
                <td className="whole cell-evaluation" data-label={t('columnEvaluation')}>
                  <StandardPicker
                    {...shared}
                    use="2"
                    availableStandards={parameter.offered ? evaluationStandards(parameter, recommended) : []}
                    onToggle={(standard) => onStandard(parameter, standard, '2')}
                  />
                </td>
              )}
              <td className="whole cell-basis" data-label={t('columnBasis')}>
                <StandardPicker
                  {...shared}
                  use="1"
                  availableStandards={parameter.offered ? basisStandards(parameter, links, recommended) : []}
                  onToggle={(standard) => onStandard(parameter, standard, '1')}
                />
              </td>
              {showsDays && <td className="right cell-days">{parameter.paramWorkDay ?? ''}</td>}
              {showsQuantity && (
                <td className="right secondary cell-quantity">
                  {parameter.testQuantity === null ? '' : `${parameter.testQuantity} ${parameter.unitMeasure}`}
                </td>
              )}
              {showsPrice && (
                <td className="right whole cell-price">
                  <PriceCell parameter={parameter} chosenParameters={chosen} lines={fee?.lines ?? []} />
                </td>
              )}
              <td className="secondary cell-remark" title={parameter.remark}>
                {parameter.remark}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

type PackGroupProps = {
  host: SampleFormContext;
  sampleId: string;
  selection: Selection;
  parameters: readonly OfferedParameter[];
  names: StandardNames;
  onSelection(change: (current: Selection) => Selection): void;
};

/** 快速选择 in the form: a checkbox for each pack of the sample, at most one checked (PK-005, PK-007, SF-022). */
export const PackGroup = ({ host, sampleId, selection, parameters, names, onSelection }: PackGroupProps) => {
  const t = useTexts(packTexts);
  const selectionText = useTexts(texts);
  const packs = usePackList(sampleId || null, host);
  const { choose, drop } = usePacks({ testUnitId: host.testUnitId, parameters, names, origin: 'form', onSelection });
  const availablePacks = packs.data ?? [];
  const active = availablePacks.find(({ id }) => id === selection.pack?.packId);
  if (sampleId && availablePacks.length === 0 && !packs.isError) return null;
  return (
    <div className="pack-group" role="group" aria-label={t('quickSelect')}>
      <span className="dense secondary">{t('quickSelect')}</span>
      {!sampleId ? (
        <span className="dense muted">{t('chooseSample')}</span>
      ) : packs.isError ? (
        <span className="aux danger-text" role="status">
          {t('listFailed')}
        </span>
      ) : (
        availablePacks.map(({ id, name }) => (
          <Checkbox
            key={id}
            className="check"
            label={name}
            checked={id === selection.pack?.packId}
            disabled={parameters.length === 0}
            onChange={(event) => (event.currentTarget.checked ? choose(id) : drop())}
          />
        ))
      )}
      {active && (
        <span className="note info pack-note">
          <InfoSign size={14} />
          {selectionText('packNote', { name: active.name })}
        </span>
      )}
    </div>
  );
};
