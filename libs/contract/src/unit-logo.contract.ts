import { z } from 'zod';
import { Guid, operation } from './operation.js';

const unitType = z.coerce.number().pipe(z.literal([1, 2]));

/** png or jpg, at most UNIT_LIMITS.logoKb. `logoPath` is relative to the API host. */
export const uploadUnitLogo = operation({
  name: 'UploadUnitLogo',
  method: 'POST',
  path: '/api/services/app/BaTestUnit/UploadUnitLogo',
  summary: 'Replaces the logo of a testing (unitType 1) or consigning unit (2)',
  source: 'UN-004',
  upload: true,
  body: z.object({ unitType, unitId: Guid }),
  result: z.object({ logoPath: z.string(), revision: z.number() }),
});
/** Open to everybody: the login page shows it. Only the logo a unit shows now is given out. */
export const getUnitLogo = operation({
  name: 'GetUnitLogo',
  method: 'GET',
  path: '/api/v1/unit-logos/:unitId/:file',
  family: 'v1',
  summary: 'The logo that a unit shows',
  source: 'UN-002',
  download: true,
  query: z.object({ unitId: Guid, file: z.string().regex(/^[0-9a-f]{64}\.(png|jpg|jpeg)$/) }),
});
