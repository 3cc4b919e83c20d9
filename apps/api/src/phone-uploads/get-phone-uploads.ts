import { Controller, Inject } from '@nestjs/common';
import { getPhoneUploads } from '#contract';
import { ATTACHMENT_LIMIT, extensionsFor, isRawMaterial, MAX_FILE_BYTES, sameId, type ConsignmentFacts } from '#domain';
import type { Engines } from '#engines';
import { accessoryTypesFor } from '../files/attachments.queries.js';
import { withMeta } from '../http/answer.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { expiryProblem, QrKeys } from '../qr-codes/qr-keys.js';
import { requireSample } from '../samples/find-sample.js';
import { toPhoneFile } from './phone-file.js';
import { uploadClosedProblem, UPLOAD_PAGES, uploadTarget } from './upload-target.js';

/** What a phone adds files to, and what the desktop asks to learn that some have come. */
@Controller()
export class GetPhoneUploads {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  @HandlesOperation(getPhoneUploads)
  async handle(@Input() { key }: InputOf<typeof getPhoneUploads>) {
    const granted = await this.keys.open(UPLOAD_PAGES, key);
    this.keys.refuseIf(granted, expiryProblem(granted));
    const target = await uploadTarget(this.engines, granted);
    this.keys.refuseIf(granted, uploadClosedProblem(target, granted.holder));
    const {
      found: { revision, position },
      state,
      sampleId,
    } = target;
    const kinds = await accessoryTypesFor(this.engines, {
      type: isRawMaterial(state.consignType) ? 0 : 1,
      testUnitId: state.header.testUnitId,
    });
    return withMeta(
      {
        expiresAt: granted.expiresAt,
        consignCode: state.consignCode,
        projectName: state.header.projectName,
        testContent: contentOf(state, sampleId),
        kinds: kinds.filter(({ enable }) => enable).map(({ id, name, isRequire }) => ({ id, name, isRequire })),
        files: state.attachments.filter((each) => sameId(each.sampleId ?? null, sampleId ?? null)).map(toPhoneFile),
        extensions: [...extensionsFor({ sampleId })],
        maxBytes: MAX_FILE_BYTES,
        limit: ATTACHMENT_LIMIT,
      },
      { revision, position },
    );
  }
}

const contentOf = (state: ConsignmentFacts, sampleId: string | undefined): string =>
  sampleId === undefined
    ? [...new Set(state.samples.map(({ testUnitSampleName }) => testUnitSampleName))].join('、')
    : requireSample(state, sampleId).testUnitSampleName;
