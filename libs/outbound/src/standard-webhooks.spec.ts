import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { verifyWithPython, type ReceivedCase } from '../../../test/webhooks/python-verifier.js';
import { signatureHeaders } from './standard-webhooks.js';

const [current, previous, foreign] = ['a', 'b', 'c'].map((letter) => `whsec_${btoa(letter.repeat(32))}`) as [
  string,
  string,
  string,
];
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const BODY = JSON.stringify({ id: 'event-1', data: { projectName: '甬台温高速公路第3合同段' } });

const signedHeaders = (at: Date, body = BODY) =>
  signatureHeaders({ id: 'event-1', at, body }, { secrets: [current, previous], privateKey });

/** What receivers must say, case by case. */
const cases = (): [verdict: string, received: ReceivedCase][] => {
  const [now, stale] = [new Date(), new Date(Date.now() - 3_600_000)];
  const headers = signedHeaders(now);
  return [
    ['accepted', { secret: current, body: BODY, headers }],
    ['accepted', { secret: previous, body: BODY, headers }],
    ['refused', { secret: foreign, body: BODY, headers }],
    ['refused', { secret: current, body: BODY.replace('event-1', 'event-2'), headers }],
    ['refused', { secret: current, body: BODY, headers: { ...headers, 'webhook-id': 'event-2' } }],
    ['refused', { secret: current, body: BODY, headers: signedHeaders(stale) }],
  ];
};

describe('A delivery signed according to Standard Webhooks', () => {
  it('is accepted by the JavaScript library with each secret, and refused if it is changed, old or of another secret', () => {
    for (const [expected, { secret, body, headers }] of cases()) {
      const verified = () => new Webhook(secret).verify(body, headers);
      if (expected === 'accepted') expect(verified()).toEqual(JSON.parse(body));
      else expect(verified).toThrow(WebhookVerificationError);
    }
  });

  it('is accepted by the Python library with each secret, and refused if it is changed, old or of another secret', () => {
    const testCases = cases();
    const verdicts = verifyWithPython(testCases.map(([, received]) => received));
    if (verdicts === null && !process.env['CI']) {
      process.stdout.write('The library for Python is absent: Python 3 with venv, or its package, could not be had.\n');
      return;
    }
    expect(verdicts).toEqual(testCases.map(([expected]) => expected));
  });

  it('can be verified with the public key of the platform alone', () => {
    const headers = signedHeaders(new Date());
    const [, signature = ''] = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? [];
    const isProven = (body: string) =>
      verify(
        null,
        Buffer.from(`event-1.${headers['webhook-timestamp']}.${body}`),
        publicKey,
        Buffer.from(signature, 'base64'),
      );
    expect([isProven(BODY), isProven(`${BODY} `)]).toEqual([true, false]);
  });
});
