import { Button, Checkbox, TextArea } from '@blueprintjs/core';
import { Comparison, Cross, Manual, Properties } from '@blueprintjs/icons';
import { useState } from 'react';
import type { OfferedParameter, SampleView } from '#contract';
import { COUNT_RANGE, INPUT_MODE, isSimple } from '#domain/consignment';
import { basisStandards, evaluationStandards, type FeeExplanation, rowFee, type StandardUse } from '#domain/sample';
import type { OfferedStandard } from '#events';
import { orDash } from '../../components/data-table.js';
import { Card, Field } from '../../components/field.js';
import { Money } from '../../components/money.js';
import { CountInput } from '../../components/number-input.js';
import { EmptyState } from '../../components/page-states.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { isFlagOn, confirmDropPack, type SampleFormContext } from '../selection/offer.js';
import { PackGroup } from '../selection/parameter-table.js';
import {
  setCount,
  effectiveCount,
  removeParameter,
  type Selection,
  toggleStandard,
  applyStandardLinks,
} from '../selection/selection.js';
import { StandardPicker } from '../standards/standard-picker.js';
import type { StandardNames } from '../standards/standard-rows.js';
import { StandardsDialog } from '../standards/standards.dialog.js';
import { texts as standardTexts } from '../standards/standards.texts.js';
import { type ChosenRow, chosenRows } from './chosen-rows.js';
import { toggleConclusion, countFieldOf } from './sample-draft.js';
import { texts } from './texts.js';

type ChosenTableProps = {
  host: SampleFormContext;
  rows: readonly ChosenRow[];
  selection: Selection;
  fee: FeeExplanation | null;
  names: StandardNames;
  readOnly: boolean;
  recommended: boolean;
  showsStandards: boolean;
  onSelection(change: (current: Selection) => Selection): void;
  onStandards(parameterId: string): void;
};

/**
 * The chosen parameters: remark, standards, count in points or times, fee, removal (SF-022). A shared fee is on the
 * first row of its group.
 */
const ChosenTable = ({
  host,
  rows,
  selection,
  fee,
  names,
  readOnly,
  recommended,
  showsStandards,
  onSelection,
  onStandards,
}: ChosenTableProps) => {
  const t = useTexts(texts);
  const showsFee = !isFlagOn(host.testUnitConfig, 'IsConsignHidePrice') && rows.every(({ price }) => price !== null);
  const showsEvaluation = showsStandards && selection.isNeedConclusion;
  const change = async (next: (current: Selection) => Selection) => {
    if (await confirmDropPack(selection)) onSelection(next);
  };
  const feeText = ({ id, price, choice }: ChosenRow) => {
    const shared = fee?.lines.find((line) => line.kind === 'shared' && line.ids.includes(id));
    if (shared?.kind !== 'shared') return <Money amount={rowFee(price ?? '0', effectiveCount(choice))} />;
    return shared.ids[0] === id ? (
      <>
        <span className="aux muted">{t('shared', { name: shared.qualifier.replace(/试验$/, '') })}　</span>
        <Money amount={shared.amount} />
      </>
    ) : (
      <span className="muted">{t('sameGroup')}</span>
    );
  };
  const renderPicker = (row: ChosenRow, use: StandardUse, availableStandards: readonly OfferedStandard[]) => {
    const { parameter, links, name, id } = row;
    return (
      <StandardPicker
        parameterName={name}
        links={links}
        names={names}
        showNames={false}
        disabled={readOnly || selection.pack !== null}
        use={use}
        availableStandards={availableStandards}
        onMore={() => onStandards(id)}
        onToggle={(standard) =>
          parameter &&
          void change((current) => toggleStandard(current, parameter, standard, use, { names, recommended }))
        }
      />
    );
  };

  return (
    <div className="chosen-parameters">
      <table className="data-table as-cards" aria-label={t('testParameters')}>
        <colgroup>
          <col style={{ width: 44 }} />
          <col style={{ width: 170 }} />
          <col />
          {showsEvaluation && <col style={{ width: 140 }} />}
          {showsStandards && <col style={{ width: 170 }} />}
          <col style={{ width: 108 }} />
          {showsFee && <col style={{ width: language() === 'zh' ? 160 : 192 }} />}
          {!readOnly && <col style={{ width: 52 }} />}
        </colgroup>
        <thead>
          <tr>
            <th className="right">
              <span className="only-heard">#</span>
            </th>
            <th>{t('testParameters')}</th>
            <th>{t('columnRemark')}</th>
            {showsEvaluation && <th>{t('columnEvaluation')}</th>}
            {showsStandards && <th>{t('columnBasis')}</th>}
            <th className="right">{t('columnCount')}</th>
            {showsFee && <th className="right">{t('columnFee')}</th>}
            {!readOnly && (
              <th>
                <span className="only-heard">{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const { id, name, remark, parameter, choice } = row;
            return (
              <tr key={id}>
                <td className="right muted card-without">{index + 1}</td>
                <td className="card-title" title={name}>
                  {name}
                </td>
                <td className="secondary" title={remark}>
                  {orDash(remark)}
                </td>
                {showsEvaluation && (
                  <td className="whole" data-label={t('columnEvaluation')}>
                    {renderPicker(row, '2', parameter ? evaluationStandards(parameter, recommended) : [])}
                  </td>
                )}
                {showsStandards && (
                  <td className="whole" data-label={t('columnBasis')}>
                    {renderPicker(row, '1', parameter ? basisStandards(parameter, choice.links, recommended) : [])}
                  </td>
                )}
                <td className="right whole" data-label={t('columnCount')}>
                  {readOnly ? (
                    choice.count
                  ) : (
                    <CountInput
                      className="count-input"
                      size="small"
                      fill
                      hasSteps={false}
                      name={countFieldOf(id)}
                      {...COUNT_RANGE}
                      blankValue={COUNT_RANGE.min}
                      aria-label={`${name} ${t('columnCount')}`}
                      value={choice.count}
                      onCount={(_, value) => onSelection((current) => setCount(current, id, value ?? ''))}
                    />
                  )}
                </td>
                {showsFee && (
                  <td className="right whole" data-label={t('columnFee')}>
                    {feeText(row)}
                  </td>
                )}
                {!readOnly && (
                  <td className="whole card-end">
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<Cross />}
                      aria-label={t('remove', { name })}
                      onClick={() => void change((current) => removeParameter(current, id))}
                    />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

type Props = {
  host: SampleFormContext;
  sampleId: string;
  parameters: readonly OfferedParameter[];
  /** Rows as stored: shown in the read-only form, and for a parameter that is no longer offered. */
  stored: SampleView['tuSampleParamIds'];
  selection: Selection;
  fee: FeeExplanation | null;
  names: StandardNames;
  readOnly: boolean;
  /** In simple input the standards belong to the sample and have their own section (STD-017). */
  inputMethod?: number;
  /** The user tried to save without a reason why the laboratory is to determine the parameters. */
  reasonError?: string | undefined;
  onSelection(change: (current: Selection) => Selection): void;
  onSelect(): void;
};

/** Section "parameter information": the chosen parameters with standards, counts and fees (001 SF-022). */
export const ChosenParameters = ({
  host,
  sampleId,
  parameters,
  stored,
  selection,
  fee,
  names,
  readOnly,
  inputMethod = INPUT_MODE.professional,
  reasonError,
  onSelection,
  onSelect,
}: Props) => {
  const t = useTexts(texts);
  const standardText = useTexts(standardTexts);
  /** Id of the parameter whose standards are open, '' for all of them. */
  const [standardsParameterId, setStandardsParameterId] = useState<string | null>(null);
  const rows = chosenRows(selection, readOnly ? [] : parameters, stored);
  const days = Math.max(0, ...rows.map((row) => row.days));
  const recommended = isFlagOn(host.testUnitConfig, 'USING_RECOMMENDED_PARAMETER_STANDARD');
  const switchConclusion = async (on: boolean) => {
    const selectionChange = await toggleConclusion(on, { selection, parameters, names, recommended, origin: 'form' });
    if (selectionChange) onSelection(selectionChange);
  };
  /** Standards chosen by hand remove the pack, so the question comes before the dialog (001.md A-10). */
  const openStandards = async (id: string) => {
    if (await confirmDropPack(selection)) setStandardsParameterId(id);
  };
  const leaveToLabCheckbox = host.mayLeaveToLab && (
    <Checkbox
      className="check"
      label={t('leftToLab')}
      checked={selection.isLeftToLab}
      onChange={(event) => {
        const isLeftToLab = event.currentTarget.checked;
        onSelection((current) => ({ ...current, isLeftToLab }));
      }}
    />
  );
  const selectLink = (
    <Button
      className="parameter-action"
      variant="outlined"
      intent="primary"
      icon={<Properties />}
      text={t('selectParameters')}
      onClick={onSelect}
    />
  );

  if (selection.isLeftToLab) {
    return (
      <Card title={t('parameterInfo')} extra={!readOnly && leaveToLabCheckbox}>
        <div className="row wide">
          <Comparison size={16} />
          <b>{t('leftToLabText')}</b>
        </div>
        {readOnly ? (
          <dl className="left-to-lab">
            <dt>{t('reasonLabel')}</dt>
            <dd>{selection.reason || '—'}</dd>
          </dl>
        ) : (
          <Field label={t('reasonLabel')} required error={reasonError} className="left-to-lab__reason">
            <TextArea
              fill
              autoResize
              name="testReason"
              maxLength={200}
              placeholder={t('reasonPlaceholder')}
              value={selection.reason}
              onChange={(event) => {
                const reason = event.currentTarget.value;
                onSelection((current) => ({ ...current, reason }));
              }}
            />
          </Field>
        )}
      </Card>
    );
  }
  return (
    <Card
      padded={false}
      title={t('parameterInfo')}
      after={
        rows.length > 0 && (
          <span className="aux muted numeric">
            {days > 0
              ? t('parameterSummary', { count: rows.length, days })
              : t('parameterSummaryNoDays', { count: rows.length })}
          </span>
        )
      }
      extra={
        !readOnly && (
          <>
            {leaveToLabCheckbox}
            <Checkbox
              className="check"
              label={t('needConclusion')}
              checked={selection.isNeedConclusion}
              onChange={(event) => void switchConclusion(event.currentTarget.checked)}
            />
            {!isSimple(inputMethod) && (
              <Button
                variant="outlined"
                icon={<Manual />}
                text={standardText('selectStandards')}
                disabled={rows.length === 0}
                onClick={() => void openStandards('')}
              />
            )}
            {selectLink}
          </>
        )
      }
    >
      {!readOnly && (
        <PackGroup
          host={host}
          sampleId={sampleId}
          selection={selection}
          parameters={parameters}
          names={names}
          onSelection={onSelection}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={<Properties size={28} />}
          title={t('noParameters')}
          actions={
            !readOnly && <Button intent="primary" variant="outlined" text={t('selectParameters')} onClick={onSelect} />
          }
        >
          {t('noParametersText')}
        </EmptyState>
      ) : (
        <ChosenTable
          host={host}
          rows={rows}
          selection={selection}
          fee={fee}
          names={names}
          readOnly={readOnly}
          recommended={recommended}
          showsStandards={!isSimple(inputMethod)}
          onSelection={onSelection}
          onStandards={(id) => void openStandards(id)}
        />
      )}
      {standardsParameterId !== null && (
        <StandardsDialog
          host={host}
          parameters={standardsParameterId ? rows.filter(({ id }) => id === standardsParameterId) : rows}
          single={standardsParameterId !== ''}
          names={names}
          isNeedConclusion={selection.isNeedConclusion}
          onClose={() => setStandardsParameterId(null)}
          onConfirmed={(links) => onSelection((current) => applyStandardLinks(current, links))}
        />
      )}
    </Card>
  );
};
