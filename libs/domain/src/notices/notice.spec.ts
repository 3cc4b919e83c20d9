import { describe, expect, it } from '@jest/globals';
import type { Notice, NoticeEvent } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { notice, notices } from './notice.js';

const holiday: Notice = {
  noticeNo: 'GG20260301-0001',
  title: '放假',
  content: '<p>三天</p>',
  noticeType: 0,
  testUnitId: null,
  testUnitName: '',
};
const drafted: NoticeEvent = { type: 'NoticeDrafted', data: holiday };
const noticeSent = { type: 'NoticeSent' as const, data: { sendTime: '2026-03-01T08:00:00.000Z' } };
const given = specificationOf(notice.decider);

describe('a notice', () => {
  it('is drafted, sent once, withdrawn with an optional reason and sent again', () => {
    given()
      .when({ type: 'DraftNotice', notice: { ...holiday, title: ' 放假 ' } })
      .then(drafted);
    given(drafted).when({ type: 'SendNotice', at: noticeSent.data.sendTime }).then(noticeSent);
    given(drafted, noticeSent).when({ type: 'SendNotice', at: '2026-03-02T08:00:00.000Z' }).thenNothing();
    given(drafted, noticeSent)
      .when({ type: 'WithdrawNotice', reason: ' ' })
      .then({ type: 'NoticeWithdrawn', data: { reason: '' } });
    given(drafted).when({ type: 'WithdrawNotice', reason: '有误' }).thenNothing();
    given(drafted, noticeSent, { type: 'NoticeWithdrawn', data: { reason: '有误' } })
      .when({ type: 'SendNotice', at: noticeSent.data.sendTime })
      .then(noticeSent);
    given(drafted, { type: 'NoticeDeleted', data: {} })
      .when({ type: 'DeleteNotice', reason: '' })
      .thenRefused('NO_SUCH_NOTICE');
  });

  it('keeps its number and owner when it is changed, and reports everything that is missing or too long', () => {
    given(drafted)
      .when({ type: 'ChangeNotice', notice: { title: '放假两天', content: '<p>两天</p>', noticeType: 1 } })
      .then({ type: 'NoticeChanged', data: { ...holiday, title: '放假两天', content: '<p>两天</p>', noticeType: 1 } });
    given()
      .when({ type: 'DraftNotice', notice: { ...holiday, title: '', content: '<p> </p>' } })
      .thenRefused('NOTICE_TITLE_REQUIRED', 'NOTICE_CONTENT_REQUIRED');
    given()
      .when({
        type: 'DraftNotice',
        notice: { ...holiday, title: '长'.repeat(101), content: `<p>${'字'.repeat(17_000)}</p>` },
      })
      .thenRefused('TEXT_TOO_LONG', 'NOTICE_TOO_LARGE');
  });

  it('is listed with its sending time, and without one after it was withdrawn', () => {
    const history = toRecordedEvents('notice-n-1', [drafted, noticeSent]);
    expect(projectRows(notices, history).get('n-1')).toMatchObject({
      ...holiday,
      revision: 1,
      sendTime: noticeSent.data.sendTime,
    });
    const back = toRecordedEvents('notice-n-1', [
      drafted,
      noticeSent,
      { type: 'NoticeWithdrawn', data: { reason: '有误' } },
    ]);
    expect(projectRows(notices, back).get('n-1')).toMatchObject({ sendTime: '', revision: 2 });
    expectIdempotentOnRedelivery(notices, back);
  });
});
