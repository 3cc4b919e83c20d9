import { v4 } from 'uuid';
import { consignment, type ConsignmentCommand } from '#domain/consignment';
import { documentIdOf, pdfDocument } from '#domain/documents';
import { handle, type CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Actor, ConsignmentHeader, ConsignType, EventStore, RecordedEvent, Sample } from '#events';
import { AT, CODE, header, people, sample, settings, signatureIds } from '../domain/consignment-story.js';

/** The context of a command, with a new request each time. */
export const newCommandContext = (
  by: Actor = people.client,
  changes: Partial<CommandContext> = {},
): CommandContext => ({
  by,
  at: AT,
  commandId: v4(),
  correlationId: v4(),
  ...changes,
});

/** Executes commands on a consignment through its decider. */
export const executeCommands = async (
  store: EventStore,
  id: string,
  ...commands: ConsignmentCommand[]
): Promise<void> => {
  for (const command of commands) await handle(store, consignment, id, command, newCommandContext(command.by));
};

type Draft = { samples?: Sample[]; header?: ConsignmentHeader; consignType?: ConsignType };

/** A saved draft. Returns its id. */
export const appendDraft = async (
  store: EventStore,
  { samples = [sample()], header: draftHeader = header(), consignType = 1 }: Draft = {},
): Promise<string> => {
  const [id, by] = [v4(), people.client];
  await executeCommands(
    store,
    id,
    { type: 'CreateConsignment', by, at: AT, consignType, consignUnitName: '宁波路桥', defaults: {} },
    { type: 'SaveHeader', by, header: draftHeader, settings },
    ...samples.map((newSample): ConsignmentCommand => ({ type: 'AddSample', by, sample: newSample, settings })),
  );
  return id;
};

/** A submitted consignment. */
export const appendSubmission = async (
  store: EventStore,
  draft: Draft = {},
  contextChanges: Partial<CommandContext> = {},
): Promise<string> => {
  const id = await appendDraft(store, draft);
  await handle(
    store,
    consignment,
    id,
    { type: 'Submit', by: people.client, at: AT, description: '', consignCode: CODE, settings, signatureIds },
    newCommandContext(people.client, contextChanges),
  );
  return id;
};

/** A consignment that waits for the signatures of its witnesses. */
export const appendNotification = async (
  store: EventStore,
  draftHeader: ConsignmentHeader = header(),
): Promise<{ id: string; requestId: string }> => {
  const id = await appendSubmission(store, { header: draftHeader });
  await executeCommands(
    store,
    id,
    { type: 'PassAudit', by: people.lab, remark: '', limsConsignId: 'lims-1' },
    { type: 'ConfirmSample', by: people.lab, remark: '', limsConsignId: 'lims-1', settings },
    { type: 'EnterLaterStage', by: people.lab, toStatus: 80, description: '', actFee: null, settings, signatureIds },
    { type: 'Sign', by: people.client, at: AT, imageHash: null },
    { type: 'NotifyWitness', by: people.client, at: AT },
  );
  return { id, requestId: (await findNewestEvent(store, `consignment-${id}`, 'WitnessNotified')).id };
};

/** Requests the PDF of a consignment. Returns the id of the request. */
export const requestPdf = async (
  store: EventStore,
  id: string,
  {
    forced = false,
    language = 'zh',
    ...contextChanges
  }: { forced?: boolean; language?: Language } & Partial<CommandContext> = {},
): Promise<string> => {
  const { head } = await store.read(`consignment-${id}`);
  const context = newCommandContext(people.client, contextChanges);
  await handle(
    store,
    pdfDocument,
    documentIdOf(id, language),
    { type: 'RequestPdf', consignmentId: id, revision: head.revision, at: context.at, forced, language },
    context,
  );
  return (await findNewestEvent(store, `document-${documentIdOf(id, language)}`, 'PdfRequested')).id;
};

const findNewestEvent = async (store: EventStore, stream: string, type: string): Promise<RecordedEvent> => {
  const newestEvent = (await store.read(stream)).events.findLast((event) => event.type === type);
  if (!newestEvent) throw new Error(`${stream} has no ${type}`);
  return newestEvent;
};
