import { Button, Tag } from '@blueprintjs/core';
import { DataConnection, Refresh } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { getPreQualificationList } from '#contract';
import { ROLE } from '#events';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, LoadingRows } from '../../components/page-states.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { unitQueryOptions, useUnitService } from '../../lib/pre-service.js';
import { hasRole, useUser } from '../../lib/session.js';
import en from '../../locales/en/lab-system-catalogue.json' with { type: 'json' };
import es from '../../locales/es/lab-system-catalogue.json' with { type: 'json' };
import zh from '../../locales/zh/lab-system-catalogue.json' with { type: 'json' };
import { ChooseUnit } from './choose-unit.js';
import { type CatalogueOwner, catalogueOwnerOf } from './catalogue-actions.js';

const texts = defineTexts('lab-system-catalogue', {
  zh,
  en,
  es,
});

/**
 * Pages of a catalogue that is managed here; for a unit with its own laboratory system, a note that it is managed there
 * (UN-021). `extra`: the link to another unit.
 */
export const LocalCatalogueOnly = ({
  owner,
  extra,
  children,
}: {
  owner: CatalogueOwner;
  extra?: ReactNode;
  children: ReactNode;
}) => {
  const { unitId } = useUser();
  const service = useUnitService(owner.isTemplate ? null : (owner.unitId ?? unitId));
  if (!service.isPending && !service.isIntegrated) return children;
  return (
    <>
      <PageHeader actions={extra} />
      <div className="page-body scrolls">
        <div className="card list-card">
          {service.isPending ? (
            <LoadingRows rows={8} />
          ) : (
            <ManagedElsewhere testUnitId={owner.unitId ?? unitId ?? ''} unitCode={service.unitCode} />
          )}
        </div>
      </div>
    </>
  );
};

/** Checks with a cheap request whether the unit's system responds. */
const ManagedElsewhere = ({ testUnitId, unitCode }: { testUnitId: string; unitCode: string }) => {
  const t = useTexts(texts);
  const qualifications = useQuery({
    ...unitQueryOptions(getPreQualificationList, { testUnitId }),
    retry: false,
    meta: { quiet: true },
  });
  return (
    <EmptyState
      icon={<DataConnection size={28} />}
      title={t('title')}
      actions={
        <Button
          icon={<Refresh />}
          text={t('again')}
          loading={qualifications.isFetching}
          onClick={() => void qualifications.refetch()}
        />
      }
    >
      {t('text', { code: unitCode })}
      <br />
      {qualifications.isPending ? (
        t('asking')
      ) : qualifications.isError ? (
        <span className="danger-text">{qualifications.error.message}</span>
      ) : (
        <Tag minimal intent="success">
          {t('answers')}
        </Tag>
      )}
    </EmptyState>
  );
};

type Props = {
  /** Address of the page of a unit's catalogue; null is the system template. */
  pathOf(unitId: string | null): string;
  /** `choice`: the administrator's selection of the catalogue; null for everybody else. */
  children(owner: CatalogueOwner, choice: ReactNode): ReactNode;
};

/** A page of the catalogue in the address, the system template or a unit's; the administrator chooses between them. */
export const CatalogueOwnerRoute = ({ pathOf, children }: Props) => {
  const { unitId } = useParams();
  const user = useUser();
  const owner = catalogueOwnerOf(user, unitId ?? null);
  const navigate = useNavigate();
  const choice = hasRole(user, ROLE.admin) ? (
    <ChooseUnit selectedId={owner.unitId} onChoose={(id) => void navigate(pathOf(id))} />
  ) : null;
  return (
    <LocalCatalogueOnly key={owner.unitId ?? ''} owner={owner} extra={choice}>
      {children(owner, choice)}
    </LocalCatalogueOnly>
  );
};
