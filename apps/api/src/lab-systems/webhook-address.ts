import { problem, RuleBroken, type RuleCode } from '#domain/rules';
import { checkAddress, OutboundRefused } from '#outbound';

/** Characters that URL parsers interpret in different ways or ignore. */
const AMBIGUOUS = /[\s\\\p{C}]/u;

/**
 * Validates and trims the address of an endpoint. Hosts in `allowedHosts` may have private addresses and use http; all
 * others must be public and use https. Each delivery checks the resolved addresses (ADR-038).
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
