import { Button } from '@blueprintjs/core';
import { Cube, Duplicate, Plus, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { copyBuSampleInfo, deleteBuSampleInfo, deleteBuSampleInfoByIds } from '#contract';
import { messageOf } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { Card } from '../../components/field.js';
import { Empty } from '../../components/page-states.js';
import { succeed, warn } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { SampleList } from './sample-list.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';
import type { SampleFlag } from './use-foretold.js';
import { comma } from '../../i18n/comma.js';

type Props = {
  draft: Draft;
  showsFee: boolean;
  flags?: ReadonlyMap<string, SampleFlag>;
  /** Message of VA-015 or VA-016 that keeps a sample from being added or copied; null when nothing does. */
  addingBlocked(): string | null;
  onAdd(): void;
  onOpen(sampleId: string): void;
  /** Runs a write of this page and shows what went wrong. */
  run<Result>(write: () => Promise<Result>): Promise<Result | undefined>;
};

/** Section 3: the samples, with add, copy and delete (CF-003, CF-004, CF-024). */
export const SamplesSection = ({ draft, showsFee, flags, addingBlocked, onAdd, onOpen, run }: Props) => {
  const t = useTexts(texts);
  const { base, reread } = draft;
  const { samples, consignType, id: consignId } = base;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [copying, setCopying] = useState(false);
  const chosen = samples.filter(({ id }) => selected.has(id));
  const rawMaterial = consignType === 1;

  const select = (ids: readonly string[], on: boolean) =>
    setSelected((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))));
  const copy = async () => {
    const [first] = chosen;
    if (!first) return warn(messageOf('NO_SAMPLE_TO_COPY', {}, language()));
    const blocked = addingBlocked();
    if (blocked) return warn(blocked);
    setCopying(true);
    await run(async () => {
      let ifMatch = base.revision;
      for (const sample of chosen) {
        const revision = ifMatch;
        await underOneKey(`copy sample ${sample.id} ${revision}`, (idempotencyKey) =>
          call(copyBuSampleInfo, { query: { id: sample.id, consignId }, ifMatch: revision, idempotencyKey }),
        );
        ifMatch = (await reread()).revision;
      }
      setSelected(new Set());
      succeed(t(rawMaterial ? 'sampleCopied' : 'itemCopied'));
    });
    setCopying(false);
  };
  const remove = async () => {
    if (chosen.length === 0) return warn(t('mustChooseToDelete'));
    const ids = chosen.map(({ id }) => id);
    const [only] = ids;
    const sent = { ifMatch: base.revision, idempotencyKey: newIdempotencyKey() };
    const deleted = await askAction({
      verb: t(rawMaterial ? 'deleteTitle' : 'deleteItem'),
      intent: 'danger',
      sentence: t('deleteText', { names: chosen.map((sample) => sample.testUnitSampleName).join(comma()) }),
      run: () =>
        ids.length === 1 && only
          ? call(deleteBuSampleInfo, { query: { id: only, consignId }, ...sent })
          : call(deleteBuSampleInfoByIds, { query: { ids, consignId }, ...sent }),
    });
    if (!deleted) return;
    setSelected(new Set());
    await reread();
    succeed(t('sampleDeleted'));
  };
  const groups = samples.reduce((sum, sample) => sum + sample.testGroupCount, 0);
  const add = (
    <Button
      size="small"
      variant="outlined"
      intent="primary"
      icon={<Plus />}
      text={t(rawMaterial ? 'addSample' : 'addItem')}
      data-first
      onClick={onAdd}
    />
  );
  return (
    <div data-section="samples">
      <Card
        padded={false}
        title={
          <>
            <span className="section-number">3</span>
            {t(rawMaterial ? 'samples' : 'testItems')}
          </>
        }
        after={
          samples.length > 0 && (
            <span className="aux muted numeric">
              {rawMaterial
                ? t('sampleSummary', { count: samples.length, groups })
                : t('itemSummary', { count: samples.length })}
            </span>
          )
        }
        extra={
          <>
            <Button
              size="small"
              variant="minimal"
              icon={<Duplicate />}
              text={t(rawMaterial ? 'copySample' : 'copyItem')}
              loading={copying}
              onClick={() => void copy()}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<Trash />}
              text={t(rawMaterial ? 'deleteSample' : 'deleteItem')}
              onClick={() => void remove()}
            />
            {add}
          </>
        }
      >
        {samples.length === 0 ? (
          <Empty
            icon={<Cube size={28} />}
            title={t(rawMaterial ? 'noSamples' : 'noItems')}
            actions={
              <Button
                intent="primary"
                variant="outlined"
                icon={<Plus />}
                text={t(rawMaterial ? 'addSample' : 'addItem')}
                onClick={onAdd}
              />
            }
          >
            {t(rawMaterial ? 'noSamplesText' : 'noItemsText')}
          </Empty>
        ) : (
          <SampleList
            samples={samples}
            consignType={consignType}
            showsFee={showsFee}
            readOnly={false}
            selected={selected}
            {...(flags ? { flags } : {})}
            onSelect={select}
            onOpen={onOpen}
          />
        )}
      </Card>
    </div>
  );
};
