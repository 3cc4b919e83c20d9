import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { getConsingInfo } from '#contract';
import { isEditable } from '#domain/consignment';
import { CONSIGN_TYPE, type ConsignType } from '#events';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { SITE_FORM } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { isClient, useUser } from '../../lib/session.js';
import './consignment-form.css';
import { EditConsignment } from './edit-consignment.js';
import type { FormSlots } from './parts.js';
import { texts } from './texts.js';
import { NewConsignment } from './new-consignment.js';
import { ViewConsignment } from './view-consignment.js';

/** pageSource 4 is the testing unit's read-only view (CF-007). */
const AUDIT_SOURCE = '4';

/**
 * The kind in an address: 1 raw material, 3 handover, anything else on-site; without one, that of the route (CF-007).
 */
const requestedKind = (consignType: string | null, pathname: string): ConsignType => {
  if (consignType === null) return pathname === SITE_FORM ? CONSIGN_TYPE.onSite : CONSIGN_TYPE.rawMaterial;
  return consignType === '1' ? 1 : consignType === '3' ? 3 : 2;
};

/**
 * The consignment form at addConsignInfo and addSitePreConsignInfo: editable if it may be edited, otherwise read-only.
 */
export const ConsignmentFormPage = ({ parts }: { parts: FormSlots }) => {
  const t = useTexts(texts);
  const user = useUser();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const consignment = useQuery({
    ...queryOptionsOf(getConsingInfo, { id }),
    enabled: id !== '',
    meta: { quiet: true },
  });
  const view = consignment.data;
  const editing =
    view !== undefined && isClient(user) && isEditable(view.consignStatus) && params.get('pageSource') !== AUDIT_SOURCE;
  const [edited, setEdited] = useState<{ id: string; revision: number } | null>(null);
  if (editing && (edited?.id !== view.id || edited.revision !== view.revision))
    setEdited({ id: view.id, revision: view.revision });

  if (id === '') return <NewConsignment consignType={requestedKind(params.get('consignType'), pathname)} />;
  if (!view) {
    return (
      <>
        <PageHeader />
        {consignment.isError ? (
          <ErrorState title={t('loadFailed')} error={consignment.error} onRetry={() => void consignment.refetch()} />
        ) : (
          <LoadingPage />
        )}
      </>
    );
  }
  return editing ? (
    <EditConsignment key={view.id} newest={view} parts={parts} />
  ) : (
    <ViewConsignment
      key={view.id}
      view={view}
      editedRevision={edited?.id === view.id ? edited.revision : null}
      parts={parts}
    />
  );
};
