import { Button, ButtonGroup, Checkbox, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { InfoSign, Search } from '@blueprintjs/icons';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { getParamPacks, OfferedParameter, ResultOf } from '#contract';
import type { FeeExplanation } from '#domain/sample';
import { Field } from '../../components/field.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import {
  chosenParameters,
  isFlagOn,
  confirmDropPack,
  type SampleFormContext,
  alertNotOffered,
  type useOffer,
  usePacks,
  useParameterDemand,
} from '../selection/offer.js';
import { ParameterTable, moveFocusInRows } from '../selection/parameter-table.js';
import {
  findHit,
  applyFilterMarks,
  type FilterMarks,
  parameterName,
  NO_FILTER,
  NO_MARKS,
  offeredStandards,
  type ParameterFilter,
  type Selection,
  visibleParameters,
  toggleStandard,
  toggleParameter,
  toggleAll,
  removeFilterMarks,
  withBasisPrefix,
} from '../selection/selection.js';
import { texts as selectionTexts } from '../selection/selection.texts.js';
import { standardCode } from '../standards/standard-rows.js';
import { useLoadErrorAlert } from './load-problems.js';
import { RequirementsPanel } from './requirements.js';
import { toggleConclusion } from './sample-draft.js';
import { texts } from './texts.js';

type ParameterToolbarProps = {
  parameters: readonly OfferedParameter[];
  packs: ResultOf<typeof getParamPacks>;
  packsFailed: boolean;
  selection: Selection;
  filter: ParameterFilter;
  search: RefObject<HTMLInputElement | null>;
  onSearch(text: string): void;
  onStandard(key: string): void;
  /** Arrow down in the search box moves into the table. */
  onDown(): void;
  onPack(id: string): void;
};

/** Name search, standard filter and packs (SS-007). The filter is shown only if a conclusion is needed. */
const ParameterToolbar = ({
  parameters,
  packs,
  packsFailed,
  selection,
  filter,
  search,
  onSearch,
  onStandard,
  onDown,
  onPack,
}: ParameterToolbarProps) => {
  const t = useTexts(texts);
  const selectionText = useTexts(selectionTexts);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    // The table is filtered while the user types, so Enter neither chooses nor sends anything.
    if (event.key === 'ArrowDown') onDown();
  };
  return (
    <div className="parameter-toolbar">
      <InputGroup
        className="parameter-search"
        inputRef={search}
        leftIcon={<Search />}
        placeholder={t('searchParameter')}
        aria-label={t('searchParameter')}
        title={selectionText('quickTick')}
        value={filter.search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={keys}
      />
      {selection.isNeedConclusion && (
        <HTMLSelect
          aria-label={t('standardFilter')}
          value={filter.standardKey}
          options={[
            { value: '', label: t('allStandards') },
            ...offeredStandards(parameters).map((standard) => ({
              value: standard.uniqueKey,
              label: standardCode(standard),
            })),
          ]}
          onChange={(event) => onStandard(event.currentTarget.value)}
        />
      )}
      {packs.length > 0 && (
        <>
          <span className="dense secondary" id="quick-select">
            {t('quickSelect')}
          </span>
          <ButtonGroup variant="outlined" role="group" aria-labelledby="quick-select" className="packs">
            {packs.map(({ id, name }) => (
              <Button
                key={id}
                text={name}
                active={selection.pack?.packId === id}
                aria-pressed={selection.pack?.packId === id}
                onClick={() => onPack(id)}
              />
            ))}
          </ButtonGroup>
        </>
      )}
      {packsFailed && (
        <span className="aux danger-text" role="status">
          {t('packsFailed')}
        </span>
      )}
      <span className="aux muted push numeric">{t('parameterCount', { count: parameters.length })}</span>
    </div>
  );
};

type Props = {
  sampleId: string;
  sampleName: string;
  host: SampleFormContext;
  offer: ReturnType<typeof useOffer>;
  selection: Selection;
  fee: FeeExplanation | null;
  /** The sample was chosen by a key, so the search box gets the focus. */
  startsInSearch: boolean;
  /** After the first attempt to confirm, missing input is reported in its place. */
  showsProblems: boolean;
  demand: ReturnType<typeof useParameterDemand>;
  onSelection(change: (current: Selection) => Selection): void;
};

/** Right half of the selection dialog (001 SS-007 to SS-022, PK-001 to PK-008, TID-001 to TID-004). */
export const ParameterPanel = ({
  sampleId,
  sampleName,
  host,
  offer,
  selection,
  fee,
  startsInSearch,
  showsProblems,
  demand,
  onSelection,
}: Props) => {
  const t = useTexts(texts);
  const [filter, setFilter] = useState(NO_FILTER);
  const [marks, setMarks] = useState<FilterMarks>(NO_MARKS);
  const [basisPrefix, setBasisPrefix] = useState('');
  const [showNames, setShowNames] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (startsInSearch) search.current?.focus();
  }, [startsInSearch]);
  const { names } = offer;
  const parameters = offer.parameters.data ?? [];
  useLoadErrorAlert(offer.parameters.error, t('parametersFailed'));
  const packs = offer.packs.data ?? [];
  const pack = packs.find(({ id }) => id === selection.pack?.packId);
  const rows = visibleParameters(parameters, filter, (id) => selection.chosen.has(id));
  const hits = rows.filter((parameter) => findHit(parameterName(parameter), filter.search));
  const recommended = isFlagOn(host.testUnitConfig, 'USING_RECOMMENDED_PARAMETER_STANDARD');
  const preferred = { standardKey: filter.standardKey, basisPrefix };
  const { choose: choosePack, drop: dropPack } = usePacks({
    testUnitId: host.testUnitId,
    parameters,
    names,
    origin: 'dialog',
    onSelection,
  });

  const change = async (next: (current: Selection) => Selection) => {
    if (await confirmDropPack(selection)) onSelection(next);
  };
  const toggle = (parameter: OfferedParameter) => {
    if (parameter.offered) return void change((current) => toggleParameter(current, parameter, names, preferred));
    demand.record(sampleName, parameterName(parameter));
    alertNotOffered([parameter]);
  };
  /** Marks the standard on the chosen parameters; the previous choice comes back with the next filter (SS-010). */
  const filterBy = (standardKey: string) => {
    const next = applyFilterMarks(
      removeFilterMarks(selection, marks),
      parameters,
      { ...preferred, standardKey },
      names,
    );
    setMarks(next.marks);
    onSelection(() => next.selection);
    setFilter({ ...filter, standardKey, onlyChosen: standardKey ? false : filter.onlyChosen });
  };
  const switchConclusion = async (on: boolean) => {
    const unmarkedSelection = removeFilterMarks(selection, marks);
    setMarks(NO_MARKS);
    setFilter({ ...filter, standardKey: '' });
    onSelection(() => unmarkedSelection);
    const selectionChange = await toggleConclusion(on, {
      selection: unmarkedSelection,
      parameters,
      names,
      recommended,
      origin: 'dialog',
    });
    if (selectionChange) onSelection(selectionChange);
  };
  const chooseBasis = (prefix: string) => {
    setBasisPrefix(prefix);
    onSelection((current) => withBasisPrefix(current, parameters, prefix, names));
  };

  const switches = (
    <div className="parameter-switches">
      {!selection.isLeftToLab && (
        <>
          <Checkbox
            className="check"
            label={t('needConclusion')}
            checked={selection.isNeedConclusion}
            onChange={(event) => void switchConclusion(event.currentTarget.checked)}
          />
          <Checkbox
            className="check"
            label={t('showStandardNames')}
            checked={showNames}
            onChange={(event) => setShowNames(event.currentTarget.checked)}
          />
          <Checkbox
            className="check"
            label={t('onlyChosen')}
            disabled={filter.standardKey !== ''}
            checked={filter.onlyChosen}
            onChange={(event) => setFilter({ ...filter, onlyChosen: event.currentTarget.checked })}
          />
        </>
      )}
      {host.mayLeaveToLab && (
        <Checkbox
          className="check"
          label={t('leftToLab')}
          checked={selection.isLeftToLab}
          onChange={(event) => {
            const isLeftToLab = event.currentTarget.checked;
            onSelection((current) => ({ ...current, isLeftToLab }));
          }}
        />
      )}
      {pack && !selection.isLeftToLab && (
        <span className="note info pack-note">
          <InfoSign size={14} />
          {t('packNote', { name: pack.name })}
        </span>
      )}
    </div>
  );

  if (selection.isLeftToLab) {
    return (
      <div className="parameter-panel">
        {switches}
        <div className="reason-area">
          <Field
            label={t('reasonLabel')}
            required
            error={showsProblems && selection.reason.trim() === '' ? t('enterReasonInDialog') : undefined}
          >
            <TextArea
              fill
              autoResize
              maxLength={200}
              placeholder={t('reasonPlaceholder')}
              value={selection.reason}
              onChange={(event) => {
                const reason = event.currentTarget.value;
                onSelection((current) => ({ ...current, reason }));
              }}
            />
          </Field>
          <p className="aux secondary">{t('leftToLabNote')}</p>
        </div>
        <RequirementsPanel sampleId={sampleId} host={host} chosenParameters={[]} />
      </div>
    );
  }
  return (
    <div className="parameter-panel" ref={panel}>
      <ParameterToolbar
        parameters={parameters}
        packs={packs}
        packsFailed={offer.packs.isError}
        selection={selection}
        filter={filter}
        search={search}
        onSearch={(text) => setFilter({ ...filter, search: text })}
        onStandard={filterBy}
        onDown={() => panel.current?.querySelector<HTMLElement>('tbody .cell-check input')?.focus()}
        onPack={(id) => (selection.pack?.packId === id ? dropPack() : choosePack(id))}
      />
      {switches}
      {filter.search.trim() && hits.length === 0 && parameters.length > 0 && (
        <div className="note info no-hit" role="status">
          <InfoSign size={14} />
          {t('noHit', { text: filter.search.trim() })}
        </div>
      )}
      <div className="table-scroll" role="presentation" onKeyDown={moveFocusInRows}>
        {offer.parameters.isPending ? (
          <LoadingRows rows={10} />
        ) : offer.parameters.isError ? (
          <ErrorState
            title={t('parametersFailed')}
            error={offer.parameters.error}
            onRetry={() => void offer.parameters.refetch()}
          />
        ) : (
          <ParameterTable
            host={host}
            all={parameters}
            rows={rows}
            selection={selection}
            fee={fee}
            names={names}
            search={filter.search}
            showNames={showNames}
            standardKey={filter.standardKey}
            onToggle={toggle}
            onToggleAll={() => void change((current) => toggleAll(current, rows, names, preferred))}
            onBasisPrefix={chooseBasis}
            onStandard={(parameter, standard, use) =>
              void change((current) =>
                toggleStandard(current, parameter, standard, use, { names, recommended, preferred }),
              )
            }
          />
        )}
      </div>
      <RequirementsPanel sampleId={sampleId} host={host} chosenParameters={chosenParameters(parameters, selection)} />
    </div>
  );
};
