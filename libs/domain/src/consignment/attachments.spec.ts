import { describe, it } from '@jest/globals';
import type { Attachment, ConsignmentEvent } from '#events';
import { specificationOf } from '#harness/domain/specification';
import { added, attachment, created, historyTo, people, sample } from '#harness/domain/consignment-story';
import { consignment } from './consignment.js';

const given = specificationOf(consignment.decider);
const by = people.client;
const add = (file: Attachment, replaces = false) =>
  ({ type: 'AddAttachment', by, attachment: file, replaces }) as const;
const remove = (attachmentId: string) => ({ type: 'RemoveAttachment', by, attachmentId }) as const;
const attached = (file: Attachment = attachment()): ConsignmentEvent => ({
  type: 'AttachmentAdded',
  data: { attachment: file },
});
const removed = (attachmentId: string): ConsignmentEvent => ({ type: 'AttachmentRemoved', data: { attachmentId } });
const ten = Array.from({ length: 10 }, (_, n) => attached(attachment({ id: `f-${n}`, name: `${n}.jpg` })));

describe('Attachments', () => {
  it('are added and removed', () => {
    given(created())
      .when(add(attachment()))
      .thenState({ attachments: [attachment()] });
    given(created(), attached()).when(remove('F-1')).then(removed('f-1'));
    given(created(), attached(), attached(attachment({ id: 'f-2' })))
      .when(remove('f-1'))
      .thenState({ attachments: [{ id: 'f-2' }] });
    given(created(), attached(), removed('f-1')).when(remove('f-1')).thenRefused('NO_SUCH_ATTACHMENT');
  });

  it('of a sample, also of the own sample of a raw material, may have more file types and are removed with the sample', () => {
    const { buSampleInfoRefSampleInfo: _rows, materialSamples: _own, ...own } = sample({ id: 'own-1' });
    const mix = added(sample({ id: 'a-1', materialSamples: [own] }));
    const of = (sampleId: string) => attachment({ id: `f-${sampleId}`, name: '照片.png', sampleId });
    given(created(), mix)
      .when(add(of('a-1')))
      .then(attached(of('a-1')));
    given(created(), mix)
      .when(add(of('own-1')))
      .then(attached(of('own-1')));
    given(created(), mix)
      .when(add(of('elsewhere')))
      .thenRefused('NO_SUCH_SAMPLE');
    given(created(), mix)
      .when(add(attachment({ name: '照片.png' })))
      .thenRefused('FILE_TYPE_UNSUPPORTED');
    given(created(), mix, attached(of('a-1')), attached(of('own-1')), attached(), {
      type: 'SampleRemoved',
      data: { sampleIds: ['a-1'] },
    })
      .when(remove('f-1'))
      .thenState({ attachments: [] });
  });

  it('are limited to ten of each type', () => {
    given(created(), ...ten)
      .when(add(attachment({ id: 'f-11' })))
      .thenSays('当前限制选择 10 个文件，本次选择了 1 个文件，共选择了 11 个文件');
    given(created(), ...ten)
      .when(add(attachment({ id: 'f-11', accessoryTypeID: 'photos' })))
      .then(attached(attachment({ id: 'f-11', accessoryTypeID: 'photos' })));
  });

  it('are limited to a hundred of all types together, also for a new type', () => {
    const hundred = Array.from({ length: 100 }, (_, n) =>
      attached(attachment({ id: `f-${n}`, name: `${n}.jpg`, accessoryTypeID: `type-${n % 50}` })),
    );
    const additional = attachment({ id: 'f-100', hash: 'b'.repeat(64), accessoryTypeID: 'made-up' });
    given(created(), ...hundred)
      .when(add(additional))
      .thenSays('一份委托最多上传 100 个附件，请先删除不需要的附件');
    given(created(), ...hundred)
      .when(add({ ...additional, name: '7.jpg', accessoryTypeID: 'type-7' }, true))
      .then(removed('f-7'), attached({ ...additional, name: '7.jpg', accessoryTypeID: 'type-7' }));
    given(created(), ...hundred.slice(1))
      .when(add(additional))
      .then(attached(additional));
  });

  it('replace the earlier one of the same type and name if requested, and are otherwise added', () => {
    const newer = attachment({ id: 'f-2', hash: 'b'.repeat(64) });
    given(created(), attached()).when(add(newer, true)).then(removed('f-1'), attached(newer));
    given(created(), attached()).when(add(newer)).then(attached(newer));
    given(created(), attached())
      .when(add({ ...newer, name: '另一张.jpg' }, true))
      .then(attached({ ...newer, name: '另一张.jpg' }));
    given(created(), attached())
      .when(add({ ...newer, accessoryTypeID: 'photos' }, true))
      .then(attached({ ...newer, accessoryTypeID: 'photos' }));
    given(created(), ...ten)
      .when(add({ ...newer, name: '3.jpg' }, true))
      .then(removed('f-3'), attached({ ...newer, name: '3.jpg' }));
  });

  it('that are added again unchanged cause no event', () => {
    given(created(), attached())
      .when(add(attachment({ id: 'f-2' }), true))
      .thenNothing();
  });

  it('that are read-only cannot be removed or replaced', () => {
    const fixed = attachment({ readonly: true });
    given(created(), attached(fixed)).when(remove('f-1')).thenRefused('ATTACHMENT_READONLY');
    given(created(), attached(fixed))
      .when(add(attachment({ id: 'f-2', hash: 'b'.repeat(64) }), true))
      .thenRefused('ATTACHMENT_READONLY');
  });

  it('are refused if their file type, size or name is not allowed', () => {
    given(created())
      .when(add(attachment({ name: 'a.exe' })))
      .thenRefused('FILE_TYPE_UNSUPPORTED');
    given(created())
      .when(add(attachment({ name: 'a.png' })))
      .thenRefused('FILE_TYPE_UNSUPPORTED');
    given(created())
      .when(add(attachment({ size: 10_485_761 })))
      .thenRefused('FILE_TOO_LARGE');
    given(created())
      .when(add(attachment({ name: '../a.jpg' })))
      .thenRefused('FILE_NAME_INVALID');
  });

  it('cannot be changed after the submission, by another unit or by a laboratory', () => {
    given(...historyTo[20], attached())
      .when(remove('f-1'))
      .thenSays('待审核，不能修改附件');
    given(created())
      .when({ ...add(attachment()), by: people.otherClient })
      .thenRefused('NOT_YOURS');
    given(created())
      .when({ ...add(attachment()), by: people.lab })
      .thenRefused('ROLE_NOT_ALLOWED');
  });
});
