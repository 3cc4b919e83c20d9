import { ArrowRight } from '@blueprintjs/icons';
import { Fragment } from 'react';
import { eventTypes, type EventType, fieldsOf } from '#contract';
import { consignStatusName } from '#domain/consignment';
import type { FeedType } from '#domain/lab-systems';
import { reportStatusName } from '#domain/report';
import { ConsignStatus, ReportStatus } from '#events';
import { CopyButton } from '../../components/code-block.js';
import { statusColor } from '../../components/status-tag.js';
import { listSeparator, language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { apiAddress } from '../../lib/http.js';
import { texts } from './texts.js';

const byType = (typeName: FeedType): EventType | undefined => eventTypes.find(({ type }) => type === typeName);

/** The meaning of a type, its status change, and the members of its data. */
export const EventDescription = ({ type, onChoose }: { type: EventType; onChoose(name: string): void }) => {
  const t = useTexts(texts);
  const currentLanguage = language();
  const next = type.next.flatMap((typeName) => byType(typeName) ?? []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <article className="event-about" aria-label={type.summary[currentLanguage]} tabIndex={0}>
      <header className="row wrap">
        <h2>{type.summary[currentLanguage]}</h2>
        <span className="scope">{t('version', { n: type.version })}</span>
      </header>
      <div className="row tight">
        <span className="mono secondary event-name">{type.name}</span>
        <CopyButton text={type.name} iconOnly label={t('copyName')} />
      </div>
      <p className="event-meaning">
        {type.meaning[currentLanguage]}
        {next.length > 0 && (
          <>
            {' '}
            {t('next')}
            {next.map((following, index) => (
              <Fragment key={following.name}>
                {index > 0 && listSeparator()}
                <button type="button" className="link-button" onClick={() => onChoose(following.name)}>
                  {following.summary[currentLanguage]}
                </button>
              </Fragment>
            ))}
            {t('stop')}
          </>
        )}
      </p>
      <StatusStep type={type} />
      <div className="row event-fields-head">
        <h3>{t('fields')}</h3>
        <span className="aux muted">{t('fieldsHint')}</span>
        <a className="aux push" href={apiAddress(`/api/v1/event-types/${type.name}`)} target="_blank" rel="noreferrer">
          JSON Schema
        </a>
      </div>
      <table className="event-fields" aria-label={t('fields')}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {fieldsOf(type).map(({ path, type: kind, isOptional, meaning }) => (
            <tr key={path}>
              <td className="mono">
                {path}
                {isOptional && (
                  <span className="muted" title={t('optional')}>
                    ?
                  </span>
                )}
              </td>
              <td className="mono secondary">{kind}</td>
              <td>{meaning?.[currentLanguage]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
};

type Step = { from: number | null; to: number };

/** The status before and after, of the consignment or of the report. */
const StatusStep = ({ type }: { type: EventType }) => {
  const t = useTexts(texts);
  const { from, to } = type.example['status'] as Step;
  const isReport = type.type.startsWith('report.');
  const name = (status: number): string => {
    const number = (isReport ? ReportStatus : ConsignStatus).safeParse(status).data;
    if (number === undefined) return String(status);
    return isReport ? reportStatusName(number as ReportStatus, language()) : consignStatusName(number, language());
  };
  const statusMark = (status: number) => (
    <span className="row tight nowrap">
      <i className="event-status" style={{ background: isReport ? 'var(--app-ch1)' : statusColor(status) }} />
      {name(status)} <span className="numeric muted">{status}</span>
    </span>
  );
  return (
    <div className="event-step">
      <span className="aux muted">{t(isReport ? 'stepOfReport' : 'stepOfConsignment')}</span>
      {from === to ? (
        <>
          {statusMark(to)}
          <span className="aux muted">{t('statusStays')}</span>
        </>
      ) : (
        <>
          {from === null ? <span className="muted">{t('nothingBefore')}</span> : statusMark(from)}
          <ArrowRight size={14} color="var(--app-text-3)" title={t('becomes')} />
          {statusMark(to)}
        </>
      )}
    </div>
  );
};
