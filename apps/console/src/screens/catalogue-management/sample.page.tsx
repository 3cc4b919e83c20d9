import { Button } from '@blueprintjs/core';
import { Edit, History, Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import {
  getSampleForm,
  type CatalogueSampleView,
  sysTestSampleGet,
  tuTestParamGetAll,
  tuTestSampleGet,
} from '#contract';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { useViewTitle } from '../../lib/view.js';
import './catalogue-management.css';
import { openExampleDialog, ExampleList } from './examples.js';
import { texts as formTexts } from './form.texts.js';
import { LocalCatalogueOnly } from './catalogue-owner-route.js';
import { openMaterialDialog, MaterialList } from './materials.js';
import { ParameterList } from './parameter-list.js';
import { openParameterDialog } from './parameter.dialog.js';
import { openPropertyDialog, PropertyList } from './properties.js';
import { openRequirementDialog, RequirementList } from './requirements.js';
import { SampleOrigin } from './sample-origin.js';
import { openSampleDialog } from './sample.dialog.js';
import { texts } from './texts.js';
import { openSampleHistory, confirmReset, type CatalogueOwner, catalogueOwnerOf } from './catalogue-actions.js';

/** One sample with its parameters and prices and standards, and the other data of its form (002 CAT-003). */
const SamplePage = () => {
  const { unitId, sampleId = '' } = useParams();
  const owner = catalogueOwnerOf(useUser(), unitId ?? null);
  return (
    <LocalCatalogueOnly owner={owner}>
      <LoadedSample owner={owner} sampleId={sampleId} />
    </LocalCatalogueOnly>
  );
};

const LoadedSample = ({ owner, sampleId }: { owner: CatalogueOwner; sampleId: string }) => {
  const sample = useQuery({
    ...(owner.isTemplate
      ? queryOptionsOf(sysTestSampleGet, { id: sampleId })
      : queryOptionsOf(tuTestSampleGet, { id: sampleId, ...owner.ownerQuery })),
    meta: { quiet: true },
  });
  useViewTitle(sample.data?.sampleName ?? null);
  if (sample.data) return <Sample owner={owner} sample={sample.data} />;
  return (
    <>
      <PageHeader />
      <div className="page-body scrolls">
        <div className="card list-card">
          {sample.isError ? (
            <ErrorState error={sample.error} onRetry={() => void sample.refetch()} />
          ) : (
            <LoadingRows rows={8} />
          )}
        </div>
      </div>
    </>
  );
};

const PARTS = ['parameters', 'requirements', 'properties', 'materials', 'examples'] as const;

const Sample = ({ owner, sample }: { owner: CatalogueOwner; sample: CatalogueSampleView }) => {
  const t = useTexts(texts);
  const tf = useTexts(formTexts);
  const [params, setParams] = useSearchParams();
  const part = PARTS.find((each) => each === params.get('part')) ?? 'parameters';
  const list = useQuery({
    ...queryOptionsOf(tuTestParamGetAll, { testSampleId: sample.id, ...owner.ownerQuery }),
    meta: { quiet: true },
  });
  const formQuery = useQuery({
    ...queryOptionsOf(getSampleForm, { sampleId: sample.id, ...owner.ownerQuery }),
    meta: { quiet: true },
  });
  const form = formQuery.data;
  const counts = {
    parameters: list.data?.length,
    requirements: form?.requirements.length,
    properties: form?.properties.length,
    materials: form?.materials.length,
    examples: form?.examples.length,
  };
  const addActions = {
    parameters: { text: t('addParameter'), open: () => openParameterDialog(owner, sample, null) },
    requirements: {
      text: tf('addRequirement'),
      open: async () => {
        if (form && list.data) await openRequirementDialog({ owner, form, parameters: list.data }, null);
      },
    },
    properties: {
      text: tf('addProperty'),
      open: async () => {
        if (form) await openPropertyDialog(owner, form, null);
      },
    },
    materials: {
      text: tf('addMaterial'),
      open: async () => {
        if (form) await openMaterialDialog(owner, form, null);
      },
    },
    examples: {
      text: tf('addExample'),
      open: async () => {
        if (form) await openExampleDialog(owner, form, null);
      },
    },
  };
  const add = addActions[part];
  const renderLoaded = <Data,>(
    {
      data,
      isPending,
      error,
      refetch,
    }: { data: Data | undefined; isPending: boolean; error: unknown; refetch(): unknown },
    show: (data: Data) => ReactNode,
  ) =>
    data === undefined ? (
      isPending ? (
        <LoadingRows rows={8} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )
    ) : (
      show(data)
    );
  return (
    <>
      <PageHeader
        title={sample.sampleName}
        code={sample.sampleCode}
        {...(owner.isTemplate ? {} : { tag: <SampleOrigin sample={sample} /> })}
        actions={
          <>
            <Button
              variant="outlined"
              icon={<History />}
              text={t('history')}
              onClick={() => void openSampleHistory(owner, sample)}
            />
            {sample.origin === 'copy' && (
              <Button variant="outlined" text={t('reset')} onClick={() => void confirmReset(owner, sample)} />
            )}
            <Button
              variant="outlined"
              icon={<Edit />}
              text={t('editSample')}
              onClick={() => void openSampleDialog(owner, sample)}
            />
            <Button intent="primary" icon={<Plus />} text={add.text} onClick={() => void add.open()} />
          </>
        }
      />
      <div className="page-body scrolls">
        <div className="card list-card managed-list">
          <div className="status-tabs" role="group" aria-label={tf('parts')}>
            {PARTS.map((key) => (
              <button
                key={key}
                type="button"
                className={`status-tab${part === key ? ' current' : ''}`}
                aria-pressed={part === key}
                onClick={() => setParams(key === 'parameters' ? {} : { part: key }, { replace: true })}
              >
                {tf(key)}
                <span className="numeric">{counts[key] ?? ''}</span>
              </button>
            ))}
          </div>
          {part === 'parameters' &&
            renderLoaded(list, (parameters) => (
              <ParameterList owner={owner} sample={sample} parameters={parameters} reloading={list.isFetching} />
            ))}
          {part === 'requirements' &&
            renderLoaded(formQuery, (form) =>
              renderLoaded(list, (parameters) => (
                <RequirementList owner={owner} form={form} parameters={parameters} reloading={formQuery.isFetching} />
              )),
            )}
          {part === 'properties' &&
            renderLoaded(formQuery, (form) => (
              <PropertyList owner={owner} form={form} reloading={formQuery.isFetching} />
            ))}
          {part === 'examples' &&
            renderLoaded(formQuery, (form) => (
              <ExampleList owner={owner} form={form} reloading={formQuery.isFetching} />
            ))}
          {part === 'materials' &&
            renderLoaded(formQuery, (form) => (
              <MaterialList owner={owner} form={form} reloading={formQuery.isFetching} />
            ))}
        </div>
      </div>
    </>
  );
};

export default SamplePage;
