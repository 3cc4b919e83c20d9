import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { getBusinessParam, getUnitDetail } from '#contract';
import '../../i18n/language.js';
import { errorLog, currentFailure } from '../../lib/failures.js';
import { UNIT_ID, unitRow } from '../../testing/consignment.js';
import { client, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { useUnitConfig } from './unit-lists.js';

const RECOMMENDED = 'USING_RECOMMENDED_PARAMETER_STANDARD';
let server: StubServer;
beforeEach(() => {
  server = stubServer();
});
afterEach(cleanup);

const ConfigProbe = ({ stored }: { stored: boolean }) => (
  <output>{JSON.stringify(useUnitConfig(UNIT_ID, { [RECOMMENDED]: stored, IsConsignHidePrice: true }))}</output>
);
const show = (isIntegrated: boolean, stored: boolean) => {
  server.respondWith(getUnitDetail, { ...unitRow(), inroduce: '', regTime: '', isIntegrated, unitCode: 'ABC_01_x' });
  renderConsole(<ConfigProbe stored={stored} />, { user: client });
};
const setRecommended = (recommended: boolean) =>
  waitFor(() =>
    expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual({
      [RECOMMENDED]: recommended,
      IsConsignHidePrice: true,
    }),
  );

describe('the setting for recommended standards of a unit', () => {
  it('EM-005 is read from the unit’s laboratory system', async () => {
    server.respondWith(getBusinessParam, { [RECOMMENDED]: 'Y' });
    show(true, false);
    await setRecommended(true);
    expect(server.requestsTo(getBusinessParam)[0]).toMatchObject({
      query: { keys: RECOMMENDED },
      headers: { 'Unit-Code': 'ABC' },
    });
  });

  it('AERR-009 is off when the laboratory system cannot be read; no alert is shown and the error is logged', async () => {
    server.refuse(getBusinessParam, { status: 500, message: '读取失败' });
    show(true, true);
    await waitFor(() => expect(errorLog.get().map(({ message }) => message)).toContain('读取失败'));
    await setRecommended(false);
    expect(currentFailure.get()).toBeNull();
  });

  it('is the stored value if the unit has no laboratory system', async () => {
    show(false, true);
    await setRecommended(true);
    await waitFor(() => expect(server.requestsTo(getUnitDetail)).toHaveLength(1));
    expect(server.requestsTo(getBusinessParam)).toEqual([]);
  });
});
