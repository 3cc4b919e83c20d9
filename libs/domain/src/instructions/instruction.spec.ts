import { describe, expect, it } from '@jest/globals';
import type { Instruction } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import {
  instruction,
  instructions,
  instructionTypeOf,
  isEmptyRichText,
  kindsOf,
  type InstructionInput,
} from './instruction.js';

const guide: Instruction = { type: '0', title: '原材料预委托操作说明', content: '<h2>新建</h2><p>选择检测机构。</p>' };
const added = { type: 'InstructionAdded' as const, data: guide };
const given = specificationOf(instruction.decider);
const add = (changes: Partial<InstructionInput>) => ({
  type: 'AddInstruction' as const,
  instruction: { ...guide, ...changes },
});
const change = (changes: Partial<InstructionInput>) => ({
  type: 'ChangeInstruction' as const,
  instruction: { ...guide, ...changes },
});

describe('An operating instruction', () => {
  it('is added once, changed as a whole, and deleted', () => {
    given()
      .when(add({ title: ` ${guide.title} ` }))
      .then(added);
    given(added).when(add({})).thenRefused('RECORD_EXISTS');
    given(added)
      .when(change({ type: '1,0' }))
      .then({ type: 'InstructionChanged', data: { ...guide, type: '0,1' } });
    given(added).when({ type: 'DeleteInstruction' }).then({ type: 'InstructionDeleted', data: {} });
  });

  it('causes no event if nothing changed', () => {
    given(added)
      .when(change({ title: `${guide.title} ` }))
      .thenNothing();
  });

  it('that does not exist or was deleted can be neither changed nor deleted', () => {
    for (const events of [[], [added, { type: 'InstructionDeleted' as const, data: {} }]]) {
      given(...events)
        .when(change({}))
        .thenRefused('NO_SUCH_INSTRUCTION');
      given(...events)
        .when({ type: 'DeleteInstruction' })
        .thenRefused('NO_SUCH_INSTRUCTION');
    }
  });

  it('requires type, title and content, and reports everything that is missing', () => {
    given()
      .when(add({ type: '' }))
      .thenSays('请选择操作说明类型');
    given()
      .when(add({ type: '0,2' }))
      .thenSays('请选择操作说明类型');
    given()
      .when(add({ title: ' ' }))
      .thenSays('请输入操作说明标题');
    given()
      .when(add({ content: '<p><br>&nbsp;</p>' }))
      .thenSays('请输入操作说明内容');
    given(added)
      .when(change({ type: '', title: '', content: '' }))
      .thenRefused('INSTRUCTION_TYPE_REQUIRED', 'INSTRUCTION_TITLE_REQUIRED', 'INSTRUCTION_CONTENT_REQUIRED');
  });

  it('has a title of at most 100 characters and content of at most 100 kB', () => {
    given()
      .when(add({ title: '题'.repeat(100), content: '字'.repeat(33_333) }))
      .thenState({ type: '0' });
    given()
      .when(add({ title: '题'.repeat(101) }))
      .thenSays('内容过长，最多100个字符');
    given()
      .when(add({ content: '字'.repeat(33_334) }))
      .thenSays('操作说明内容过大，最多 100 kB');
  });
});

it('types of instructions are stored in one order, whatever the order of the request', () => {
  expect(['0', '1', '0,1', ' 1 , 0 ', '1,1', '', '2', '0,1,2', ','].map(instructionTypeOf)).toEqual([
    '0',
    '1',
    '0,1',
    '0,1',
    '1',
    null,
    null,
    null,
    null,
  ]);
  expect((['0', '1', '0,1'] as const).map(kindsOf)).toEqual([['0'], ['1'], ['0', '1']]);
});

it('rich text with only blank tags counts as empty', () => {
  expect(['', '<p></p>', '<p> <br/></p><hr>', '<p>&nbsp;\u200b</p>'].map(isEmptyRichText)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    [
      'a',
      '<p>&lt;</p>',
      '<ul><li>。</li></ul>',
      '<img src="/RichTextImages/0b5f0a4e-2d9a-4c1b-8a57-3f5a1f0c9d11.png" alt="">',
    ].map(isEmptyRichText),
  ).toEqual([false, false, false, false]);
});

describe('The list of instructions', () => {
  const [first, second] = [
    { userId: 'u-1', role: 'admin', unitId: null },
    { userId: 'u-2', role: 'admin', unitId: null },
  ];
  const [wasAdded, wasChanged] = [
    toRecordedEvents('instruction-i-1', [added], first),
    toRecordedEvents(
      'instruction-i-1',
      [added, { type: 'InstructionChanged', data: { ...guide, type: '0,1' } }],
      second,
    ).slice(1),
  ];

  it('OI-001 shows who wrote an instruction and who changed it last', () => {
    const rows = projectRows(instructions, [...wasAdded, ...wasChanged]);
    expect(projectRows(instructions, wasAdded).get('i-1')).toMatchObject({
      creatorId: 'u-1',
      lastModifierId: 'u-1',
      creationTime: '2026-03-01T08:00:00.000Z',
      lastModificationTime: '2026-03-01T08:00:00.000Z',
    });
    const row = rows.get('i-1');
    expect(row).toEqual({
      ...guide,
      type: '0,1',
      id: 'i-1',
      revision: 1,
      creatorId: 'u-1',
      creationTime: '2026-03-01T08:00:00.000Z',
      lastModifierId: 'u-2',
      lastModificationTime: '2026-03-01T08:01:00.000Z',
    });
    expect(
      row && [
        instructions.view.search?.(row),
        instructions.view.columns['forRawMaterial']?.of(row),
        instructions.view.columns['forOnSite']?.of(row),
      ],
    ).toEqual([guide.title, 1, 1]);
    expectIdempotentOnRedelivery(instructions, [...wasAdded, ...wasChanged]);
  });

  it('omits a deleted instruction, also after a redelivery of events', () => {
    const deleted = toRecordedEvents('instruction-i-1', [added, added, { type: 'InstructionDeleted', data: {} }]).slice(
      2,
    );
    const otherInstruction = toRecordedEvents('instruction-i-2', [added]);
    expect([
      ...projectRows(instructions, [...wasAdded, ...otherInstruction, ...wasChanged, ...deleted]).keys(),
    ]).toEqual(['i-2']);
    expectIdempotentOnRedelivery(instructions, [...wasAdded, ...otherInstruction, ...wasChanged, ...deleted]);
  });
});
