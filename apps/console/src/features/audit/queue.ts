import { useQuery } from '@tanstack/react-query';
import { type ConsignmentListRow, getRawMateriaConsignInfoList, getSitePreConsignInfoList } from '#contract';
import { sameId } from '#domain';
import { atLeast } from '../../lib/event-position.js';
import { call } from '../../lib/http.js';

const AWAITING_AUDIT = 20;
/** As many as anybody works through in one go. */
const SHOWN = 100;

export type Queue = { total: number; place: number; previous: string | null; next: string | null };

/** Neighbours of a consignment among those waiting, oldest first; place 0: it is not waiting. The first waiting one follows it then. */
export const queueAround = (rows: readonly Pick<ConsignmentListRow, 'id'>[], total: number, id: string): Queue => {
  const at = rows.findIndex((row) => sameId(row.id, id));
  if (at < 0) return { total, place: 0, previous: null, next: rows[0]?.id ?? null };
  return {
    total,
    place: at + 1,
    previous: rows[at - 1]?.id ?? null,
    next: rows[at + 1]?.id ?? rows.find((row) => !sameId(row.id, id))?.id ?? null,
  };
};

/** What else waits for this laboratory, of the same kind. */
export const useQueue = (consignType: number | null, id: string): Queue | null => {
  const rawMaterial = consignType === 1;
  const waiting = useQuery({
    queryKey: [(rawMaterial ? getRawMateriaConsignInfoList : getSitePreConsignInfoList).name, 'queue', consignType],
    queryFn: ({ signal }) => {
      const query = {
        consignStatuses: String(AWAITING_AUDIT),
        sort: 'commitConsignTime' as const,
        order: 'asc' as const,
        maxResultCount: SHOWN,
        atLeast: atLeast(),
      };
      return rawMaterial
        ? call(getRawMateriaConsignInfoList, { query, signal })
        : call(getSitePreConsignInfoList, { query: { ...query, type: consignType }, signal });
    },
    enabled: consignType !== null,
    meta: { quiet: true },
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return waiting.data ? queueAround(waiting.data.items, waiting.data.totalCount, id) : null;
};
