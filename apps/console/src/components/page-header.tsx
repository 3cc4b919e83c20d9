import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../i18n/texts.js';
import { useView } from '../lib/view.js';
import { texts } from './texts.js';

/**
 * Breadcrumb and title of a page with its actions at the right. Title and breadcrumb default to those of the route;
 * `step` is the last step of the breadcrumb if the title of the route does not say what the page does, e.g. of a
 * read-only form.
 */
export const PageHeader = ({
  title,
  step,
  code,
  tag,
  actions,
}: {
  title?: ReactNode;
  step?: string;
  code?: string;
  tag?: ReactNode;
  actions?: ReactNode;
}) => {
  const t = useTexts(texts);
  const view = useView();
  const trail = step === undefined ? view.trail : [...view.trail.slice(0, -1), { title: step }];
  return (
    <div className="page-header">
      <div className="page-heading">
        <nav className="breadcrumb" aria-label={t('breadcrumb')}>
          {trail.map(({ title: name, path }, index) => (
            <Fragment key={name}>
              {index > 0 && <span aria-hidden>/</span>}
              {path ? <Link to={path}>{name}</Link> : <span>{name}</span>}
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
