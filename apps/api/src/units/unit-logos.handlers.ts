import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getUnitLogo, uploadUnitLogo, type ResultOf } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { extensionOf, mediaTypeOf, type FileExtension } from '#domain/files';
import { problem, refuseIf } from '#domain/rules';
import {
  consigningUnit,
  consigningUnitProfileOf,
  existingUnit,
  testingUnit,
  testingUnitProfileOf,
  UNIT_LIMITS,
} from '#domain/units';
import type { Engines } from '#engines';
import { UNIT_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { FileStore } from '../files/file-store.js';
import type { UploadInputOf } from '../http/upload-input.js';
import { fileResponse } from '../files/file-response.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { requireUnitAccess } from './unit-access.js';

const LOGO_EXTENSIONS: readonly FileExtension[] = ['.png', '.jpg', '.jpeg'];

/** Uploads a logo. The picture is checked and stored before the event that refers to it. */
export class UploadUnitLogo extends Command<OperationReturn<ResultOf<typeof uploadUnitLogo>>> {
  constructor(
    readonly input: UploadInputOf<typeof uploadUnitLogo>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadUnitLogo)
export class UploadUnitLogoHandler implements ICommandHandler<UploadUnitLogo> {
  constructor(
    private readonly decisions: Decisions,
    private readonly files: FileStore,
  ) {}

  async execute({ input: { unitType, unitId, file }, caller, context }: UploadUnitLogo) {
    requireUnitAccess(caller, unitId);
    refuseIf(
      file.content.byteLength > UNIT_LIMITS.logoKb * 1024
        ? problem('LOGO_TOO_LARGE', { max: UNIT_LIMITS.logoKb }, 'file')
        : null,
    );
    const { hash, name } = await this.files.store(file, LOGO_EXTENSIONS, UNIT_LIMITS.logoPixels);
    const logoPath = `/api/v1/unit-logos/${unitId}/${hash}${extensionOf(name)}`;
    const { revision, position } = await (unitType === UNIT_TYPE.laboratory
      ? this.decisions.decide(
          testingUnit,
          unitId,
          async (unit) => ({
            type: 'ChangeTestingUnit' as const,
            unit: { ...testingUnitProfileOf(existingUnit(unit)), logoPath },
          }),
          context,
        )
      : this.decisions.decide(
          consigningUnit,
          unitId,
          async (unit) => ({
            type: 'ChangeConsigningUnit' as const,
            unit: { ...consigningUnitProfileOf(existingUnit(unit)), logoPath },
          }),
          context,
        ));
    return withMeta({ logoPath, revision }, { revision, position });
  }
}

export class ShowUnitLogo extends Query<OperationReturn<ResultOf<typeof getUnitLogo>>> {
  constructor(readonly input: InputOf<typeof getUnitLogo>) {
    super();
  }
}

@QueryHandler(ShowUnitLogo)
export class ShowUnitLogoHandler implements IQueryHandler<ShowUnitLogo> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { unitId, file } }: ShowUnitLogo) {
    const { eventStore, files } = this.engines;
    const [testing, consigning] = await Promise.all([
      load(eventStore, testingUnit, unitId),
      load(eventStore, consigningUnit, unitId),
    ]);
    if ((testing.state ?? consigning.state)?.logoPath !== `/api/v1/unit-logos/${unitId}/${file}`)
      throw Problem.notFound();
    const stored = await files.get(file.slice(0, 64));
    if (!stored) throw Problem.notFound();
    return fileResponse({ content: stored.content, name: file, mediaType: mediaTypeOf(file) });
  }
}

export const unitLogoHandlers = [UploadUnitLogoHandler, ShowUnitLogoHandler];
