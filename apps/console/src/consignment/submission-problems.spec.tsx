import { describe, expect, it } from '@jest/globals';
import { getAllowedActions } from '#contract';
import '../i18n/language.js';
import { queryClient, queryOptionsOf } from '../lib/queries.js';
import { stubServer } from '../testing/stub-server.js';
import { warnBeforeSubmitting } from './submission-problems.js';

const ID = '6d5c1a0e-0000-4000-8000-000000000001';

describe('the check of allowed actions before a submission', () => {
  it('updates the result that an open form shows', async () => {
    const allowedActions = (allowed: boolean) => ({
      revision: 3,
      consignStatus: 10 as const,
      actions: [{ action: 'submit' as const, allowed, reason: null }],
    });
    const formQueryKey = [...queryOptionsOf(getAllowedActions, { id: ID }).queryKey, 3];
    queryClient.setQueryData(formQueryKey, allowedActions(false));
    stubServer().respondWith(getAllowedActions, allowedActions(true));
    expect(await warnBeforeSubmitting(ID)).toBe(false);
    expect(queryClient.getQueryData(formQueryKey)).toEqual(allowedActions(true));
  });
});
