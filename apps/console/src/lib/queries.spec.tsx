import { describe, expect, it } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from './queries.js';

/** A list on the screen, whose responses come when the test lets them. */
const observedList = (name: string) => {
  const answers: ((rows: string[]) => void)[] = [];
  const list = new QueryObserver<string[]>(queryClient, {
    queryKey: [name],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const leave = list.subscribe(() => {});
  return { answers, rows: () => list.getCurrentResult().data, leave };
};

describe('a list that is read again after a write', () => {
  it('is requested again even if an earlier request is still pending', async () => {
    const { answers, rows, leave } = observedList('GetUsers');
    const read = queryClient.invalidateQueries({ queryKey: ['GetUsers'] });
    expect(answers).toHaveLength(2);
    answers[0]?.(['before']);
    answers[1]?.(['after']);
    await read;
    expect(rows()).toEqual(['after']);
    leave();
  });

  it('keeps waiting for its pending request if it is to be reloaded only when it is shown next', async () => {
    const { answers, rows, leave } = observedList('GetRoles');
    await queryClient.invalidateQueries({ queryKey: ['GetRoles'], refetchType: 'none' });
    answers[0]?.(['first']);
    await Promise.resolve();
    await expect(queryClient.ensureQueryData({ queryKey: ['GetRoles'], queryFn: () => [] })).resolves.toEqual([
      'first',
    ]);
    expect(answers).toHaveLength(1);
    expect(rows()).toEqual(['first']);
    leave();
  });
});
