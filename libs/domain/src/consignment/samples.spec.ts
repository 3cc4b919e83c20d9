import { describe, it } from '@jest/globals';
import { specificationOf } from '#harness/domain/specification';
import {
  added,
  completedByLab,
  created,
  header,
  historyTo,
  parameter,
  people,
  sample,
  saved,
  settings,
} from '#harness/domain/consignment-story';
import type { ConsignmentCommand } from './commands.js';
import { consignment } from './consignment.js';

const given = specificationOf(consignment.decider);
const by = people.client;
const add = (id: string, unit = settings) =>
  ({ type: 'AddSample', by, sample: sample({ id }), settings: unit }) as const;
const single = { ...settings, isConsignSingleSample: true };

describe('Samples', () => {
  it('are added, copied with a new id, and removed', () => {
    given(created(), added())
      .when(add('a-2'))
      .thenState({ samples: [{ id: 'a-1' }, { id: 'a-2' }] });
    given(created(), added(sample({ memo: 'm' })))
      .when({ type: 'CopySample', by, sampleId: 'a-1', newSampleId: 'a-2', settings })
      .then(added(sample({ id: 'a-2', memo: 'm' })));
    given(created(), added(), added(sample({ id: 'a-2' })))
      .when({ type: 'RemoveSamples', by, sampleIds: ['a-1', 'a-1'] })
      .then({ type: 'SampleRemoved', data: { sampleIds: ['a-1'] } });
    given(created(), added(), added(sample({ id: 'a-2' })))
      .when({ type: 'RemoveSamples', by, sampleIds: ['a-1'] })
      .thenState({ samples: [{ id: 'a-2' }] });
  });

  it('CL-002 store their parameters with the chosen standards, also as test items', () => {
    const standard = {
      baBaseStandardId: 'st-1',
      baseStandardName: '通用硅酸盐水泥',
      baseStandardCode: 'GB 175-2023',
      baseStandardClauseCode: '7.1',
      baseStandardType: 3 as const,
      limsUniqueKey: '',
      isDefault: true,
      executeDate: null,
      expireDate: null,
    };
    const pricedSample = sample({
      parameters: [
        { ...parameter, standards: [{ ...standard, useType: '1' }] },
        { ...parameter, tuTestParamId: 'x-2', standards: [{ ...standard, useType: '2' }] },
      ],
    });
    for (const consignType of [1, 2] as const) {
      given(created({ consignType }), added())
        .when({ type: 'SaveSample', by, sample: pricedSample })
        .thenState({ samples: [pricedSample] });
    }
  });

  it('that are saved unchanged cause no event', () => {
    given(created(), added()).when({ type: 'SaveSample', by, sample: completedByLab }).thenNothing();
    given(created(), added())
      .when({ type: 'SaveSample', by, sample: { ...completedByLab, memo: 'x' } })
      .then({ type: 'SampleSaved', data: { sample: { ...completedByLab, memo: 'x' } } });
  });

  it('require a testing unit, then a qualification', () => {
    given(created({ header: header({ testUnitId: null, tuqualificationName: '' }) }))
      .when(add('a-1'))
      .thenSays('请选择检测机构！');
    given(created({ header: header({ tuqualificationName: '' }) }))
      .when(add('a-1'))
      .thenSays('请选择资质类型！');
  });

  it('CL-035 are limited to one, added or copied, if the testing unit accepts only one', () => {
    const refused = '您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！';
    given(created(), added()).when(add('a-2', single)).thenSays(refused);
    given(created(), added())
      .when({ type: 'CopySample', by, sampleId: 'a-1', newSampleId: 'a-2', settings: single })
      .thenSays(refused);
    given(created())
      .when(add('a-1', single))
      .thenState({ samples: [{ id: 'a-1' }] });
    given(created(), added())
      .when(add('a-2'))
      .thenState({ samples: [{ id: 'a-1' }, { id: 'a-2' }] });
  });

  it('are limited to 100', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => added(sample({ id: `n-${index}` })));
    given(created(), ...hundred)
      .when(add('a-2'))
      .thenSays('一个委托最多100个样品');
    given(created(), ...hundred.slice(1))
      .when(add('a-2'))
      .then(added(sample({ id: 'a-2' })));
  });

  it('must exist to be copied, saved or removed, and must be new to be added', () => {
    given(created(), added())
      .when({ type: 'CopySample', by, sampleId: 'nowhere', newSampleId: 'a-2', settings })
      .thenRefused('NO_SUCH_SAMPLE');
    given(created(), added())
      .when({ type: 'RemoveSamples', by, sampleIds: ['a-1', 'nowhere'] })
      .thenRefused('NO_SUCH_SAMPLE');
    given(created(), added()).when({ type: 'RemoveSamples', by, sampleIds: [] }).thenRefused('NO_SAMPLE_TO_REMOVE');
    given(created(), added())
      .when({ type: 'SaveSample', by, sample: sample({ id: 'nowhere' }) })
      .thenRefused('NO_SUCH_SAMPLE');
    given(created())
      .when({ type: 'CopySample', by, sampleId: 'a-1', newSampleId: 'a-2', settings })
      .thenSays('请选择要复制的样品');
    given(created(), added()).when(add('a-1')).thenRefused('ALREADY_EXISTS');
  });

  it('left to the laboratory require a reason, and their texts are limited in length', () => {
    given(created())
      .when({ ...add('a-1'), sample: sample({ isTestUnitConfirmTestParam: true, testReason: ' ' }) })
      .thenRefused('TEST_REASON_REQUIRED');
    given(created())
      .when({ ...add('a-1'), sample: sample({ memo: 'x'.repeat(1001) }) })
      .thenRefused('TEXT_TOO_LONG');
  });
});

describe('The laboratory', () => {
  const uncompleted = sample({
    isTestUnitConfirmTestParam: true,
    testReason: '进场',
    parameters: [],
    testParamFee: '0.00',
  });
  const history = [created(), added(uncompleted), added(sample({ id: 'a-2' })), saved(), ...historyTo[20].slice(3)];
  const complete = {
    type: 'SaveSample' as const,
    by: people.lab,
    sample: {
      ...uncompleted,
      parameters: [parameter],
      testParamFee: '100.00',
      memo: 'not theirs',
      testUnitSampleName: '砂',
    },
  } satisfies ConsignmentCommand;

  it('completes only the parameters left to it, at status 20', () => {
    given(...history)
      .when(complete)
      .then({
        type: 'SampleSaved',
        data: { sample: { ...uncompleted, parameters: [parameter], testParamFee: '100.00' } },
      });
    given(...history)
      .when({ ...complete, by: people.client })
      .thenRefused('NOT_IN_THIS_STATUS');
    given(...history)
      .when({ ...complete, by: people.otherLab })
      .thenRefused('NOT_YOURS');
  });

  it('cannot change a sample that was not left to it, nor any sample at another status', () => {
    given(...history)
      .when({ ...complete, sample: sample({ id: 'a-2', parameters: [] }) })
      .thenRefused('NOTHING_LEFT_TO_THE_LABORATORY');
    given(...historyTo[30])
      .when({ ...complete, sample: { ...completedByLab, parameters: [] } })
      .thenRefused('NOT_IN_THIS_STATUS');
  });
});
