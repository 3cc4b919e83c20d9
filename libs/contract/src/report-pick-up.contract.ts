import { z } from 'zod';
import { ReportStatus } from '#events';
import { Guid, operation, ViaLabSystem } from './operation.js';
import { heldKey } from './qr-code.contract.js';
import { line, opaque } from './texts.js';

const query = z.object({ key: heldKey });
const path = '/api/v1/report-pick-ups/:key';

/** What is fetched, to whoever holds the key. `expiresAt` UTC ISO. */
export const ReportPickUp = z.object({
  state: z.enum(['waiting', 'signed']),
  expiresAt: z.string(),
  consignUnitName: z.string(),
  testUnitName: z.string(),
  reports: z.array(
    z.object({
      id: z.string(),
      reportNumber: z.string(),
      consignCode: z.string(),
      projectName: z.string(),
      testContent: z.string(),
    }),
  ),
});
export type ReportPickUp = z.infer<typeof ReportPickUp>;
export const getReportPickUp = operation({
  name: 'GetReportPickUp',
  family: 'v1',
  method: 'GET',
  path,
  summary: 'Which reports a key hands over, and whether they have been signed for',
  source: 'QR-006',
  query,
  result: ReportPickUp,
});
export const pickUpByKey = operation({
  name: 'PickUpByKey',
  family: 'v1',
  method: 'POST',
  path,
  summary: 'Signs for reports with a key, under a typed name, on behalf of the laboratory that made it; once',
  source: 'QR-006',
  query,
  body: z.object({ signImage: opaque(400_000), name: line(200).default('') }),
  result: z.object({ signed: z.number() }),
});

/**
 * One event of a report: its type, the status it led to, by whom (empty where the caller is not shown persons), and what it says:
 * a number, a file's name, a reason, who fetched it. `signUrl` opens the picture of a signature for five minutes; null where there is none for the caller.
 */
export const ReportHistoryEntry = z.object({
  revision: z.number(),
  type: z.string(),
  at: z.string(),
  by: z.string(),
  via: ViaLabSystem,
  reportStatus: ReportStatus,
  reportStatusStr: z.string(),
  detail: z.string(),
  signUrl: z.string().nullable(),
});
export type ReportHistoryEntry = z.infer<typeof ReportHistoryEntry>;
export const getReportHistory = operation({
  name: 'GetReportHistory',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/reports/:id/history',
  summary: 'What became of a report, oldest first',
  source: 'QR-006',
  query: z.object({ id: Guid }),
  result: z.array(ReportHistoryEntry),
});
