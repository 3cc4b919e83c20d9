import { expect, it } from '@jest/globals';
import { sanitizeRequirementCell, sanitizeLabRequirement, sanitizeRequirement } from './clean-requirement.js';

const storedImage = '<img src="data:image/svg+xml,%3Csvg a=\'1\'/%3E&amp;" />';
const newImage = '<img src="data:image/png;base64,AAAA" />';
const uploaded = '<img src="/RichTextImages/00000000-0000-4000-8000-000000000001.png" />';

it('a requirement keeps uploaded pictures and those that it already contained; other new ones are removed', () => {
  expect(sanitizeRequirement(`<p>一</p>${newImage}${uploaded}${storedImage}`, `<p>旧</p>${storedImage}`)).toBe(
    `<p>一</p>${uploaded}${storedImage}`,
  );
  expect(sanitizeRequirement(storedImage.replace('1', '2'), storedImage)).toBe('');
  expect(sanitizeRequirementCell(`${newImage}${uploaded}<img src="https://elsewhere.example/p.png">`)).toBe(
    `${newImage}${uploaded}`,
  );
});

it('a requirement from a laboratory’s system keeps its embedded pictures, and references to uploaded ones are removed', () => {
  expect(sanitizeLabRequirement(`<p>一</p>${newImage}${uploaded}`)).toBe(`<p>一</p>${newImage}`);
});
