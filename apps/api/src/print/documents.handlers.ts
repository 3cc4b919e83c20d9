import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { DocumentChange, PdfInfo, PrintConsignment } from '#contract';
import { printedRequirement } from '#domain/catalogue';
import { consignment, currentDraftNames, isEditable } from '#domain/consignment';
import {
  consignmentOfDocument,
  documentIdOf,
  canOpenDocument,
  pdfDocument,
  pdfStatusOf,
  PDF_STATUS,
} from '#domain/documents';
import { load, StaleRevision, streamName, type CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import { LOG_READER, type Engines } from '#engines';
import { documentEvents, idOfStream, StoreUnavailable, type ConsignType, type Position, type Sample } from '#events';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { consignmentView } from '../consignments/consignment-view.js';
import { findConsignment, type ReadableConsignment } from '../consignments/consignment-access.js';
import { loadUnitPolicy } from '../consignments/unit-policy.js';
import { Decisions } from '../commands/decisions.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { sampleForCaller } from '../samples/sample-view.js';
import { documentUrl, readTicket, type Ticket } from './ticket.js';

/** Requests the document in the caller's language; the worker creates it. */
export class GeneratePdf extends Command<Position | null> {
  constructor(
    readonly id: string,
    readonly force: boolean,
    readonly caller: Caller,
    readonly context: CommandContext,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(GeneratePdf)
export class GeneratePdfHandler implements ICommandHandler<GeneratePdf> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ id, force, caller, context, language }: GeneratePdf): Promise<Position | null> {
    const { eventStore } = this.engines;
    const { revision, state } = await findConsignment(eventStore, id, caller);
    const { visibleAmounts } = await loadUnitPolicy(eventStore, state.header.testUnitId);
    // If-Match refers to the printed consignment; its document has a separate stream.
    const { expectedRevision, ...rest } = context;
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw new StaleRevision(`consignment-${id}`, expectedRevision, revision);
    const documentId = documentIdOf(id, language);
    const request = {
      type: 'RequestPdf',
      consignmentId: id,
      revision,
      at: context.at,
      language,
      visibleAmounts,
      names: await currentDraftNames(eventStore, state),
    } as const;
    const decide = (forced: boolean) => this.decisions.decide(pdfDocument, documentId, { ...request, forced }, rest);
    const firstRequest = await decide(force);
    const { position } =
      firstRequest.appended === 0 && (await this.isLost(documentId)) ? await decide(true) : firstRequest;
    return position;
  }

  /** Whether a requested document has no job: the worker has read the request, but the job does not exist. */
  private async isLost(documentId: string): Promise<boolean> {
    const { eventStore, jobs } = this.engines;
    const newest = await eventStore.readLast(streamName(pdfDocument, documentId));
    if (newest?.type !== 'PdfRequested') return false;
    try {
      const read = await jobs.checkpoint(LOG_READER);
      if (read?.logId !== eventStore.logId || read.position < newest.position) return false;
      return (await jobs.locate('render-pdf', [`${newest.id}.render-pdf`]))[0] === 'lost';
    } catch (error) {
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  }
}

/** Documents of consignments, with their status and address. */
export class ListDocuments extends Query<PdfInfo[]> {
  constructor(
    readonly ids: readonly string[],
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListDocuments)
export class ListDocumentsHandler implements IQueryHandler<ListDocuments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ ids, caller, language }: ListDocuments): Promise<PdfInfo[]> {
    const consignments = await Promise.all(ids.map((id) => findConsignment(this.engines.eventStore, id, caller)));
    return Promise.all(consignments.map((each) => this.infoOf(each, caller, language)));
  }

  /** The document contains personal data, so a caller who sees it masked gets no address (ADR-016). */
  private async infoOf(
    { id, state, revision, showsPersons }: ReadableConsignment,
    { userId }: Caller,
    language: Language,
  ): Promise<PdfInfo> {
    const { eventStore, vault } = this.engines;
    const documentId = documentIdOf(id, language);
    const { state: document } = await load(eventStore, pdfDocument, documentId);
    const { visibleAmounts } = await loadUnitPolicy(eventStore, state.header.testUnitId);
    const pdfStatus = pdfStatusOf(document, revision, visibleAmounts, await currentDraftNames(eventStore, state));
    const name = `${documentIdOf(state.consignCode || id, language)}.pdf`;
    const pdfUrl =
      showsPersons && pdfStatus === PDF_STATUS.ready && document.ready
        ? await documentUrl(vault, { userId, hash: document.ready.fileHash, name, documentId }, this.now())
        : '';
    return { id, pdfStatus, pdfUrl, reason: document.reason, requestedAt: document.requested?.requestedAt ?? null };
  }
}

/** Titles of the preview (000.md 13). */
const TITLES: Record<ConsignType, Record<Language, string>> = {
  1: { zh: '原材料检测预览', en: 'raw material testing preview', es: 'vista previa de ensayos de materiales' },
  2: {
    zh: '现场检测预约预览',
    en: 'on-site testing appointment preview',
    es: 'vista previa de cita de ensayo en obra',
  },
  3: {
    zh: '交竣工检测预约预览',
    en: 'handover testing appointment preview',
    es: 'vista previa de cita de ensayo de recepción',
  },
};

type Printed = z.infer<typeof PrintConsignment>;

/** The data for the preview of consignments. */
export class GetPrintData extends Query<Printed[]> {
  constructor(
    readonly ids: readonly string[],
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetPrintData)
export class GetPrintDataHandler implements IQueryHandler<GetPrintData> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  execute({ ids, caller, language }: GetPrintData): Promise<Printed[]> {
    return Promise.all(ids.map((id) => this.loadPrintData(id, caller, language)));
  }

  private async loadPrintData(id: string, caller: Caller, language: Language): Promise<Printed> {
    const { eventStore } = this.engines;
    const printedConsignment = await findConsignment(eventStore, id, caller);
    const { samples: _, ...view } = await consignmentView(eventStore, printedConsignment, caller, language);
    const catalogue = await this.catalogues.ofUnit(printedConsignment.state.header.testUnitId);
    const samples = await Promise.all(
      printedConsignment.state.samples.map(async (sample) => ({
        ...(await sampleForCaller(eventStore, printedConsignment, sample, caller)),
        receivingRequirement: await receivingRequirement(catalogue, sample),
      })),
    );
    return {
      ...view,
      samples,
      title: TITLES[printedConsignment.state.consignType][language],
      qualificationName: view.tuqualificationName,
      isReadOnly: !isEditable(printedConsignment.state.consignStatus),
    };
  }
}

/** Empty if the laboratory's system does not respond. */
const receivingRequirement = async (
  catalogue: Catalogue,
  { testUnitSampleId, parameters }: Sample,
): Promise<string> => {
  const paramIds = parameters.map(({ tuTestParamId }) => tuTestParamId);
  const requirements = await catalogue.requirements(testUnitSampleId, paramIds).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  return printedRequirement({ requirements: requirements ?? [] }, paramIds);
};

type DocumentFile = { content: Uint8Array; name: string; mediaType: string };

/**
 * The file of a ticket, for anybody who has it. Not found if the ticket is forged or expired, if its user may no longer
 * sign in, or if the document shows something that is hidden now.
 */
export class GetDocumentFile extends Query<DocumentFile> {
  constructor(readonly ticket: string) {
    super();
  }
}

@QueryHandler(GetDocumentFile)
export class GetDocumentFileHandler implements IQueryHandler<GetDocumentFile> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ ticket: ticketText }: GetDocumentFile): Promise<DocumentFile> {
    const ticket = await readTicket(this.engines.vault, ticketText, this.now());
    const holder = ticket && (await this.users.byId(ticket.userId));
    const isValid = ticket && holder?.active && (ticket.documentId === undefined || (await this.isCurrent(ticket)));
    const file = isValid ? await this.engines.files.get(ticket.hash) : null;
    if (!ticket || !file) throw Problem.notFound();
    return { content: file.content, name: ticket.name, mediaType: ticket.mediaType ?? file.contentType };
  }

  /**
   * Whether the file is the newest document and shows no amounts that its laboratory has hidden since. Otherwise its
   * address stops working before the five minutes of the ticket are over.
   */
  private async isCurrent({ documentId = '', hash }: Ticket): Promise<boolean> {
    const { eventStore } = this.engines;
    const [{ state: document }, { state: printedState }] = await Promise.all([
      load(eventStore, pdfDocument, documentId),
      load(eventStore, consignment, consignmentOfDocument(documentId)),
    ]);
    if (printedState.phase === 'absent') return false;
    const { visibleAmounts } = await loadUnitPolicy(eventStore, printedState.header.testUnitId);
    return canOpenDocument(document, hash, visibleAmounts);
  }
}

/** Notifies a waiting console when a document is ready, so that it need not wait for its next poll (PD-002). */
@Injectable()
export class DocumentChanges {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Follows the documents of consignments that the caller may read, until `signal` aborts. */
  async follow(
    ids: readonly string[],
    caller: Caller,
    language: Language,
  ): Promise<(signal: AbortSignal) => AsyncGenerator<DocumentChange>> {
    const { eventStore } = this.engines;
    // Read before the first state, so that a change in between is reported twice rather than never.
    const from = await eventStore.lastPosition();
    await Promise.all(ids.map((id) => findConsignment(eventStore, id, caller)));
    return (signal) => this.changes(ids, language, from, signal);
  }

  private async *changes(
    ids: readonly string[],
    language: Language,
    from: Position,
    signal: AbortSignal,
  ): AsyncGenerator<DocumentChange> {
    const streams = new Set(ids.map((id) => streamName(pdfDocument, documentIdOf(id, language))));
    for (const id of ids) yield this.stateOf(id, language);
    for await (const item of this.engines.eventStore.subscribe(from, Object.keys(documentEvents), signal)) {
      if ('event' in item && streams.has(item.event.stream))
        yield this.stateOf(consignmentOfDocument(idOfStream(item.event.stream)), language);
    }
  }

  private async stateOf(id: string, language: Language): Promise<DocumentChange> {
    const { eventStore } = this.engines;
    const [{ state }, { state: printedState, head }] = await Promise.all([
      load(eventStore, pdfDocument, documentIdOf(id, language)),
      load(eventStore, consignment, id),
    ]);
    const unitId = printedState.phase === 'absent' ? null : printedState.header.testUnitId;
    const { visibleAmounts } = await loadUnitPolicy(eventStore, unitId);
    const currentNames = printedState.phase === 'absent' ? null : await currentDraftNames(eventStore, printedState);
    return { id, pdfStatus: pdfStatusOf(state, Math.max(0, head.revision), visibleAmounts, currentNames) };
  }
}

export const documentHandlers = [GeneratePdfHandler, ListDocumentsHandler, GetPrintDataHandler, GetDocumentFileHandler];
