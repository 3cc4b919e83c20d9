import { Button, ButtonGroup, Checkbox, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { InfoSign, Search } from '@blueprintjs/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getParamPack, type OfferedParameter } from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { Field } from '../../components/field.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { fail } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { chosenOf, feeOf, isOn, type SampleHost, type useOffer } from './offer.js';
import { hitIn, nameOf, NO_FILTER, offeredStandards, shownParameters } from './parameter-list.js';
import { ParameterTable } from './parameter-table.js';
import { RequirementsPanel } from './requirements.panel.js';
import { type Selection, standardToggled, toggled, toggledAll, withConclusion, withoutPack, withPack } from './selection.js';
import { codeOf } from './standard-links.js';
import { texts } from './texts.js';

const PACK_CLICK_MS = 300;

type Props = { sampleId: string; sampleName: string; host: SampleHost; offer: ReturnType<typeof useOffer>; selection: Selection; onSelection(change: (now: Selection) => Selection): void };

/** Right half of the selection dialog (001 SS-007 to SS-022, PK-001 to PK-008, TID-001 to TID-004). */
export const ParameterPanel = ({ sampleId, sampleName, host, offer, selection, onSelection }: Props) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [filter, setFilter] = useState(NO_FILTER);
  const [showNames, setShowNames] = useState(false);
  const packClick = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(packClick.current), []);
  const { names } = offer;
  const parameters = offer.parameters.data ?? [];
  const packs = offer.packs.data ?? [];
  const pack = packs.find(({ id }) => id === selection.pack?.packId);
  const rows = shownParameters(parameters, filter, (id) => selection.chosen.has(id));
  const hits = rows.filter((parameter) => hitIn(nameOf(parameter), filter.search)).length;

  /** A change by hand while a pack is active asks first, and then drops the pack (PK-004). */
  const change = async (next: (now: Selection) => Selection) => {
    if (selection.pack && !(await alertUser({ message: t('packConfirm'), confirm: t('goOn'), cancel: t('cancel') }))) return;
    onSelection(next);
  };
  const tellNotOffered = (parameter: OfferedParameter) => void alertUser({ title: t('notOfferedTitle'), message: t('notOffered', { name: nameOf(parameter) }) });
  const toggle = (parameter: OfferedParameter) => (parameter.offered ? void change((now) => toggled(now, parameter, names)) : tellNotOffered(parameter));
  const applyPack = async (id: string) => {
    try {
      const detail = await queries.fetchQuery({ ...readOf(getParamPack, { id }), meta: { quiet: true } });
      if (detail.entries.length === 0) return fail(t('packFailed'));
      const { notOffered } = withPack(selection, detail, parameters, names);
      onSelection((now) => withPack(now, detail, parameters, names).selection);
      if (notOffered[0]) tellNotOffered(notOffered[0]);
    } catch {
      fail(t('packFailed'));
    }
  };
  const pressPack = (id: string) => {
    clearTimeout(packClick.current);
    if (selection.pack?.packId === id) return onSelection(withoutPack);
    packClick.current = setTimeout(() => void applyPack(id), PACK_CLICK_MS);
  };
  const leaveToLab = (isLeftToLab: boolean) => onSelection((now) => ({ ...now, isLeftToLab }));

  const switches = (
    <div className="parameter-switches">
      {!selection.isLeftToLab && <>
        <Checkbox className="check" label={t('needConclusion')} checked={selection.isNeedConclusion} onChange={(event) => { const { checked } = event.currentTarget; setFilter({ ...filter, standardKey: '' }); onSelection((now) => withConclusion(now, checked, parameters, names)); }} />
        <Checkbox className="check" label={t('showStandardNames')} checked={showNames} onChange={(event) => setShowNames(event.currentTarget.checked)} />
        <Checkbox className="check" label={t('onlyChosen')} disabled={filter.standardKey !== ''} checked={filter.onlyChosen} onChange={(event) => setFilter({ ...filter, onlyChosen: event.currentTarget.checked })} />
      </>}
      {host.mayLeaveToLab && <Checkbox className="check" label={t('leftToLab')} checked={selection.isLeftToLab} onChange={(event) => leaveToLab(event.currentTarget.checked)} />}
      {pack && !selection.isLeftToLab && <span className="note info pack-note"><InfoSign size={14} />{t('packNote', { name: pack.name })}</span>}
    </div>
  );

  if (selection.isLeftToLab) {
    return (
      <div className="parameter-panel">
        {switches}
        <div className="reason-area">
          <Field label={t('reasonLabel')} required><TextArea fill autoResize maxLength={200} placeholder={t('reasonPlaceholder')} value={selection.reason} onChange={(event) => { const reason = event.currentTarget.value; onSelection((now) => ({ ...now, reason })); }} /></Field>
          <p className="aux secondary">{t('leftToLabNote')}</p>
        </div>
        <RequirementsPanel sampleId={sampleId} sampleName={sampleName} chosen={[]} showsQuantity={false} />
      </div>
    );
  }
  return (
    <div className="parameter-panel">
      <div className="parameter-toolbar">
        <InputGroup className="parameter-search" leftIcon={<Search />} placeholder={t('searchParameter')} aria-label={t('searchParameter')} value={filter.search} onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })} />
        {selection.isNeedConclusion && <HTMLSelect aria-label={t('standardFilter')} value={filter.standardKey} options={[{ value: '', label: t('allStandards') }, ...offeredStandards(parameters).map((standard) => ({ value: standard.uniqueKey, label: codeOf(standard) }))]} onChange={(event) => setFilter({ ...filter, standardKey: event.currentTarget.value, onlyChosen: event.currentTarget.value ? false : filter.onlyChosen })} />}
        {packs.length > 0 && <>
          <span className="dense secondary" id="quick-select">{t('quickSelect')}</span>
          <ButtonGroup variant="outlined" role="group" aria-labelledby="quick-select" className="packs">
            {packs.map(({ id, name }) => <Button key={id} text={name} active={selection.pack?.packId === id} aria-pressed={selection.pack?.packId === id} onClick={() => pressPack(id)} />)}
          </ButtonGroup>
        </>}
        {offer.packs.isError && <span className="aux danger-text">{t('packsFailed')}</span>}
        <span className="aux muted push numeric">{t('parameterCount', { count: parameters.length })}</span>
      </div>
      {switches}
      {filter.search.trim() && hits === 0 && parameters.length > 0 && <div className="note info no-hit" role="status"><InfoSign size={14} />{t('noHit', { text: filter.search.trim() })}</div>}
      <div className="table-scroll">
        {offer.parameters.isPending ? <LoadingRows rows={10} /> : offer.parameters.isError ? <Failed title={t('parametersFailed')} error={offer.parameters.error} onRetry={() => void offer.parameters.refetch()} /> : (
          <ParameterTable
            host={host} all={parameters} rows={rows} selection={selection} fee={feeOf(parameters, selection, 1)} names={names} search={filter.search} showNames={showNames}
            onToggle={toggle} onToggleAll={() => void change((now) => toggledAll(now, rows, names))}
            onStandard={(parameter, standard, use) => void change((now) => standardToggled(now, parameter, standard, use, names))}
          />
        )}
      </div>
      <RequirementsPanel sampleId={sampleId} sampleName={sampleName} chosen={chosenOf(parameters, selection)} showsQuantity={isOn(host.testUnitConfig, 'IsDisplayTestQuantity')} />
    </div>
  );
};
