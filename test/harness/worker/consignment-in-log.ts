import { v4 } from 'uuid';
import { consignment, type ConsignmentCommand } from '#domain/consignment';
import { documentIdOf, pdfDocument } from '#domain/documents';
import { handle, type CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Actor, ConsignmentHeader, ConsignType, EventStore, RecordedEvent, Sample } from '#events';
import { AT, CODE, header, people, sample, settings, signatureIds } from '../domain/consignment-story.js';

/** The context of a command, with a new request each time. */
export const requestOf = (by: Actor = people.client, more: Partial<CommandContext> = {}): CommandContext => ({
  by,
  at: AT,
  commandId: v4(),
  correlationId: v4(),
  ...more,
});

/** Executes commands on a consignment through its decider. */
export const notifyEvent = async (store: EventStore, id: string, ...commands: ConsignmentCommand[]): Promise<void> => {
  for (const command of commands) await handle(store, consignment, id, command, requestOf(command.by));
};

type Draft = { samples?: Sample[]; header?: ConsignmentHeader; consignType?: ConsignType };

/** A saved draft. Returns its id. */
export const appendDraft = async (
  store: EventStore,
  { samples = [sample()], header: typed = header(), consignType = 1 }: Draft = {},
): Promise<string> => {
  const [id, by] = [v4(), people.client];
  await notifyEvent(
    store,
    id,
    { type: 'CreateConsignment', by, at: AT, consignType, consignUnitName: '宁波路桥', defaults: {} },
    { type: 'SaveHeader', by, header: typed, settings },
    ...samples.map((one): ConsignmentCommand => ({ type: 'AddSample', by, sample: one, settings })),
  );
  return id;
};

/** A submitted consignment. */
export const appendSubmission = async (
  store: EventStore,
  draft: Draft = {},
  more: Partial<CommandContext> = {},
): Promise<string> => {
  const id = await appendDraft(store, draft);
  await handle(
    store,
    consignment,
    id,
    { type: 'Submit', by: people.client, at: AT, description: '', consignCode: CODE, settings, signatureIds },
    requestOf(people.client, more),
  );
  return id;
};

/** A consignment that waits for the signatures of its witnesses. */
export const appendNotification = async (
  store: EventStore,
  typed: ConsignmentHeader = header(),
): Promise<{ id: string; requestId: string }> => {
  const id = await appendSubmission(store, { header: typed });
  await notifyEvent(
    store,
    id,
    { type: 'PassAudit', by: people.lab, remark: '', limsConsignId: 'lims-1' },
    { type: 'ConfirmSample', by: people.lab, remark: '', limsConsignId: 'lims-1', settings },
    { type: 'EnterLaterStage', by: people.lab, toStatus: 80, description: '', actFee: null, settings, signatureIds },
    { type: 'Sign', by: people.client, at: AT, imageHash: null },
    { type: 'NotifyWitness', by: people.client, at: AT },
  );
  return { id, requestId: (await lastOf(store, `consignment-${id}`, 'WitnessNotified')).id };
};

/** Requests the PDF of a consignment. Returns the id of the request. */
export const requestPdf = async (
  store: EventStore,
  id: string,
  {
    forced = false,
    language = 'zh',
    ...more
  }: { forced?: boolean; language?: Language } & Partial<CommandContext> = {},
): Promise<string> => {
  const { head } = await store.read(`consignment-${id}`);
  const context = requestOf(people.client, more);
  await handle(
    store,
    pdfDocument,
    documentIdOf(id, language),
    { type: 'RequestPdf', consignmentId: id, revision: head.revision, at: context.at, forced, language },
    context,
  );
  return (await lastOf(store, `document-${documentIdOf(id, language)}`, 'PdfRequested')).id;
};

const lastOf = async (store: EventStore, stream: string, type: string): Promise<RecordedEvent> => {
  const newest = (await store.read(stream)).events.findLast((event) => event.type === type);
  if (!newest) throw new Error(`${stream} has no ${type}`);
  return newest;
};
