/** A unit's description as text to edit: paragraphs become lines. Tags of the stored HTML are left out. */
export const introductionText = (html: string): string => {
  const body = new DOMParser().parseFromString(
    html.replace(/<\/(p|li|h\d|div|blockquote)>|<br\s*\/?>/gi, '$&\n'),
    'text/html',
  ).body;
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
};

/** Text as the HTML that is stored: one paragraph a line. */
export const introductionHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('');
