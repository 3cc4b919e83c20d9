import { useRef } from 'react';
import { recordParameterClick } from '#contract';
import { noteFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';
import { useUser } from '../../lib/session.js';
import type { SampleHost } from './offer.js';

/**
 * Lets the laboratory know what is asked for and not offered: once for a parameter of a sample while the dialog is open
 * (SS-023). A failure is nobody's concern and only noted.
 */
export const useWantedClicks = (host: SampleHost): { record(sampleName: string, paramName: string): void } => {
  const user = useUser();
  const recorded = useRef(new Set<string>());
  return {
    record: (sampleName, paramName) => {
      const key = JSON.stringify([sampleName, paramName]);
      if (recorded.current.has(key)) return;
      recorded.current.add(key);
      const body = { sampleName, paramName, qualification: host.qualificationName, sampleSender: user.name, consignUnit: user.unitName };
      void call(recordParameterClick, { body, ...(host.testUnitId ? { query: { testUnitId: host.testUnitId } } : {}) }).catch(noteFailure);
    },
  };
};
