import { describe, expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalJson, nameBasedId } from './canonical-json.js';
import { v5 } from 'uuid';

describe('canonical JSON', () => {
  it('follows RFC 8785 for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => canonicalJson(value) === canonicalize(value)),
      { numRuns: 500 },
    );
  });

  it('follows RFC 8785 where implementations differ', () => {
    const edgeCases = {
      10: 'a',
      9: 'b',
      é: 1e21,
      e: -0,
      '\u20ac': 1e-7,
      '\ud83d\ude00': '\\ud83d',
      absent: undefined,
      list: [undefined, { z: 1, a: { 2: [], 10: {} } }],
      toJSON: 'text',
      text: '\u2028"\n',
    };
    expect(canonicalJson(edgeCases)).toBe(canonicalize(edgeCases));
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"b":1}');
  });

  it('rejects values that JSON cannot represent', () => {
    const circular: { self?: unknown } = {};
    circular.self = [circular];
    for (const value of [undefined, Number.NaN, { a: [Infinity] }, 1n, { f: () => 1 }, { text: '\ud800' }, circular])
      expect(() => canonicalJson(value)).toThrow();
  });
});

describe('a name-based id', () => {
  it('is a UUID of version 5 as defined by RFC 9562', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uuid(),
        (name, namespace) => nameBasedId(name, namespace) === v5(name, namespace),
      ),
    );
  });

  it('rejects a namespace that is not a UUID', () => {
    expect(() => nameBasedId('a', 'no uuid')).toThrow(TypeError);
  });
});
