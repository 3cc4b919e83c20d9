import { Controller, Inject } from '@nestjs/common';
import { getUnitLogo, uploadUnitLogo } from '#contract';
import {
  consigningUnit,
  consigningUnitProfileOf,
  extensionOf,
  load,
  mediaTypeOf,
  problem,
  refuseIf,
  RuleBroken,
  testingUnit,
  testingUnitProfileOf,
  UNIT_LIMITS,
  type CommandContext,
  type FileExtension,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { FileStore } from '../files/file-store.js';
import { Received, type ReceivedOf } from '../files/received.js';
import { sentAs } from '../files/sent-as.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { ownOnly } from './own-unit.js';

const LOGO_EXTENSIONS: readonly FileExtension[] = ['.png', '.jpg', '.jpeg'];

@Controller()
export class UnitLogo {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly files: FileStore,
  ) {}

  /** The picture is judged by its content and stored before the event that names it. */
  @Handles(uploadUnitLogo)
  async upload(
    @Received() { unitType, unitId, file }: ReceivedOf<typeof uploadUnitLogo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    ownOnly(caller, unitId);
    refuseIf(
      file.content.byteLength > UNIT_LIMITS.logoKb * 1024
        ? problem('LOGO_TOO_LARGE', { max: UNIT_LIMITS.logoKb }, 'file')
        : null,
    );
    const { hash, name } = await this.files.store(file, LOGO_EXTENSIONS, UNIT_LIMITS.logoPixels);
    const logoPath = `/api/v1/unit-logos/${unitId}/${hash}${extensionOf(name)}`;
    const { revision, position } = await (unitType === 1
      ? this.decisions.decide(
          testingUnit,
          unitId,
          async (unit) => ({
            type: 'ChangeTestingUnit' as const,
            unit: { ...testingUnitProfileOf(there(unit)), logoPath },
          }),
          context,
        )
      : this.decisions.decide(
          consigningUnit,
          unitId,
          async (unit) => ({
            type: 'ChangeConsigningUnit' as const,
            unit: { ...consigningUnitProfileOf(there(unit)), logoPath },
          }),
          context,
        ));
    return answer({ logoPath, revision }, { revision, position });
  }

  @Handles(getUnitLogo)
  async show(@Input() { unitId, file }: InputOf<typeof getUnitLogo>) {
    const { eventStore, files } = this.engines;
    const [testing, consigning] = await Promise.all([
      load(eventStore, testingUnit, unitId),
      load(eventStore, consigningUnit, unitId),
    ]);
    if ((testing.state ?? consigning.state)?.logoPath !== `/api/v1/unit-logos/${unitId}/${file}`)
      throw Problem.notFound();
    const stored = await files.get(file.slice(0, 64));
    if (!stored) throw Problem.notFound();
    return sentAs({ content: stored.content, name: file, mediaType: mediaTypeOf(file) });
  }
}

const there = <Unit>(unit: Unit | null): Unit => {
  if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  return unit;
};
