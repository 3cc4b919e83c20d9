import { Button, Dialog } from '@blueprintjs/core';
import { Cube } from '@blueprintjs/icons';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { createBuSampleParamInfo, type SampleView, type TreeNode } from '#contract';
import { INPUT_MODE } from '#domain/consignment';
import { DialogHead, hasFocusInside } from '../../components/app-dialog.js';
import { orDash } from '../../components/data-table.js';
import { moneyText } from '../../components/money.js';
import { EmptyState } from '../../components/page-states.js';
import { toastWarning } from '../../components/toaster.js';
import { useFocusReturn } from '../../components/use-focus-return.js';
import { useTexts } from '../../i18n/texts.js';
import { logHandledFailure, reportFailure } from '../../lib/failures.js';
import { ApiError, callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { ParameterPanel } from '../editor/parameter.panel.js';
import { useEstimate } from '../editor/price-cell.js';
import '../editor/samples.css';
import { texts } from '../editor/texts.js';
import {
  explainFee,
  feeFormula,
  isFlagOn,
  queryScopeOfType,
  toSelectionResult,
  type SampleFormContext,
  type SelectionResult,
  useOffer,
  useParameterDemand,
} from './offer.js';
import { SampleTreePanel } from './sample-tree.panel.js';
import {
  sortForDisplay,
  emptySelection,
  type Selection,
  type SelectionProblem,
  selectionProblem,
} from './selection.js';

/** 001 SS-002: initially 300 px, at least 200. */
const INITIAL_WIDTH = 300;
const MIN_WIDTH = 200;
const MAX_WIDTH = 640;
const STEP = 20;

const clampWidth = (width: number): number => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width));

/** Left panel of adjustable width beside a right one; the separator reacts to the pointer and to the arrow keys. */
const ResizablePanels = ({ left, right }: { left: ReactNode; right: ReactNode }) => {
  const t = useTexts(texts);
  const [width, setWidth] = useState(INITIAL_WIDTH);
  const dragStart = useRef<{ clientX: number; width: number } | null>(null);
  const startDrag = (event: PointerEvent<HTMLDivElement>) => {
    dragStart.current = { clientX: event.clientX, width };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    if (dragStart.current) setWidth(clampWidth(dragStart.current.width + event.clientX - dragStart.current.clientX));
  };
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (by) setWidth(clampWidth(width + by));
  };
  return (
    <div className="panels">
      <div className="panels__left" style={{ ['--panel-width' as string]: `${width}px` }}>
        {left}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a focusable separator is the widget for this */}
      <div
        className="panels__bar"
        role="separator"
        aria-orientation="vertical"
        aria-label={t('resize')}
        aria-valuenow={width}
        aria-valuemin={MIN_WIDTH}
        aria-valuemax={MAX_WIDTH}
        tabIndex={0}
        onPointerDown={startDrag}
        onPointerMove={drag}
        onPointerUp={() => {
          dragStart.current = null;
        }}
        onKeyDown={step}
      />
      <div className="panels__right">{right}</div>
    </div>
  );
};

export type ChosenSample = { id: string; name: string; bigCategoryId: string; sampleNameLink: string; isLeaf: boolean };

export type SampleSelectionProps = {
  host: SampleFormContext;
  /** A fixed sample: only its parameters are chosen here. */
  fixed?: ChosenSample;
  initial?: Selection;
  /** Stored rows: the cost of those that the unit no longer offers. */
  stored?: SampleView['tuSampleParamIds'];
  /** Input mode of the form: 0 simple, 1 professional, which is the default of a new sample. */
  inputMethod?: number;
  onClose(): void;
  /** Takes the choice, as the state of the form and as the result (SS-024); false keeps the dialog open. */
  onConfirmed(sample: ChosenSample, selection: Selection, result: SelectionResult): Promise<boolean>;
};

/** An arrow joins the levels of the path (001 SS-005). */
const toChosenSample = (node: TreeNode): ChosenSample => ({
  id: node.id,
  name: node.name,
  bigCategoryId: node.bigCategoryId,
  sampleNameLink: node.sampleNameLink,
  isLeaf: !node.category,
});

/** Where missing input is entered. */
const INPUT_OF_PROBLEM: Record<SelectionProblem, string> = {
  chooseSample: '.sample-tree__search input',
  chooseLeaf: '.sample-tree__search input',
  chooseParameters: '.parameter-search input',
  enterReasonInDialog: '.reason-area textarea',
};

/** Sample/parameter selection dialog, 90 % wide (001 SS-001). */
export const SampleSelectionDialog = ({
  host,
  fixed,
  initial,
  stored = [],
  inputMethod = INPUT_MODE.professional,
  onClose,
  onConfirmed,
}: SampleSelectionProps) => {
  const t = useTexts(texts);
  useFocusReturn();
  const [sample, setSample] = useState<ChosenSample | null>(fixed ?? null);
  const [selection, setSelection] = useState<Selection>(initial ?? emptySelection());
  const [hasChanges, setHasChanges] = useState(false);
  const [wasChosenByKey, setWasChosenByKey] = useState(false);
  const demand = useParameterDemand(host);
  const titleId = useId();
  const [running, setRunning] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const offer = useOffer(sample?.id ?? null, host);
  const parameters = offer.parameters.data ?? [];
  const fee = selection.isLeftToLab ? null : explainFee({ parameters: offer.parameters.data, selection, stored }, 1);
  const estimate = useEstimate(host, sample?.id ?? null, selection, 1, offer.parameters.isSuccess && fee === null);
  const showsCost = !isFlagOn(host.testUnitConfig, 'IsConsignHideEstimatedCost');
  const cost = fee?.testParamFee ?? estimate;

  const choose = (node: TreeNode, isByKey: boolean) => {
    if (node.id === sample?.id) return;
    setHasChanges(true);
    setWasChosenByKey(isByKey);
    setSample(toChosenSample(node));
    setSelection((current) => ({
      ...emptySelection(current.isNeedConclusion),
      isLeftToLab: current.isLeftToLab,
      reason: current.reason,
    }));
  };
  const confirm = async () => {
    if (running) return;
    const problem = selectionProblem(sample, selection);
    if (problem || !sample) {
      setShowsProblems(true);
      toastWarning(t(problem ?? 'chooseSample'));
      return body.current?.querySelector<HTMLElement>(INPUT_OF_PROBLEM[problem ?? 'chooseSample'])?.focus();
    }
    setRunning(true);
    const orderedSelection = sortForDisplay(selection, parameters);
    if (
      await onConfirmed(
        sample,
        orderedSelection,
        toSelectionResult({
          sample,
          selection: orderedSelection,
          parameters,
          packs: offer.packs.data ?? [],
          inputMethod,
        }),
      )
    )
      onClose();
    else setRunning(false);
  };
  const confirmByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void confirm();
    }
  };
  const parameterPanel = sample ? (
    <ParameterPanel
      key={sample.id}
      sampleId={sample.id}
      sampleName={sample.name}
      host={host}
      offer={offer}
      selection={selection}
      fee={fee}
      startsInSearch={wasChosenByKey}
      showsProblems={showsProblems}
      demand={demand}
      onSelection={(change) => {
        setHasChanges(true);
        setSelection(change);
      }}
    />
  ) : (
    <EmptyState icon={<Cube size={28} />} title={t('treeHint')}>
      {t('treeHintText')}
    </EmptyState>
  );

  return (
    <Dialog
      isOpen
      className="app-dialog sample-dialog"
      transitionDuration={100}
      canOutsideClickClose={false}
      canEscapeKeyClose={!hasChanges}
      onClose={onClose}
      onOpened={(dialog) => {
        if (!hasFocusInside(dialog, '.sample-dialog__body'))
          dialog.querySelector<HTMLElement>('.sample-dialog__body input')?.focus();
      }}
      aria-labelledby={titleId}
    >
      <DialogHead
        id={titleId}
        title={fixed ? t('selectParametersTitle', { path: fixed.sampleNameLink || fixed.name }) : t('selectTitle')}
        onClose={onClose}
      />
      <div
        className="sample-dialog__body"
        ref={body}
        role="presentation"
        data-step={sample ? 'parameters' : 'sample'}
        onKeyDown={confirmByKey}
      >
        {fixed ? (
          parameterPanel
        ) : (
          <ResizablePanels
            left={
              <SampleTreePanel
                queryScope={queryScopeOfType(host.consignType)}
                testUnitId={host.testUnitId}
                selectedId={sample?.id ?? null}
                onSelect={choose}
              />
            }
            right={
              <>
                {sample && (
                  <div className="sample-dialog__chosen">
                    <span className="ellipsis">{sample.sampleNameLink}</span>
                    <Button size="small" variant="outlined" text={t('changeSample')} onClick={() => setSample(null)} />
                  </div>
                )}
                {parameterPanel}
              </>
            }
          />
        )}
      </div>
      <div className="dialog-footer sample-dialog__footer" role="presentation" onKeyDown={confirmByKey}>
        {sample && (
          <span className="dense numeric">
            {t('chosenCount', { count: selection.isLeftToLab ? 0 : selection.chosen.size })}
          </span>
        )}
        {sample && showsCost && fee && (
          <span className="dense secondary numeric ellipsis sample-dialog__formula">{feeFormula(fee, moneyText)}</span>
        )}
        <span className="push row">
          {sample &&
            (selection.isLeftToLab ? (
              <span className="secondary">{t('undetermined')}</span>
            ) : (
              showsCost && (
                <>
                  <span className="dense secondary">{t('estimatedCost')}</span>
                  <span className="numeric strong sum">{orDash(cost && moneyText(cost))}</span>
                  <span className="dense secondary">{t('yuan')}</span>
                </>
              )
            ))}
          <Button text={t('cancel')} disabled={running} onClick={onClose} />
          <Button
            intent="primary"
            text={t('confirm')}
            endIcon={<span className="key-hint on-primary">Ctrl ↵</span>}
            loading={running}
            onClick={() => void confirm()}
          />
        </span>
      </div>
    </Dialog>
  );
};

type Props = { host: SampleFormContext; onClose(): void; onStale(): void; onAdded(sampleId: string): void };

/**
 * Chooses a sample with its parameters and creates it at once; its id belongs to the form from then on (001 SF-011).
 */
export const AddSampleDialog = ({ host, onClose, onStale, onAdded }: Props) => {
  const create = async (
    _: ChosenSample,
    __: Selection,
    {
      categoryId,
      sampleNameLink,
      sampleId,
      sampleName,
      sampleParams,
      packInfo,
      isNeedConclusion,
      isTestUnitConfirmTestParam,
      testReason,
    }: SelectionResult,
  ): Promise<boolean> => {
    const body = {
      consignId: host.consignId,
      bigCategoryId: categoryId,
      sampleNameLink,
      isMaterial: false,
      tuTestSampleDTO: { id: sampleId, sampleName },
      tuTestParamDtos: sampleParams,
      buSampleParamPackInfo: packInfo,
      isNeedConclusion,
      isTestUnitConfirmTestParam,
      testReason,
    };
    try {
      const id = await withIdempotencyKey(`add ${host.revision} ${JSON.stringify(body)}`, (idempotencyKey) =>
        callOperation(createBuSampleParamInfo, { body, ifMatch: host.revision, idempotencyKey }),
      );
      onAdded(id);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        logHandledFailure(error);
        onClose();
        onStale();
      } else reportFailure(error);
      return false;
    }
  };
  return <SampleSelectionDialog host={host} onClose={onClose} onConfirmed={create} />;
};
