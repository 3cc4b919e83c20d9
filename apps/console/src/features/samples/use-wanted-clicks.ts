import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { recordParameterClick } from '#contract';
import { noteFailure } from '../../lib/failures.js';
import { unitCall } from '../../lib/pre-service.js';
import { useUser } from '../../lib/session.js';
import type { SampleHost } from './offer.js';

/**
 * Lets the laboratory know what is asked for and not offered: once for a parameter of a sample while the dialog is open
 * (SS-023). A failure is nobody's concern and only noted.
 */
export const useWantedClicks = (host: SampleHost): { record(sampleName: string, paramName: string): void } => {
  const user = useUser();
  const queries = useQueryClient();
  const recorded = useRef(new Set<string>());
  return {
    record: (sampleName, paramName) => {
      const key = JSON.stringify([sampleName, paramName]);
      if (recorded.current.has(key)) return;
      recorded.current.add(key);
      const body = {
        sampleName,
        paramName,
        qualification: host.qualificationName,
        sampleSender: user.name,
        consignUnit: user.unitName,
      };
      void unitCall(queries, recordParameterClick, {
        body,
        query: host.testUnitId ? { testUnitId: host.testUnitId } : {},
      }).catch(noteFailure);
    },
  };
};
