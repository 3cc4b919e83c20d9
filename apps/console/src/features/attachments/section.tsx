import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

type SectionProps<Row> = {
  /** Its place in the form's rail. */
  name: 'attachments' | 'externalAttachments' | 'signatures';
  number: number | null;
  read: Pick<UseQueryResult<readonly Row[]>, 'data' | 'error' | 'refetch'>;
  /** Said when there is nothing; null: then there is no card. */
  nothing: string | null;
  rows(rows: readonly Row[]): ReactNode;
  children?: ReactNode;
};

/** A card of files: on its way, failed, empty or there. Only this card falls when it fails. */
export const Section = <Row,>({
  name,
  number,
  read: { data, error, refetch },
  nothing,
  rows,
  children,
}: SectionProps<Row>) => {
  const t = useTexts(texts);
  const count = data?.length ?? 0;
  if (nothing === null && count === 0 && !error) return null;
  return (
    <div data-section={name}>
      <Card
        title={
          <>
            {number !== null && <span className="section-number">{number}</span>}
            {t(name)}
          </>
        }
        after={count > 0 && name !== 'signatures' && <span className="aux muted numeric">{t('count', { count })}</span>}
      >
        <div className="attachment-section">
          {data && (count > 0 ? rows(data) : <div className="muted dense">{nothing}</div>)}
          {!data && error && (
            <div className="row dense" role="alert">
              <span className="danger-text">
                {t('failed', { section: t(name) })}：{error.message}
              </span>
              <Button
                size="small"
                variant="outlined"
                icon={<Refresh />}
                text={t('retry')}
                onClick={() => void refetch()}
              />
            </div>
          )}
          {!data && !error && (
            <div className="skeleton-block attachment-loading" role="status" aria-label={t('loading')} />
          )}
          {children}
        </div>
      </Card>
    </div>
  );
};
