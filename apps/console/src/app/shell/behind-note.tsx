import { Time, WarningSign } from '@blueprintjs/icons';
import { useCallback, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { behind, type Behind } from '../../lib/lists-behind.js';
import { queryClient } from '../../lib/queries.js';
import { texts } from '../texts.js';

/** Of what the page in front has read; pages behind it and the frame around it do not count. */
const ofPage = (): Behind | null => {
  const said = behind.get();
  if (said.size === 0) return null;
  const reading = queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ meta }) => !meta?.frame });
  const found = new Set(reading.map(({ queryKey: [operation] }) => said.get(String(operation))));
  return found.has('setAside') ? 'setAside' : found.has('stale') ? 'stale' : null;
};

/** Whether a list of the page in front is behind. */
const useBehind = (): Behind | null => {
  const subscribe = useCallback((changed: () => void) => {
    const leave = [behind.subscribe(changed), queryClient.getQueryCache().subscribe(changed)];
    return () => leave.forEach((end) => end());
  }, []);
  return useSyncExternalStore(subscribe, ofPage);
};

/** Above a page whose list does not show everything: what is missing, and that nothing is lost. */
export const BehindNote = () => {
  const t = useTexts(texts);
  const state = useBehind();
  if (state === null) return null;
  return (
    <div className={`note behind-note ${state === 'setAside' ? 'warning' : 'info'}`} role="status">
      {state === 'setAside' ? <WarningSign size={14} /> : <Time size={14} />}
      <span>{t(state === 'setAside' ? 'listIncomplete' : 'listStale')}</span>
    </div>
  );
};
