import { Checkbox, InputGroup, Switch } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addPack,
  changePack,
  type CataloguePackView,
  sysTestSampleGetAll,
  tuTestParamGetAll,
  tuTestSampleGetAll,
} from '#contract';
import { CATALOGUE_LIMITS } from '#domain/catalogue-maintenance';
import { problem, type Problem } from '#domain/rules';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { CountInput } from '../../components/number-input.js';
import { SuggestInput } from '../../components/suggest-input.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import './catalogue-management.css';
import { texts } from './texts.js';
import { type CatalogueOwner, packsChanged } from './catalogue-actions.js';

type Draft = Pick<CataloguePackView, 'name' | 'sampleId' | 'exposed' | 'orderNum'> & { paramIds: readonly string[] };

const problemsOf = ({ name, sampleId, paramIds }: Draft): Problem[] => [
  ...(name.trim() === '' ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')] : []),
  ...(sampleId === '' ? [problem('SAMPLE_REQUIRED', {}, 'sampleId')] : []),
  ...(sampleId !== '' && paramIds.length === 0 ? [problem('PACK_EMPTY', {}, 'entries')] : []),
];

const PackDialog = ({
  owner: { isTemplate, ownerQuery },
  existing,
  onDone,
}: {
  owner: CatalogueOwner;
  existing: CataloguePackView | null;
  onDone(): void;
}) => {
  const t = useTexts(texts);
  const [initialDraft] = useState<Draft>(() =>
    existing
      ? { ...existing, paramIds: existing.params.map(({ id }) => id) }
      : { name: '', sampleId: '', exposed: true, orderNum: 1, paramIds: [] },
  );
  const save = ({ name, sampleId, exposed, orderNum, paramIds }: Draft) => {
    // Parameters only if they changed: otherwise the pack would take the standards that are offered now.
    const body = {
      ...ownerQuery,
      name,
      exposed,
      orderNum,
      ...(existing && paramIds.join() === initialDraft.paramIds.join() ? {} : { paramIds: [...paramIds] }),
    };
    return withIdempotencyKey(
      `pack ${JSON.stringify([existing?.id, existing?.revision, sampleId, body])}`,
      (idempotencyKey): Promise<CataloguePackView> =>
        existing
          ? callOperation(changePack, {
              query: { packId: existing.id },
              body,
              ifMatch: existing.revision,
              idempotencyKey,
            })
          : callOperation(addPack, { body: { ...body, sampleId }, idempotencyKey }),
    );
  };
  const handleDone = () => {
    onDone();
    void packsChanged();
  };
  return (
    <FormDialog
      title={t(existing ? 'editPack' : 'addPack')}
      width={800}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(draft, change, problemAt) => (
        <div className="form-grid">
          <Field label={t('packName')} required className="span-2" error={problemAt('name')}>
            <InputGroup
              fill
              maxLength={CATALOGUE_LIMITS.name}
              value={draft.name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
          <Field label={t('orderIndex')}>
            <CountInput
              fill
              min={0}
              max={1_000_000}
              value={draft.orderNum}
              blankValue={0}
              onCount={(orderNum) => change({ orderNum: orderNum ?? 0 })}
            />
          </Field>
          <Field label={t('packSample')} required className="span-2" error={problemAt('sampleId')}>
            {existing ? (
              <InputGroup fill readOnly value={existing.sampleName} />
            ) : (
              <ChooseSample
                ownerQuery={isTemplate ? null : ownerQuery}
                onChoose={(sampleId) => change({ sampleId, paramIds: [] })}
              />
            )}
          </Field>
          <Field label={t('exposed')} group>
            <Switch
              checked={draft.exposed}
              aria-label={t('exposed')}
              onChange={(event) => change({ exposed: event.currentTarget.checked })}
            />
          </Field>
          {draft.sampleId !== '' && (
            <Field label={t('packParams')} required group className="span-all" error={problemAt('entries')}>
              <Parameters
                ownerQuery={ownerQuery}
                sampleId={draft.sampleId}
                packParameters={existing?.params ?? []}
                selectedIds={draft.paramIds}
                onChange={(paramIds) => change({ paramIds })}
              />
            </Field>
          )}
        </div>
      )}
    </FormDialog>
  );
};

/** Chooses among the samples of the template, or those that a unit offers. */
const ChooseSample = ({
  ownerQuery,
  onChoose,
  ...control
}: {
  ownerQuery: CatalogueOwner['ownerQuery'] | null;
  onChoose(id: string): void;
  id?: string;
}) => {
  const [searchText, setSearchText] = useState('');
  const templateSamples = useQuery({
    ...queryOptionsOf(sysTestSampleGetAll, { maxResultCount: 1000 }),
    enabled: ownerQuery === null,
    staleTime: 60_000,
    meta: { quiet: true },
  }).data?.items;
  const unitSamples = useQuery({
    ...queryOptionsOf(tuTestSampleGetAll, { ...ownerQuery, maxResultCount: 1000 }),
    enabled: ownerQuery !== null,
    staleTime: 60_000,
    meta: { quiet: true },
  }).data?.items;
  const samples = templateSamples ?? unitSamples ?? [];
  return (
    <SuggestInput
      {...control}
      value={searchText}
      suggestions={samples.map(({ id, sampleName, sampleCode }) => ({ id, value: sampleName, note: sampleCode }))}
      onChange={(value) => {
        setSearchText(value);
        onChoose(samples.find(({ sampleName }) => sampleName === value.trim())?.id ?? '');
      }}
      onPick={({ id }) => onChoose(id)}
    />
  );
};

type ParametersProps = {
  ownerQuery: CatalogueOwner['ownerQuery'];
  sampleId: string;
  packParameters: CataloguePackView['params'];
  selectedIds: readonly string[];
  onChange(ids: string[]): void;
};

/**
 * Parameters of the sample, and those of the pack that the sample has lost since: these stay until the user removes
 * them.
 */
const Parameters = ({ ownerQuery, sampleId, packParameters, selectedIds, onChange }: ParametersProps) => {
  const t = useTexts(texts);
  const currentParameters = useQuery({
    ...queryOptionsOf(tuTestParamGetAll, { ...ownerQuery, testSampleId: sampleId }),
    meta: { quiet: true },
  }).data;
  if (!currentParameters) return <div className="pack-params" />;
  const removed = packParameters.filter(({ id }) => !currentParameters.some((each) => each.id === id));
  const parameters = [
    ...currentParameters.map(({ id, displayName }) => ({ id, label: displayName })),
    ...removed.map(({ id, name }) => ({ id, label: t('packParamGone', { name }) })),
  ];
  const toggle = (id: string) =>
    onChange(parameters.filter((each) => selectedIds.includes(each.id) !== (each.id === id)).map((each) => each.id));
  return (
    <div className="pack-params">
      {parameters.map(({ id, label }) => (
        <Checkbox
          key={id}
          className="check"
          label={label}
          checked={selectedIds.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </div>
  );
};

/** Adds a pack, or changes an existing one, unless somebody changed it meanwhile. */
export const openPackDialog = (owner: CatalogueOwner, existing: CataloguePackView | null): Promise<void> =>
  openDialog<void>((settle) => <PackDialog owner={owner} existing={existing} onDone={() => settle()} />);
