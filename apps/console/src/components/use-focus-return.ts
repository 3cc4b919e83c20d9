import { useEffect, useState } from 'react';

/** Gives the focus back to whatever had it when this dialog opened. Blueprint does so after its closing transition, which a dialog that is taken away never has. */
export const useFocusReturn = (): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => {
    if (opener instanceof HTMLElement) opener.focus();
  }, [opener]);
};
