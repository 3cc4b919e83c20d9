const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text as people read it: the entities that the rich text has become characters. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** A requirement's rich text as one line for the printed form: headings, pictures and tags go, list items become sentences. */
export const plainText = (html: string): string => {
  const shown = html
    .replace(/<h\d[^>]*>.*?<\/h\d>/gis, '')
    .replace(/<\/(?:li|p|div)>|<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '');
  return withoutEntities(shown).replace(/\s+/g, ' ').trim();
};
