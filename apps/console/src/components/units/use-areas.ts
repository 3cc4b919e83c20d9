import { useQuery } from '@tanstack/react-query';
import { getAreaList } from '#contract';
import type { Area } from '#domain';
import { readOf } from '../../lib/queries.js';

const NONE: readonly Area[] = [];

/** Areas of the whole country, fetched once; none until they are there. */
export const useAreas = (): readonly Area[] => useQuery({ ...readOf(getAreaList), staleTime: Infinity }).data ?? NONE;
