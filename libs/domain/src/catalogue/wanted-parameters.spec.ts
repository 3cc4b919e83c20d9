import { expect, it } from '@jest/globals';
import type { WantedParameterEvent } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { parameterDemand, wantedParameters } from './wanted-parameters.js';

const wish = {
  testUnitId: 'u-1',
  sampleId: 's-1',
  sampleName: '水泥',
  paramId: 'p-1',
  paramName: '水化热',
  qualification: '',
  consignUnit: '皖江路桥',
};
const click = (consignUnit: string): WantedParameterEvent => ({
  type: 'UnofferedParameterClicked',
  data: { ...wish, consignUnit },
});

it('each click on a parameter that is not offered is recorded', () =>
  specificationOf(parameterDemand.decider)(click('皖江路桥')).when({ type: 'Want', wish }).then(click('皖江路桥')));

it('clicks on a wanted parameter are counted once, with the unit of the last click, also after a redelivery of events', () => {
  const history = toRecordedEvents('wantedParameter-w-1', [click('皖江路桥'), click('华东建工'), click('华东建工')]);
  expect(projectRows(wantedParameters, history).get('w-1')).toMatchObject({
    ...wish,
    consignUnit: '华东建工',
    clicks: 3,
    firstAt: history[0]?.metadata.at,
    lastAt: history[2]?.metadata.at,
  });
  expectIdempotentOnRedelivery(wantedParameters, history);
});
