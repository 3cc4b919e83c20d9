import { useState } from 'react';
import { logHandledFailure } from '../lib/failures.js';

/**
 * State of a dialog that sends something: whether it runs, and the error message, which the dialog shows itself. `send`
 * does nothing while another one runs. `work` returns whether the dialog is done; then the button stays busy until the
 * dialog is gone.
 */
export const useSubmit = () => {
  const [failed, setFailed] = useState('');
  const [running, setRunning] = useState(false);
  const send = async (work: () => Promise<boolean>): Promise<void> => {
    if (running) return;
    setRunning(true);
    setFailed('');
    try {
      if (await work()) return;
    } catch (error) {
      logHandledFailure(error);
      setFailed(error instanceof Error ? error.message : String(error));
    }
    setRunning(false);
  };
  return { failed, running, send };
};
