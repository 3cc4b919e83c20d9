import { randomUUID } from 'node:crypto';
import { openEmbeddedEngines } from '#engines';
import { DATA_DIR } from './data-dir.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * A PDF of this consignment was asked for three days ago, and the service never came to it: another process writes that
 * into the log. What is so old waits for an operator (ADR-025).
 */
export const appendOldPdfRequest = async (consignmentId: string, revision: number): Promise<void> => {
  const { eventStore, close } = await openEmbeddedEngines(DATA_DIR);
  const stream = `document-${consignmentId}`;
  const at = new Date(Date.now() - 3 * DAY).toISOString();
  const metadata = {
    schemaVersion: 1,
    by: { userId: randomUUID(), role: '委托单位角色', unitId: null },
    at,
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: null,
  };
  const { head } = await eventStore.read(stream);
  await eventStore.append(
    stream,
    [{ type: 'PdfRequested', data: { consignmentId, revision, forced: false, requestedAt: at }, metadata }],
    head,
  );
  await close();
};
