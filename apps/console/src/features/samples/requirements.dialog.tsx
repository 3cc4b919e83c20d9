import { Button, Collapse } from '@blueprintjs/core';
import { ChevronDown, ChevronRight, Duplicate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getSampleRequirements, type SampleRow } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { succeed } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { unitReadOf } from '../../lib/pre-service.js';
import { plainText, RichText } from '../../components/rich-text.js';
import './samples.css';
import { texts } from './texts.js';

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
  const read = useQuery({
    ...unitReadOf(getSampleRequirements, {
      sampleId: sample.testUnitSampleId,
      paramIds: '',
      ...(testUnitId ? { testUnitId } : {}),
    }),
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const pieces = read.data ?? [];
  const copy = async () => {
    await navigator.clipboard.writeText(
      [sample.testUnitSampleName, ...pieces.map((piece) => plainText(piece.defaultSampleDescription))].join('\n'),
    );
    succeed(t('copied'));
  };
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
          disabled={pieces.length === 0}
          onClick={() => void copy()}
        />
      </header>
      <Collapse isOpen={open} keepChildrenMounted transitionDuration={0}>
        <div id={id} className="requirement-panel__body">
          {read.isError ? (
            <p className="danger-text">{t('requirementsFailed')}</p>
          ) : pieces.length === 0 ? (
            <p className="muted">{read.isPending ? '' : t('noRequirements')}</p>
          ) : (
            pieces.map((piece) => <RichText key={piece.id} html={piece.defaultSampleDescription} />)
          )}
        </div>
      </Collapse>
    </section>
  );
};

/** 收样要求 (DG-004): a collapsible panel a sample, each with a copy button. */
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
  const once = samples.filter(
    (sample, place) => samples.findIndex((other) => other.testUnitSampleId === sample.testUnitSampleId) === place,
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
        {once.map((sample, place) => (
          <Panel key={sample.id} sample={sample} testUnitId={testUnitId} startsOpen={place === 0} />
        ))}
      </div>
    </AppDialog>
  );
};
