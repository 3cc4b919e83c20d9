import { notices, PLATFORM_NOTICE, testingUnitAtOrigin, type NoticeRow } from '#domain';
import type { Views } from '#engines';
import type { Caller } from '../auth/caller.js';
import { allTestingUnits } from '../units/testing-unit-row.js';

type Wanted = { webUrl: string; limit: number; noticeType?: number | undefined };

/** What somebody is to read, the newest sent first: notices of the platform, of the own testing unit, and of the unit at whose web origin they are (002 NT-005). */
export const noticesFor = async (
  views: Views,
  { unitId, unitType }: Caller,
  { webUrl, limit, noticeType }: Wanted,
): Promise<NoticeRow[]> => {
  const here = webUrl === '' ? null : testingUnitAtOrigin(await allTestingUnits(views), webUrl);
  const owners = [PLATFORM_NOTICE, ...(unitType === 1 && unitId !== null ? [unitId] : []), ...(here ? [here.id] : [])];
  const { rows } = await views.find<NoticeRow>(notices, {
    where: [
      { column: 'isSent', eq: 1 },
      { column: 'ownerId', in: owners },
      ...(noticeType === undefined ? [] : [{ column: 'noticeType', eq: noticeType }]),
    ],
    sort: [{ column: 'sendTime', direction: 'desc' }],
    limit,
  });
  return rows;
};
