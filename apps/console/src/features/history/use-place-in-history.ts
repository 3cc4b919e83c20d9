import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What a revision is compared with: the one before it, the newest, or one of its own. */
export type Against = 'previous' | 'now' | number;

const revisionIn = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null);

/** Where in the history somebody stands: the address says it all, so it is the permalink. `revision` null is the newest. */
export const usePlaceInHistory = (): {
  revision: number | null;
  against: Against;
  go(revision: number): void;
  compare(against: Against): void;
} => {
  const [params, setParams] = useSearchParams();
  const revision = revisionIn(params.get('revision'));
  const given = params.get('against');
  const against: Against = given === 'now' ? 'now' : (revisionIn(given) ?? 'previous');
  /** A step is no place to go back to, or "back" would walk the whole life of a consignment. */
  const put = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === null) after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return useMemo(
    () => ({
      revision,
      against,
      go: (to: number) => put('revision', String(to)),
      compare: (to: Against) => put('against', to === 'previous' ? null : String(to)),
    }),
    [revision, against, put],
  );
};

/** Address of a revision for somebody else, whatever is shown here now. */
export const permalink = (revision: number, against: Against): string => {
  const address = new URL(location.href);
  address.searchParams.set('revision', String(revision));
  if (against === 'previous') address.searchParams.delete('against');
  else address.searchParams.set('against', String(against));
  return address.href;
};
