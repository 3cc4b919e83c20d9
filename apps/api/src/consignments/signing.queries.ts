import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getConsignSignAccessoryList, ResultOf, Signing } from '#contract';
import { signProblem } from '#domain/consignment';
import { refuseIf } from '#domain/rules';
import { feesOf, totalFee } from '#domain/sample';
import type { Engines } from '#engines';
import type { Position } from '#events';
import type { Caller } from '../auth/caller.js';
import { documentUrl } from '../print/ticket.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { expiryProblem, QrKeys } from '../qr-codes/qr-keys.js';
import { findConsignment, type ReadableConsignment } from './consignment-access.js';
import { maskedPhone } from '../auth/masked-persons.js';
import { findSigning } from './signing.commands.js';
import { visibleAmountsFor, loadUnitPolicy } from './unit-policy.js';

type SignImages = ResultOf<typeof getConsignSignAccessoryList>;

/** The drawn signatures of a consignment. */
export class GetSignImages extends Query<SignImages> {
  constructor(
    readonly consignId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** A drawn signature shows a name, so a caller who sees persons masked gets none (ADR-016). */
@QueryHandler(GetSignImages)
export class GetSignImagesHandler implements IQueryHandler<GetSignImages> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ consignId, caller }: GetSignImages): Promise<SignImages> {
    const { eventStore, vault } = this.engines;
    const { state, showsPersons } = await findConsignment(eventStore, consignId, caller);
    const drawnSignatures = state.signatures.flatMap(({ id, signType, signedAt, imageHash }) =>
      imageHash === null || !showsPersons ? [] : [{ id, signType, signedAt, hash: imageHash }],
    );
    return Promise.all(
      drawnSignatures.map(async ({ id, signType, signedAt, hash }) => ({
        id,
        signType,
        signedAt,
        url: await documentUrl(vault, { userId: caller.userId, hash, name: 'signature.png' }, this.now()),
      })),
    );
  }
}

/**
 * The consignments of a key. A phone shows them before the user signs, and the desktop reads `state` to see when it is
 * done.
 */
export class GetSigning extends Query<{ signing: Signing; position: Position | undefined }> {
  constructor(readonly key: string) {
    super();
  }
}

@QueryHandler(GetSigning)
export class GetSigningHandler implements IQueryHandler<GetSigning> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  async execute({ key }: GetSigning): Promise<{ signing: Signing; position: Position | undefined }> {
    const grant = await this.keys.readGrant(['signList'], key);
    this.keys.refuseIf(grant, expiryProblem(grant));
    const { consignments, version, isSigned } = await findSigning(this.engines.eventStore, grant);
    if (!isSigned) refuseIf(signProblem(consignments.map(({ state }) => state)));
    const [first] = consignments;
    const contact = first?.state.header.contact;
    const items = await Promise.all(consignments.map((each) => this.toListedConsignment(each, grant.holder)));
    const positions = consignments.flatMap(({ position }) => (position === null ? [] : [position])).toSorted();
    return {
      signing: {
        state: isSigned ? 'signed' : 'waiting',
        version,
        expiresAt: grant.expiresAt,
        consignUnitName: first?.state.consignUnitName ?? '',
        signer: contact?.name ?? '',
        signerPhone: maskedPhone(contact?.phone ?? ''),
        consignments: items,
      },
      position: positions.at(-1),
    };
  }

  private async toListedConsignment(
    { id, state }: ReadableConsignment,
    holder: Caller,
  ): Promise<Signing['consignments'][number]> {
    const { header, samples } = state;
    const { estimate } = visibleAmountsFor(holder, await loadUnitPolicy(this.engines.eventStore, header.testUnitId));
    const estimatedFee = estimate ? totalFee(feesOf(samples)) : null;
    const testContent = [...new Set(samples.map(({ testUnitSampleName }) => testUnitSampleName))].join('、');
    return {
      id,
      consignCode: state.consignCode,
      projectName: header.projectName,
      testContent,
      sampleCount: samples.length,
      fee: state.actFee ?? estimatedFee,
    };
  }
}

export const signingQueryHandlers = [GetSignImagesHandler, GetSigningHandler];
