import type { ReactNode } from 'react';

const MARKS = { done: 'M5 12.5l4.5 4.5L19 7.5', failed: 'M12 6v8M12 17.5v.5', later: 'M12 6.5V12l3.5 2' } as const;

/** What became of it, in words, when there is nothing more to do here. */
export const Notice = ({
  kind,
  title,
  children,
}: {
  kind: keyof typeof MARKS;
  title: string;
  children?: ReactNode;
}) => (
  <section className={`notice ${kind}`} role={kind === 'failed' ? 'alert' : 'status'}>
    <svg width="64" height="64" viewBox="0 0 24 24" aria-hidden>
      <circle cx="12" cy="12" r="11.25" />
      <path d={MARKS[kind]} />
    </svg>
    <h2>{title}</h2>
    {children && <div className="notice__words">{children}</div>}
  </section>
);
