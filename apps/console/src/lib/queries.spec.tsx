import { describe, expect, it } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from './queries.js';

/** A list on the screen, whose responses come when the test lets them. */
const observedList = (name: string) => {
  const resolvers: ((rows: string[]) => void)[] = [];
  const list = new QueryObserver<string[]>(queryClient, {
    queryKey: [name],
    queryFn: () => new Promise((resolve) => resolvers.push(resolve)),
  });
  const leave = list.subscribe(() => {});
  return { resolvers, rows: () => list.getCurrentResult().data, leave };
};

describe('a list that is read again after a write', () => {
  it('is requested again even if an earlier request is still pending', async () => {
    const { resolvers, rows, leave } = observedList('GetUsers');
    const invalidation = queryClient.invalidateQueries({ queryKey: ['GetUsers'] });
    expect(resolvers).toHaveLength(2);
    resolvers[0]?.(['before']);
    resolvers[1]?.(['after']);
    await invalidation;
    expect(rows()).toEqual(['after']);
    leave();
  });

  it('keeps waiting for its pending request if it is to be reloaded only when it is shown next', async () => {
    const { resolvers, rows, leave } = observedList('GetRoles');
    await queryClient.invalidateQueries({ queryKey: ['GetRoles'], refetchType: 'none' });
    resolvers[0]?.(['first']);
    await Promise.resolve();
    await expect(queryClient.ensureQueryData({ queryKey: ['GetRoles'], queryFn: () => [] })).resolves.toEqual([
      'first',
    ]);
    expect(resolvers).toHaveLength(1);
    expect(rows()).toEqual(['first']);
    leave();
  });
});
