import { Navigate, useLocation } from 'react-router-dom';
import { PRODUCT } from '#contract';
import { PUBLIC_LIST } from '../consignment/places.js';

/** What the address of an embedded page says of the page around it (CF-008). */
const OF_THE_PAGE_AROUND = [`is${PRODUCT}`, 'origin', 'unitCode', 'testUnitId', 'unitName'];

/**
 * Keeps an embedded page at addresses that can be embedded, wherever its links lead: each says what the first one said, since the
 * browser asks by the address alone whether the frame may be loaded again. What cannot be embedded leads to the list.
 */
export const EmbeddedAddress = ({ opened, isEmbeddable }: { opened: string; isEmbeddable: boolean }) => {
  const { pathname, search, hash, state } = useLocation();
  const [first, now] = [new URLSearchParams(opened), new URLSearchParams(isEmbeddable ? search : '')];
  const missing = OF_THE_PAGE_AROUND.filter((name) => first.has(name) && now.get(name) !== first.get(name));
  if (isEmbeddable && missing.length === 0) return null;
  for (const name of missing) now.set(name, first.get(name) ?? '');
  return (
    <Navigate to={`${isEmbeddable ? pathname : PUBLIC_LIST}?${now}${isEmbeddable ? hash : ''}`} state={state} replace />
  );
};
