import { Error as ErrorIcon } from '@blueprintjs/icons';
import { cloneElement, isValidElement, type ReactElement, type ReactNode, useId } from 'react';

export type FieldProps = {
  label: ReactNode;
  required?: boolean;
  /** Text under the control, in the words of the specification; the control is announced as invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  /** At the right end of the label line, e.g. a counter. */
  aside?: ReactNode;
  className?: string;
  /** One control, which gets id and aria attributes; a group (radios) is passed with `group`. */
  children: ReactNode;
  group?: boolean;
};

/** Label above, control, then error or hint. */
export const Field = ({ label, required, error, hint, aside, className, children, group }: FieldProps) => {
  const id = useId();
  const noteId = error || hint ? `${id}-note` : undefined;
  const controlProps = {
    id,
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': noteId,
  };
  const control =
    !group && isValidElement(children)
      ? cloneElement(children as ReactElement<Record<string, unknown>>, controlProps)
      : children;
  return (
    <div
      className={['field', error ? 'has-error' : '', className ?? ''].join(' ').trim()}
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': noteId } : {})}
    >
      <label className="field-label" id={`${id}-label`} {...(group ? {} : { htmlFor: id })}>
        {label}
        {required && (
          <span className="required" aria-hidden>
            *
          </span>
        )}
        {aside !== undefined && <span className="field-aside">{aside}</span>}
      </label>
      {control}
      {error ? (
        <div className="field-error" id={noteId} role="alert">
          <ErrorIcon size={12} />
          {error}
        </div>
      ) : hint ? (
        <div className="field-hint" id={noteId}>
          {hint}
        </div>
      ) : null}
    </div>
  );
};

/** A longer text gets the whole line: in a narrow column it would run over several screens. */
const LONG_TEXT = 120;

/** Read-only values: `[label, value, columns it spans]`. Never disabled inputs. */
export const ReadOnlyFields = ({
  items,
  columns = 3,
}: {
  items: readonly (readonly [label: string, value: ReactNode, span?: number])[];
  columns?: 2 | 3 | 4;
}) => (
  <dl className="facts" data-columns={columns}>
    {items.map(([label, value, span]) => {
      const columnsSpanned = typeof value === 'string' && value.length > LONG_TEXT ? columns : span;
      return (
        <div key={label} {...(columnsSpanned ? { 'data-span': columnsSpanned } : {})}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null || value === undefined ? <span className="nothing">—</span> : value}</dd>
        </div>
      );
    })}
  </dl>
);

/** A card with a head line; `extra` is at its right end. */
export const Card = ({
  title,
  after,
  extra,
  padded = true,
  id,
  children,
}: {
  title?: ReactNode;
  after?: ReactNode;
  extra?: ReactNode;
  padded?: boolean;
  id?: string;
  children: ReactNode;
}) => (
  <section className="card" id={id}>
    {title !== undefined && (
      <div className="card-head">
        <h2>{title}</h2>
        {after}
        <div className="row push">{extra}</div>
      </div>
    )}
    {padded ? <div className="card-body">{children}</div> : children}
  </section>
);
