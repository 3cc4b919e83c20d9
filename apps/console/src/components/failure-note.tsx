import type { ReactNode } from 'react';
import { Error as ErrorIcon } from '@blueprintjs/icons';

/** Why something could not be done, in a dialog or on a page; announced at once by screen readers. */
export const FailureNote = ({ children }: { children: ReactNode }) => (
  <div className="note danger" role="alert">
    <ErrorIcon size={14} />
    {children}
  </div>
);
