import { describe, expect, it } from '@jest/globals';
import { consignmentEvents, type ConsignmentEvent } from '#events';
import {
  added,
  committed,
  created,
  header,
  later,
  passed,
  rejected,
  sample,
  saved,
  signatures,
  stateOf,
} from '../testing/consignment-story.js';
import { recorded } from '../testing/recorded.js';
import { historyDifference } from './history-difference.js';
import { eventFacts } from './history-facts.js';
import { answeredBy, firstSubmission, isAboutWitnesses, momentsOf } from './history.js';
import { HISTORY_LABELS, historyLabelIn, historyValueIn } from './history-words.js';

const story: ConsignmentEvent[] = [
  created(),
  added(),
  saved(),
  committed,
  signatures,
  rejected,
  { type: 'SampleSaved', data: { sample: sample({ testGroupCount: 2 }) } },
  committed,
  passed,
];
const moments = momentsOf(recorded('consignment-1', story));

describe('the history of a consignment', () => {
  it('is at each revision what folding up to it gives', () => {
    moments.forEach(({ recorded: { revision }, before, after }) => {
      expect(after).toEqual(stateOf(...story.slice(0, revision + 1)));
      expect(before).toEqual(revision === 0 ? null : moments[revision - 1]?.after);
    });
  });

  it('begins for a laboratory with the first submission', () => {
    expect(firstSubmission(moments)).toBe(3);
    expect(firstSubmission(moments.slice(0, 3))).toBeNull();
  });

  it('knows which refusal an edit answers, until it is submitted again', () => {
    expect(moments.map((moment) => answeredBy(moments, moment)?.recorded.revision ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      5,
      5,
      null,
    ]);
    const corrected = momentsOf(
      recorded('consignment-2', [
        ...story,
        later(70),
        { type: 'MailNumberSet', data: { mailOrderNumber: 'SF1' } },
        saved(),
      ]),
    );
    expect(corrected.slice(9).map((moment) => answeredBy(corrected, moment)?.recorded.revision ?? null)).toEqual([
      null,
      null,
      9,
    ]);
  });

  it('calls a save after the witnesses when it set nothing else', () => {
    const [, first, second] = momentsOf(
      recorded('consignment-3', [created(), saved(header({ ownerWitnesses: [] })), saved(header({ memo: '急' }))]),
    );
    const about = (moment: typeof first) =>
      moment?.before && isAboutWitnesses(moment, historyDifference(moment.before, moment.after));
    expect([about(first), about(second)]).toEqual([true, false]);
  });

  it('names the samples that a removal knows by id alone', () => {
    const [, , removed] = momentsOf(
      recorded('consignment-4', [created(), added(sample()), { type: 'SampleRemoved', data: { sampleIds: ['a-1'] } }]),
    );
    expect(removed?.before && eventFacts(removed.event, removed.before)).toMatchObject({ about: ['水泥'], count: 1 });
  });
});

describe('words of a history', () => {
  const value = (kind: Parameters<typeof historyValueIn>[0], text: string, language: 'zh' | 'en' | 'es' = 'zh') =>
    historyValueIn(kind, text, language, (status) => `<${status}>`);

  it('give values their units and names', () => {
    expect([
      value('groups', '2'),
      value('yuan', '1320'),
      value('yuan', '1234567.5'),
      value('sending', '2'),
      value('reportWay', '10'),
      value('yesNo', 'true'),
      value('status', '40'),
      value('localTime', '2026-12-01T09:00:00'),
    ]).toEqual(['2 组', '1,320.00 元', '1,234,567.50 元', '邮寄', '电子报告', '是', '<40>', '2026-12-01 09:00']);
    expect([value('groups', '2', 'en'), value('signed', '1', 'es'), value('yuan', ''), value('mailPay', '7')]).toEqual([
      '2',
      'firmado',
      '',
      '7',
    ]);
  });

  it('exist for every label, and facts for every event', () => {
    for (const label of HISTORY_LABELS)
      for (const language of ['zh', 'en', 'es'] as const) expect(historyLabelIn(label, language)).toMatch(/./);
    for (const type of Object.keys(consignmentEvents))
      expect(eventFacts({ type, data: undefined })).toMatchObject({ type, about: [] });
  });
});
