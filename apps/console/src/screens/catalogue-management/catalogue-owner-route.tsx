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
 * Pages of a catalogue that is kept here; of a unit with a laboratory system of its own, where it is kept instead
 * (UN-021). `extra`: the way to another unit's.
 */
export const LocalCatalogueOnly = ({
  keeper,
  extra,
  children,
}: {
  keeper: CatalogueOwner;
  extra?: ReactNode;
  children: ReactNode;
}) => {
  const { unitId } = useUser();
  const service = useUnitService(keeper.isTemplate ? null : (keeper.place ?? unitId));
  if (!service.isPending && !service.isIntegrated) return children;
  return (
    <>
      <PageHeader actions={extra} />
      <div className="page-body scrolls">
        <div className="card list-card">
          {service.isPending ? (
            <LoadingRows rows={8} />
          ) : (
            <KeptElsewhere testUnitId={keeper.place ?? unitId ?? ''} unitCode={service.unitCode} />
          )}
        </div>
      </div>
    </>
  );
};

/** Says by a question that costs the system nothing whether it answers. */
const KeptElsewhere = ({ testUnitId, unitCode }: { testUnitId: string; unitCode: string }) => {
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
  /** Where the page of a unit's catalogue is; of the system template for null. */
  placeOf(unitId: string | null): string;
  /** `choice`: what the administrator chooses by; null for everybody else. */
  children(keeper: CatalogueOwner, choice: ReactNode): ReactNode;
};

/**
 * A page of the system template or of a unit's catalogue, whichever its address names; the administrator chooses among
 * them.
 */
export const CatalogueOwnerRoute = ({ placeOf, children }: Props) => {
  const { unitId } = useParams();
  const user = useUser();
  const keeper = catalogueOwnerOf(user, unitId ?? null);
  const navigate = useNavigate();
  const choice = hasRole(user, ROLE.admin) ? (
    <ChooseUnit chosen={keeper.place} onChoose={(id) => void navigate(placeOf(id))} />
  ) : null;
  return (
    <LocalCatalogueOnly key={keeper.place ?? ''} keeper={keeper} extra={choice}>
      {children(keeper, choice)}
    </LocalCatalogueOnly>
  );
};
