import { Button, Checkbox } from '@blueprintjs/core';
import { Comparison, Cross, Properties } from '@blueprintjs/icons';
import type { OfferedParameter, SampleView } from '#contract';
import { type FeeExplanation, rowFee } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { CountInput } from '../../components/count-input.js';
import { orNothing } from '../../components/data-table.js';
import { Card } from '../../components/field.js';
import { Money } from '../../components/money.js';
import { Empty } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { isOn, type SampleHost } from './offer.js';
import { nameOf } from './parameter-list.js';
import { counted, type Selection, standardToggled, toggled, withConclusion } from './selection.js';
import { evaluationOf, type StandardNames } from './standard-links.js';
import { StandardPicker } from './standard-picker.js';
import { texts } from './texts.js';

type Props = {
  host: SampleHost;
  parameters: readonly OfferedParameter[];
  /** Rows as they were stored: what they say where the unit no longer offers a parameter. */
  stored: SampleView['tuSampleParamIds'];
  selection: Selection;
  fee: FeeExplanation | null;
  names: StandardNames;
  readOnly: boolean;
  onSelection(change: (now: Selection) => Selection): void;
  onSelect(): void;
};

/** Section "parameter information": what was chosen, with standards, counts and fees (001 SF-022). */
export const ChosenParameters = ({ host, parameters, stored, selection, fee, names, readOnly, onSelection, onSelect }: Props) => {
  const t = useTexts(texts);
  const offered = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  const rows = [...selection.chosen].map(([id, choice]) => ({ id, choice, parameter: offered.get(id), before: stored.find((row) => row.tuTestParamId === id) }))
    .sort((left, right) => (right.parameter?.orderNum ?? 0) - (left.parameter?.orderNum ?? 0));
  const days = Math.max(0, ...rows.map(({ parameter, before }) => parameter?.paramWorkDay ?? before?.paramWorkDay ?? 0));
  const showsFee = !isOn(host.testUnitConfig, 'IsConsignHidePrice') && rows.every(({ parameter, before }) => (parameter?.tuTestParamPrice ?? before?.tuTestParamPrice ?? null) !== null);
  /** As in the dialog: a pack asks before it is dropped (PK-004). */
  const change = async (next: (now: Selection) => Selection) => {
    if (selection.pack && !(await alertUser({ message: t('packConfirm'), confirm: t('goOn'), cancel: t('cancel') }))) return;
    onSelection(next);
  };
  const feeText = (name: string, price: string, count: number) => {
    const shared = fee?.lines.find((line) => line.kind === 'shared' && line.names.includes(name));
    if (shared?.kind !== 'shared') return <Money amount={rowFee(price, count)} />;
    return shared.names[0] === name ? <><span className="aux muted">{t('shared', { name: shared.qualifier.replace(/试验$/, '') })}　</span><Money amount={shared.amount} /></> : <span className="muted">{t('sameGroup')}</span>;
  };

  if (selection.isLeftToLab) {
    return (
      <Card title={t('testParameters')} extra={!readOnly && <Button variant="outlined" intent="primary" icon={<Properties />} text={t('selectParameters')} onClick={onSelect} />}>
        <div className="row wide"><Comparison size={16} /><b>{t('leftToLabText')}</b></div>
        <dl className="left-to-lab"><dt>{t('reasonLabel')}</dt><dd>{selection.reason || '—'}</dd></dl>
      </Card>
    );
  }
  return (
    <Card
      padded={false} title={t('testParameters')} after={rows.length > 0 && <span className="aux muted numeric">{days > 0 ? t('parameterSummary', { count: rows.length, days }) : t('parameterSummaryNoDays', { count: rows.length })}</span>}
      extra={!readOnly && <>
        <Checkbox className="check" label={t('needConclusion')} checked={selection.isNeedConclusion} onChange={(event) => { const { checked } = event.currentTarget; onSelection((now) => withConclusion(now, checked, parameters, names)); }} />
        <Button variant="outlined" intent="primary" icon={<Properties />} text={t('selectParameters')} onClick={onSelect} />
      </>}
    >
      {rows.length === 0 ? <Empty icon={<Properties size={28} />} title={t('noParameters')} actions={!readOnly && <Button intent="primary" variant="outlined" text={t('selectParameters')} onClick={onSelect} />}>{t('noParametersText')}</Empty> : (
        <div className="chosen-parameters">
          <table className="data-table" aria-label={t('testParameters')}>
            <colgroup><col style={{ width: 44 }} /><col style={{ width: 180 }} /><col />{selection.isNeedConclusion && <col style={{ width: 170 }} />}<col style={{ width: 190 }} /><col style={{ width: 124 }} />{showsFee && <col style={{ width: 176 }} />}{!readOnly && <col style={{ width: 56 }} />}</colgroup>
            <thead><tr><th className="right"><span className="only-heard">#</span></th><th>{t('testParameters')}</th><th>{t('columnRemark')}</th>{selection.isNeedConclusion && <th>{t('columnEvaluation')}</th>}<th>{t('columnBasis')}</th><th className="right">{t('columnCount')}</th>{showsFee && <th className="right">{t('columnFee')}</th>}{!readOnly && <th><span className="only-heard">{t('actions')}</span></th>}</tr></thead>
            <tbody>
              {rows.map(({ id, choice, parameter, before }, place) => {
                const name = parameter ? nameOf(parameter) : (before?.tuTestParamName ?? '');
                const picker = { parameterName: name, links: choice.links, names, showNames: false, disabled: readOnly || !parameter || selection.pack !== null };
                return (
                  <tr key={id}>
                    <td className="right muted">{place + 1}</td>
                    <td title={name}>{name}</td>
                    <td className="secondary" title={parameter?.remark}>{orNothing(parameter?.remark ?? before?.tuTestParamDescription)}</td>
                    {selection.isNeedConclusion && <td className="whole"><StandardPicker {...picker} use="2" offered={evaluationOf(parameter?.standards ?? [])} onToggle={(standard) => parameter && void change((now) => standardToggled(now, parameter, standard, '2', names))} /></td>}
                    <td className="whole"><StandardPicker {...picker} use="1" offered={parameter?.basis ?? []} onToggle={(standard) => parameter && void change((now) => standardToggled(now, parameter, standard, '1', names))} /></td>
                    <td className="right whole">{readOnly ? choice.count : <CountInput className="count-input" size="small" fill buttonPosition="none" min={1} max={999} aria-label={`${name} ${t('columnCount')}`} value={choice.count} onCount={(count) => count !== null && onSelection((now) => counted(now, id, count))} />}</td>
                    {showsFee && <td className="right whole">{feeText(name, parameter?.tuTestParamPrice ?? before?.tuTestParamPrice ?? '0', choice.count)}</td>}
                    {!readOnly && <td className="whole"><Button size="small" variant="minimal" icon={<Cross />} aria-label={t('remove', { name })} onClick={() => void change((now) => (parameter ? toggled(now, parameter, names) : { ...now, pack: null, chosen: new Map([...now.chosen].filter(([other]) => other !== id)) }))} /></td>}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
};
