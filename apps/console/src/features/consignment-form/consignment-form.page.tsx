import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { getConsingInfo } from '#contract';
import { isEditable } from '#domain';
import { PageHeader } from '../../components/page-header.js';
import { Empty, Failed, LoadingPage } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { isClient, useUser } from '../../lib/session.js';
import './consignment-form.css';
import { EditConsignment } from './edit-consignment.js';
import { listPathOf } from './list-path.js';
import type { FormParts } from './parts.js';
import { texts } from './texts.js';
import { ViewConsignment } from './view-consignment.js';

/** pageSource 4 is the testing unit's read-only view (CF-007). */
const AUDIT_SOURCE = '4';

/** The consignment form at addConsignInfo and addSitePreConsignInfo: edits what may be edited, shows everything else. */
export const ConsignmentFormPage = ({ parts }: { parts: FormParts }) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const consignment = useQuery({ ...readOf(getConsingInfo, { id }), enabled: id !== '', meta: { quiet: true } });
  const view = consignment.data;

  if (id === '') {
    return <><PageHeader /><Empty icon={<Document size={28} />} title={t('missingIdTitle')} actions={<Button intent="primary" text={t('toList')} onClick={() => void navigate(listPathOf(1, user))} />}>{t('missingId')}</Empty></>;
  }
  if (!view) {
    return <><PageHeader />{consignment.isError ? <Failed title={t('loadFailed')} error={consignment.error} onRetry={() => void consignment.refetch()} /> : <LoadingPage />}</>;
  }
  const editing = isClient(user) && isEditable(view.consignStatus) && params.get('pageSource') !== AUDIT_SOURCE;
  return editing ? <EditConsignment key={view.id} newest={view} parts={parts} /> : <ViewConsignment key={view.id} view={view} parts={parts} />;
};
