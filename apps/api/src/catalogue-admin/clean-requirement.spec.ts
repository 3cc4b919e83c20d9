import { expect, it } from '@jest/globals';
import { sanitizeRequirementCell, sanitizeLabRequirement, sanitizeRequirement } from './clean-requirement.js';

const old = '<img src="data:image/svg+xml,%3Csvg a=\'1\'/%3E&amp;" />';
const fresh = '<img src="data:image/png;base64,AAAA" />';
const uploaded = '<img src="/RichTextImages/00000000-0000-4000-8000-000000000001.png" />';

it('a requirement keeps uploaded pictures and those that it already contained; other new ones are removed', () => {
  expect(sanitizeRequirement(`<p>一</p>${fresh}${uploaded}${old}`, `<p>旧</p>${old}`)).toBe(
    `<p>一</p>${uploaded}${old}`,
  );
  expect(sanitizeRequirement(old.replace('1', '2'), old)).toBe('');
  expect(sanitizeRequirementCell(`${fresh}${uploaded}<img src="https://elsewhere.example/p.png">`)).toBe(
    `${fresh}${uploaded}`,
  );
});

it('a requirement from a laboratory’s system keeps its embedded pictures, and references to uploaded ones are removed', () => {
  expect(sanitizeLabRequirement(`<p>一</p>${fresh}${uploaded}`)).toBe(`<p>一</p>${fresh}`);
});
