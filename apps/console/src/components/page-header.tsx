import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../i18n/texts.js';
import { useView } from '../lib/view.js';
import { texts } from './texts.js';

/** Breadcrumb and title of a page with its verbs at the right. Title and breadcrumb come from the route unless given. */
export const PageHeader = ({
  title,
  code,
  tag,
  actions,
}: {
  title?: ReactNode;
  code?: string;
  tag?: ReactNode;
  actions?: ReactNode;
}) => {
  const t = useTexts(texts);
  const view = useView();
  return (
    <div className="page-header">
      <div className="page-heading">
        <nav className="breadcrumb" aria-label={t('breadcrumb')}>
          {view.trail.map((step, index) => (
            <Fragment key={step.title}>
              {index > 0 && <span aria-hidden>/</span>}
              {step.path ? <Link to={step.path}>{step.title}</Link> : <span>{step.title}</span>}
            </Fragment>
          ))}
        </nav>
        <h1>
          {title ?? view.title}
          {code && <span className="page-code numeric">{code}</span>}
          {tag}
        </h1>
      </div>
      <div className="page-actions">{actions}</div>
    </div>
  );
};
