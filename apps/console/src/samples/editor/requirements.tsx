import { Button, Collapse } from '@blueprintjs/core';
import { ChevronDown, ChevronRight, ChevronUp, Duplicate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getSampleRequirements, type OfferedParameter, type SampleRow } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { copyToClipboard } from '../../components/clipboard.js';
import { imagesInHtml, htmlToText, RichText } from '../../components/rich-text.js';
import { phraseSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/http.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import { createStore, useStore } from '../../lib/store.js';
import type { SampleFormContext } from '../selection/offer.js';
import { type Picture, PictureViewer } from '../selection/sample-tree.panel.js';
import { parameterName } from '../selection/selection.js';
import { texts as selectionTexts } from '../selection/selection.texts.js';
import { samplePortions, QuantityDetailDialog, portionTotalsText, useDebouncedValue } from './price-cell.js';
import './samples.css';
import { texts } from './texts.js';

/** Below this height the parameters need the room, so the requirements are collapsed at first. */
const MIN_OPEN_HEIGHT = 760;

/** The user's own choice is valid until the page is closed. */
const openPreference = createStore<boolean | null>(null);

/** The server's message about its failure; null if there is none (001 LAB-005). */
const serverMessageOf = (error: unknown): string | null =>
  error instanceof ApiError && !error.unexplained ? error.message : null;

/**
 * Below the table: notes on script prices, receiving requirements with their pictures, expected quantity (SS-016,
 * SS-017, SS-019).
 */
export const RequirementsPanel = ({
  sampleId,
  host,
  chosenParameters,
}: {
  sampleId: string;
  host: SampleFormContext;
  chosenParameters: readonly OfferedParameter[];
}) => {
  const t = useTexts(texts);
  const selectionText = useTexts(selectionTexts);
  const id = useId();
  const open = useStore(openPreference) ?? window.innerHeight >= MIN_OPEN_HEIGHT;
  const [detail, setDetail] = useState(false);
  const [viewedIndex, setViewedIndex] = useState<number | null>(null);
  const paramIds = useDebouncedValue(chosenParameters.map((parameter) => parameter.id).join(','));
  const query = useQuery({
    ...unitQueryOptions(getSampleRequirements, {
      sampleId,
      paramIds,
      ...(host.testUnitId ? { testUnitId: host.testUnitId } : {}),
    }),
    placeholderData: (previous) => previous,
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const requirements = query.data ?? [];
  const pictures = requirements.flatMap((requirement) => imagesInHtml(requirement.defaultSampleDescription));
  const summary = requirements
    .map((requirement) => htmlToText(requirement.defaultSampleDescription).split('\n').join(phraseSeparator()))
    .join(phraseSeparator());
  const portions = samplePortions(chosenParameters);
  const quantity = portionTotalsText(portions, selectionText('listComma'));
  const scripts = chosenParameters.flatMap((parameter) =>
    parameter.prices
      .filter(({ type, scriptDescription }) => type === 4 && scriptDescription)
      .map(({ scriptDescription }) => t('scriptNote', { name: parameterName(parameter), text: scriptDescription })),
  );
  const view = ({ src }: Picture) => setViewedIndex(pictures.findIndex((picture) => picture.src === src));
  const isVisible = open && requirements.length > 0;

  return (
    <div className="requirements">
      {scripts.length > 0 && (
        <div className="requirements__line">
          <span className="ellipsis secondary" title={scripts.join('\n')}>
            {scripts.join('　')}
          </span>
        </div>
      )}
      <div className="requirements__line">
        <b>{t('requirements')}</b>
        {!isVisible && (
          <span className="ellipsis secondary grow" title={summary}>
            {query.isError ? (serverMessageOf(query.error) ?? t('requirementsFailed')) : summary || t('noRequirements')}
          </span>
        )}
        {!isVisible &&
          pictures.map((picture, index) => (
            <button
              key={index}
              type="button"
              className="requirements__thumbnail"
              aria-label={selectionText('picture', { name: picture.alt })}
              onClick={() => view(picture)}
            >
              <img src={picture.src} alt="" />
            </button>
          ))}
        {requirements.length > 0 && (
          <Button
            className="push"
            size="small"
            variant="minimal"
            icon={isVisible ? <ChevronDown /> : <ChevronUp />}
            text={selectionText(isVisible ? 'showLess' : 'showAll')}
            aria-expanded={isVisible}
            aria-controls={id}
            onClick={() => openPreference.set(!open)}
          />
        )}
      </div>
      {isVisible && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a text that scrolls must be reached by the keyboard
        <div id={id} className="requirements__text" role="region" tabIndex={0} aria-label={t('requirements')}>
          {requirements.map((requirement) => (
            <RichText key={requirement.id} html={requirement.defaultSampleDescription} onPicture={view} />
          ))}
        </div>
      )}
      <div className="requirements__line">
        <b>{t('expectedQuantity')}</b>
        <span className="secondary numeric">{quantity || '—'}</span>
        {quantity && (
          <Button
            size="small"
            variant="minimal"
            intent="primary"
            text={t('quantityDetail')}
            onClick={() => setDetail(true)}
          />
        )}
      </div>
      {viewedIndex !== null && (
        <PictureViewer pictures={pictures} start={viewedIndex} onClose={() => setViewedIndex(null)} />
      )}
      {detail && <QuantityDetailDialog portions={portions} onClose={() => setDetail(false)} />}
    </div>
  );
};

const Panel = ({
  sample,
  testUnitId,
  startsOpen,
}: {
  sample: SampleRow;
  testUnitId: string | null;
  startsOpen: boolean;
}) => {
  const t = useTexts(texts);
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  const query = useQuery({
    ...unitQueryOptions(getSampleRequirements, {
      sampleId: sample.testUnitSampleId,
      paramIds: '',
      ...(testUnitId ? { testUnitId } : {}),
    }),
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const requirements = query.data ?? [];
  const copy = () =>
    copyToClipboard(
      [
        sample.testUnitSampleName,
        ...requirements.map((requirement) => htmlToText(requirement.defaultSampleDescription)),
      ].join('\n'),
      t('copied'),
    );
  return (
    <section className="requirement-panel">
      <header>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          <b>{sample.testUnitSampleName}</b>
        </button>
        <Button
          className="push"
          size="small"
          variant="minimal"
          icon={<Duplicate />}
          text={t('copy')}
          disabled={requirements.length === 0}
          onClick={() => void copy()}
        />
      </header>
      <Collapse isOpen={open} keepChildrenMounted transitionDuration={0}>
        <div id={id} className="requirement-panel__body">
          {query.isError ? (
            <p className="danger-text">{t('requirementsFailed')}</p>
          ) : requirements.length === 0 ? (
            <p className="muted">{query.isPending ? '' : t('noRequirements')}</p>
          ) : (
            requirements.map((requirement) => (
              <RichText key={requirement.id} html={requirement.defaultSampleDescription} />
            ))
          )}
        </div>
      </Collapse>
    </section>
  );
};

/** 收样要求 (DG-004): a collapsible panel per sample, each with a copy button. */
export const RequirementsDialog = ({
  samples,
  testUnitId,
  onClose,
}: {
  samples: readonly SampleRow[];
  testUnitId: string | null;
  onClose(): void;
}) => {
  const t = useTexts(texts);
  const distinctSamples = samples.filter(
    (sample, index) => samples.findIndex((other) => other.testUnitSampleId === sample.testUnitSampleId) === index,
  );
  return (
    <AppDialog
      title={t('requirements')}
      width={800}
      canOutsideClickClose
      onClose={onClose}
      footer={<Button className="push" text={t('close')} onClick={onClose} />}
    >
      <div className="stack">
        {distinctSamples.map((sample, index) => (
          <Panel key={sample.id} sample={sample} testUnitId={testUnitId} startsOpen={index === 0} />
        ))}
      </div>
    </AppDialog>
  );
};
