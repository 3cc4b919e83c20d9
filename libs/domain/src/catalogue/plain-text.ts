const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const LIMIT = 120;

/** A requirement's rich text as one line for the printed form: headings, pictures and tags go, list items become sentences. */
export const plainText = (html: string): string => {
  const text = html
    .replace(/<h\d[^>]*>.*?<\/h\d>/gis, '')
    .replace(/<\/(?:li|p|div)>|<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text];
  return characters.length > LIMIT ? `${characters.slice(0, LIMIT - 1).join('')}…` : text;
};
