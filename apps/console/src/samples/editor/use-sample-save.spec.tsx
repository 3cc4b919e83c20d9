import { expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type SampleView, saveBuSampleInfo } from '#contract';
import { NO_SAVE, type SampleFormMode } from '#domain/consignment';
import '../../i18n/language.js';
import { queryClient } from '../../lib/queries.js';
import { sampleViewWith } from '../../testing/consignment.js';
import { stubServer } from '../../testing/stub-server.js';
import type { SampleFormContext } from '../selection/offer.js';
import { useSampleForm } from './use-sample-form.js';
import { useSampleSave } from './use-sample-save.js';

const savingIn = (mode: SampleFormMode, isBlocked = false) => {
  const sample: SampleView = sampleViewWith({
    isTestUnitConfirmTestParam: mode === 'editParameters',
    testReason: '进场检验',
  });
  const host: SampleFormContext = {
    consignId: sample.consignId,
    consignType: 1,
    revision: 3,
    testUnitId: null,
    qualificationName: '',
    testUnitConfig: {},
    mayLeaveToLab: false,
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(
    () =>
      useSampleSave({
        sample,
        host,
        mode,
        form: useSampleForm(sample, mode),
        isBlocked: () => isBlocked,
        onStale: () => undefined,
      }),
    { wrapper },
  ).result;
};

it('MODE-006 saving a read-only sample is skipped and returns 100, and the completion of parameters is sent', async () => {
  const server = stubServer();
  server.respondWith(saveBuSampleInfo, sampleViewWith());
  expect(await savingIn('readOnly').current.save('close')).toBe(NO_SAVE);
  expect([NO_SAVE, server.requestsTo(saveBuSampleInfo)]).toEqual([100, []]);
  expect(await savingIn('edit', true).current.save('close')).toBeNull();
  expect(server.requestsTo(saveBuSampleInfo)).toEqual([]);
  const completing = savingIn('editParameters');
  await waitFor(async () => expect(await completing.current.save('close')).toMatchObject({ id: expect.any(String) }));
  expect(server.requestsTo(saveBuSampleInfo)[0]?.body).toMatchObject({
    isTestUnitConfirmTestParam: true,
    testReason: '进场检验',
  });
});
