import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { basisOffered, COUNT, evaluationOffered, type FeeExplanation, rowFee, type StandardUse } from '#domain';
import type { OfferedStandard } from '#events';
import { CountInput } from '../../components/number-input.js';
import { orNothing } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import type { ChosenRow } from './chosen-rows.js';
import { isOn, type SampleHost } from './offer.js';
import { countFieldOf } from './sample-draft.js';
import { counted, countOf, dropped, type Selection, standardToggled } from './selection.js';
import type { StandardNames } from './standard-links.js';
import { StandardPicker } from './standard-picker.js';
import { texts } from './texts.js';
import { packMayGo } from './use-packs.js';

type Props = {
  host: SampleHost;
  rows: readonly ChosenRow[];
  selection: Selection;
  fee: FeeExplanation | null;
  names: StandardNames;
  readOnly: boolean;
  recommended: boolean;
  showsStandards: boolean;
  onSelection(change: (now: Selection) => Selection): void;
  onStandards(parameterId: string): void;
};

/** The chosen parameters: remark, standards, count in points or times, fee, removal (SF-022). A shared fee stands on the first of its group. */
export const ChosenTable = ({
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
}: Props) => {
  const t = useTexts(texts);
  const showsFee = !isOn(host.testUnitConfig, 'IsConsignHidePrice') && rows.every(({ price }) => price !== null);
  const showsEvaluation = showsStandards && selection.isNeedConclusion;
  const change = async (next: (now: Selection) => Selection) => {
    if (await packMayGo(selection)) onSelection(next);
  };
  const feeText = ({ id, price, choice }: ChosenRow) => {
    const shared = fee?.lines.find((line) => line.kind === 'shared' && line.ids.includes(id));
    if (shared?.kind !== 'shared') return <Money amount={rowFee(price ?? '0', countOf(choice))} />;
    return shared.ids[0] === id ? (
      <>
        <span className="aux muted">{t('shared', { name: shared.qualifier.replace(/试验$/, '') })}　</span>
        <Money amount={shared.amount} />
      </>
    ) : (
      <span className="muted">{t('sameGroup')}</span>
    );
  };
  const picker = (row: ChosenRow, use: StandardUse, offered: readonly OfferedStandard[]) => {
    const { parameter, links, name, id } = row;
    return (
      <StandardPicker
        parameterName={name}
        links={links}
        names={names}
        showNames={false}
        disabled={readOnly || selection.pack !== null}
        use={use}
        offered={offered}
        onMore={() => onStandards(id)}
        onToggle={(standard) =>
          parameter && void change((now) => standardToggled(now, parameter, standard, use, { names, recommended }))
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
          {rows.map((row, place) => {
            const { id, name, remark, parameter, choice } = row;
            return (
              <tr key={id}>
                <td className="right muted card-without">{place + 1}</td>
                <td className="card-title" title={name}>
                  {name}
                </td>
                <td className="secondary" title={remark}>
                  {orNothing(remark)}
                </td>
                {showsEvaluation && (
                  <td className="whole" data-label={t('columnEvaluation')}>
                    {picker(row, '2', parameter ? evaluationOffered(parameter, recommended) : [])}
                  </td>
                )}
                {showsStandards && (
                  <td className="whole" data-label={t('columnBasis')}>
                    {picker(row, '1', parameter ? basisOffered(parameter, choice.links, recommended) : [])}
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
                      {...COUNT}
                      blankAs={COUNT.min}
                      aria-label={`${name} ${t('columnCount')}`}
                      value={choice.count}
                      onCount={(_, typed) => onSelection((now) => counted(now, id, typed ?? ''))}
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
                      onClick={() => void change((now) => dropped(now, id))}
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
