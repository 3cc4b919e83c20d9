import { problem, RuleBroken, type RuleCode } from '#domain/rules';
import { checkAddress, OutboundRefused } from '#outbound';

/** Characters that parsers of addresses read in different ways, or leave out. */
const AMBIGUOUS = /[\s\\\p{C}]/u;

/**
 * The address of an endpoint as it is kept. Hosts in `allowedHosts` may stand in the own network and do without TLS;
 * all others must be public and https. What the name resolves to is checked by every delivery (ADR-038).
 * @throws RuleBroken WEBHOOK_URL_INVALID, WEBHOOK_URL_HTTPS, WEBHOOK_URL_NOT_PUBLIC, WEBHOOK_URL_CREDENTIALS
 */
export const webhookAddress = (address: string, allowedHosts: readonly string[]): string => {
  const url = address.trim();
  if (AMBIGUOUS.test(url)) throw refusal('WEBHOOK_URL_INVALID');
  try {
    checkAddress(url, { allowedHosts, requireHttps: true });
    return url;
  } catch (error) {
    throw error instanceof OutboundRefused ? refusal(CODES[error.reason]) : error;
  }
};

const CODES: Record<OutboundRefused['reason'], RuleCode> = {
  'not-a-url': 'WEBHOOK_URL_INVALID',
  scheme: 'WEBHOOK_URL_HTTPS',
  credentials: 'WEBHOOK_URL_CREDENTIALS',
  'https-required': 'WEBHOOK_URL_HTTPS',
  'not-public': 'WEBHOOK_URL_NOT_PUBLIC',
};

const refusal = (code: RuleCode): RuleBroken => new RuleBroken(problem(code, {}, 'url'));
