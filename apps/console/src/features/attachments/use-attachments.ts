import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FOREIGN_TABLE, getAccessory } from '#contract';
import { attachmentState } from '#domain';
import { readOf } from '../../lib/queries.js';

/** However often files are asked for, they are read once this long after the last time (K-006, AT-009). */
const LOAD_PAUSE_MS = 500;
/** Their addresses are good for five minutes; before that they are read again. */
const RENEW_MS = 4 * 60_000;

/** The attachments of a consignment and of its samples, and `load` to read them again. */
export const useAttachments = (consignId: string) => {
  const queries = useQueryClient();
  const [settled, setSettled] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { queryKey, queryFn } = readOf(getAccessory, {
    foreignTable: FOREIGN_TABLE,
    foreignKey: consignId,
    withSamples: 'true',
  });

  const load = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSettled(consignId);
      void queries.invalidateQueries({ queryKey: [getAccessory.name] });
    }, LOAD_PAUSE_MS);
  }, [queries, consignId]);
  useEffect(() => {
    load();
    return () => clearTimeout(timer.current);
  }, [load]);

  const files = useQuery({
    queryKey,
    queryFn,
    enabled: settled === consignId,
    refetchInterval: RENEW_MS,
    refetchIntervalInBackground: true,
    meta: { quiet: true },
  });
  const state = useMemo(() => attachmentState(files.data, consignId), [files.data, consignId]);
  return { files, state, load };
};
