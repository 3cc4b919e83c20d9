import { describe, expect, it } from '@jest/globals';
import {
  imageIdOf,
  imagePathOf,
  imageProblem,
  imagesIn,
  MAX_IMAGE_BYTES,
  richTextImage,
  richTextImages,
} from './images.js';
import { imageUses } from './image-uses.js';
import { cement } from '#harness/domain/catalogue-story';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';

const [first, second] = ['0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d11', '0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d12'];
const showing = (...ids: string[]) => ids.map((id) => `<img src="${imagePathOf(id, 'a.PNG')}">`).join('');
const guide = (content: string) => ({ type: '0', title: '取样', content });

describe('pictures of rich text', () => {
  it('are identified only by their exact address', () => {
    expect(imageIdOf(imagePathOf(first, '图.PNG'))).toBe(first);
    for (const path of [
      `x${imagePathOf(first, 'a.png')}`,
      `${imagePathOf(first, 'a.png')}x`,
      '/RichTextImages/a.png',
      '',
    ])
      expect(imageIdOf(path)).toBeNull();
    expect(imagesIn(`<p>一</p>${showing(first, second, first)}`)).toEqual([first, second]);
  });

  it('AK-008 are png, jpg or ico files below 102400 KB', () => {
    expect(MAX_IMAGE_BYTES).toBe(102_400 * 1024 - 1);
    const codeOf = (name: string, size: number) => imageProblem({ name, size })?.code ?? null;
    expect(['a.png', 'b.JPG', 'c.ico', 'd.gif', 'e.jpeg', 'f.svg'].map((name) => codeOf(name, 1))).toEqual([
      null,
      null,
      null,
      'IMAGE_TYPE_UNSUPPORTED',
      'IMAGE_TYPE_UNSUPPORTED',
      'IMAGE_TYPE_UNSUPPORTED',
    ]);
    expect([codeOf('a.png', 0), codeOf('a.png', MAX_IMAGE_BYTES), codeOf('a.png', MAX_IMAGE_BYTES + 1)]).toEqual([
      'FILE_EMPTY',
      null,
      'IMAGE_TOO_LARGE',
    ]);
  });

  it('are uploaded once and deleted once', () => {
    const image = {
      name: 'a.png',
      size: 1,
      mediaType: 'image/png',
      hash: 'f'.repeat(64),
      width: 1,
      height: 1,
      unitId: null,
    };
    const uploaded = { type: 'RichTextImageUploaded' as const, data: image };
    const given = specificationOf(richTextImage.decider);
    given().when({ type: 'UploadImage', image }).then(uploaded);
    given(uploaded).when({ type: 'UploadImage', image }).thenRefused('RECORD_EXISTS');
    given(uploaded).when({ type: 'DeleteImage' }).then({ type: 'RichTextImageDeleted', data: {} });
    given(uploaded, { type: 'RichTextImageDeleted', data: {} })
      .when({ type: 'DeleteImage' })
      .thenRefused('NO_SUCH_FILE');
  });

  it('are counted for their unit or the platform until they are deleted', () => {
    const image = (unitId: string | null, size: number) => ({
      name: 'a.png',
      size,
      mediaType: 'image/png',
      hash: 'f'.repeat(64),
      width: 1,
      height: 1,
      unitId,
    });
    const history = [
      ...toRecordedEvents('richTextImage-1', [{ type: 'RichTextImageUploaded', data: image('t-1', 5) }]),
      ...toRecordedEvents('richTextImage-2', [{ type: 'RichTextImageUploaded', data: image(null, 7) }]),
      ...toRecordedEvents('richTextImage-3', [
        { type: 'RichTextImageUploaded', data: image('t-1', 9) },
        { type: 'RichTextImageDeleted', data: {} },
      ]),
    ];
    expect([...projectRows(richTextImages, history).values()]).toEqual([
      { id: '1', unitId: 't-1', size: 5 },
      { id: '2', unitId: '', size: 7 },
    ]);
    expectIdempotentOnRedelivery(richTextImages, history);
  });

  it('are in use while the last saved version of a text shows them', () => {
    const history = [
      ...toRecordedEvents('instruction-1', [
        { type: 'InstructionAdded', data: guide(showing(first, second)) },
        { type: 'InstructionChanged', data: guide(showing(second)) },
      ]),
      ...toRecordedEvents('instruction-2', [
        { type: 'InstructionAdded', data: guide(showing(first)) },
        { type: 'InstructionDeleted', data: {} },
      ]),
      ...toRecordedEvents('instruction-3', [
        { type: 'InstructionAdded', data: guide(showing(first)) },
        { type: 'InstructionChanged', data: guide('<p>文字</p>') },
      ]),
    ];
    expect(Object.fromEntries(projectRows(imageUses, history))).toEqual({
      'instruction-1': { id: 'instruction-1', imageIds: [second] },
    });
    expectIdempotentOnRedelivery(imageUses, history);
  });

  it('are in use while a catalogue sample shows them in a requirement or example, also one that its unit has withdrawn', () => {
    const whose = { testUnitId: 't-1', sampleId: 's-1' };
    const requiring = {
      ...cement,
      requirements: [{ id: 'r-1', paramIds: [], defaultSampleDescription: showing(first), orderNum: 1 }],
    };
    const both = { ...requiring, examples: [{ name: '正面', image: imagePathOf(second, 'b.png') }] };
    const history = [
      ...toRecordedEvents('catalogueSample-1', [{ type: 'SampleListed', data: { sample: both } }]),
      ...toRecordedEvents('catalogueSample-2', [
        { type: 'SampleListed', data: { sample: both } },
        { type: 'SampleWithdrawn', data: { reason: '并入' } },
      ]),
      ...toRecordedEvents('unitSample-1', [
        { type: 'UnitSampleKept', data: { ...whose, sample: both } },
        { type: 'UnitSampleKept', data: { ...whose, sample: requiring } },
        { type: 'UnitSampleWithdrawn', data: { ...whose, reason: '停用' } },
      ]),
      ...toRecordedEvents('unitSample-2', [
        { type: 'UnitSampleKept', data: { ...whose, sample: both } },
        { type: 'UnitSampleReset', data: { ...whose, reason: '恢复' } },
      ]),
    ];
    expect([...projectRows(imageUses, history).values()]).toEqual([
      { id: 'catalogueSample-1', imageIds: [first, second] },
      { id: 'unitSample-1', imageIds: [first] },
    ]);
    expectIdempotentOnRedelivery(imageUses, history);
  });
});
