import { claimsOfToken, exchangeEmbeddingCode, getTokenByUnitCode, PRODUCT } from '#contract';
import { sameId } from '#domain/rules';
import { webOriginOf } from '#domain/units';
import { ApiError, callOperation } from './http.js';
import { embeddingOrigin } from './embedding-origin.js';
import { readOwnToken, storeEmbeddedToken } from './token.js';

/** The page around this one: a laboratory's system at an origin, as its testing unit (CF-008, ADR-014). */
export type Embedding = { origin: string; unitCode: string };

/** Names of the messages by which the parent page passes a code; the code opens one session, once. */
const CODE_REQUEST_MESSAGE = 'consign.embedding-code-wanted';
const CODE_MESSAGE = 'consign.embedding-code';
/** Timeout for the parent page to fetch a code from its own server. */
const TIMEOUT_MS = 15_000;

/**
 * The testing unit for which its laboratory system shows this form: isLims=1 with testUnitId and unitName (CF-008);
 * null in the console itself.
 */
export const embeddedUnit = (params: URLSearchParams): { id: string; name: string } | null => {
  const id = params.get('testUnitId');
  return params.get(`is${PRODUCT}`) === '1' && id ? { id, name: params.get('unitName') ?? '' } : null;
};

/**
 * The system that embeds this page, by the address ('' if it names none); null if the page is not embedded. The server
 * decides whether that origin may.
 */
export const embeddingOf = (params: URLSearchParams): Embedding | null =>
  window.parent !== window && params.get(`is${PRODUCT}`) === '1'
    ? { origin: webOriginOf(params.get('origin') ?? '') ?? '', unitCode: params.get('unitCode')?.trim() ?? '' }
    : null;

/**
 * Signs this page in as part of the parent page, which is asked for a code. If it gives none, a session of the
 * laboratory's own users in this browser is used; sessions of other users of the platform are never used.
 * @param previousUserId the user of this page so far; another user is refused
 * @returns the user of the page
 * @throws ApiError, NoEmbeddingCode, EmbedderUnknown, EmbeddedUserChanged
 */
export const enterEmbedding = async (embedding: Embedding, previousUserId: string | null): Promise<string> => {
  if (embedding.origin === '' || embedding.unitCode === '') throw new EmbedderUnknown();
  const token = await obtainToken(embedding);
  const userId = claimsOfToken(token)?.sub ?? '';
  if (previousUserId !== null && userId !== previousUserId) throw new EmbeddedUserChanged();
  embeddingOrigin.set(embedding.origin);
  storeEmbeddedToken(token);
  return userId;
};

const obtainToken = async (embedding: Embedding): Promise<string> => {
  try {
    return (await callOperation(exchangeEmbeddingCode, { body: { ...embedding, code: await requestCode(embedding) } }))
      .accessToken;
  } catch (error) {
    const sessionToken = error instanceof NoEmbeddingCode ? await tokenFromOwnSession(embedding) : null;
    if (sessionToken === null) throw error;
    return sessionToken;
  }
};

const tokenFromOwnSession = async (query: Embedding): Promise<string | null> => {
  const token = readOwnToken();
  if (token === null) return null;
  try {
    const { accessToken } = await callOperation(getTokenByUnitCode, { query, token });
    const claims = claimsOfToken(accessToken);
    return claims?.embeddedFor !== undefined && sameId(claims.Application_TestUnitID, claims.embeddedFor)
      ? accessToken
      : null;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
};

/** The address says that the page is embedded, but not by which origin or laboratory. */
export class EmbedderUnknown extends Error {
  override name = 'NotNamed';
}

/** Another person uses the parent page now than the one who opened this page. */
export class EmbeddedUserChanged extends Error {
  override name = 'SomebodyElse';
}

/** The parent page gave no code in time. */
export class NoEmbeddingCode extends Error {
  override name = 'NoCode';
}

/** Asks the parent page for a code. Messages from others or from another origin are ignored. */
const requestCode = ({ origin, unitCode }: Embedding): Promise<string> =>
  new Promise((resolve, reject) => {
    const onMessage = ({ source, origin: senderOrigin, data }: MessageEvent) => {
      if (source !== window.parent || senderOrigin !== origin) return;
      const { type, code } = (data ?? {}) as { type?: unknown; code?: unknown };
      if (type !== CODE_MESSAGE || typeof code !== 'string') return;
      stopListening();
      resolve(code);
    };
    const timer = setTimeout(() => {
      stopListening();
      reject(new NoEmbeddingCode());
    }, TIMEOUT_MS);
    const stopListening = () => {
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
    };
    window.addEventListener('message', onMessage);
    window.parent.postMessage({ type: CODE_REQUEST_MESSAGE, unitCode }, origin);
  });

/**
 * Tells the parent page, at its origin and nowhere else, what happened to a consignment (000 section 7, embedding).
 * Does nothing if this page is not embedded.
 */
export const notifyParentPage = (consignment: { consignId: string; consignCode: string }): void => {
  const origin = embeddingOrigin.get();
  if (origin !== null) window.parent.postMessage(consignment, origin);
};
