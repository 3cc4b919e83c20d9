import { decode, idOfStream, type RichTextImage, type RichTextImageEvent, richTextImageEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { problem, type Problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { extensionOf, fileNameProblem } from './file-rules.js';

export type RichTextImageCommand = { type: 'UploadImage'; image: RichTextImage } | { type: 'DeleteImage' };

/**
 * richTextImage-<id>; the state is null before the upload and after the deletion. @throws RuleBroken RECORD_EXISTS,
 * NO_SUCH_FILE (FI-001, FI-004)
 */
export const richTextImage: Aggregate<typeof richTextImageEvents, RichTextImageCommand, RichTextImage | null> = {
  category: 'richTextImage',
  events: richTextImageEvents,
  decider: {
    initialState: null,
    decide(command, state): RichTextImageEvent[] {
      if (command.type === 'UploadImage') {
        refuseIf(state && problem('RECORD_EXISTS'));
        return [{ type: 'RichTextImageUploaded', data: command.image }];
      }
      if (!state) throw new RuleBroken(problem('NO_SUCH_FILE'));
      return [{ type: 'RichTextImageDeleted', data: {} }];
    },
    evolve: (_state, event) => (event.type === 'RichTextImageUploaded' ? event.data : null),
  },
};

/**
 * A picture that is not deleted, whether or not a text shows it. An empty `unitId` is the platform, which has a quota
 * like a unit.
 */
export type RichTextImageRow = { id: string; unitId: string; size: number };

/** The pictures of rich text by unit, for the sum of their sizes. */
export const richTextImages: Projection<RichTextImageRow> = {
  name: 'richTextImages',
  version: 1,
  types: Object.keys(richTextImageEvents),
  idsOf: ({ stream }) => [idOfStream(stream)],
  project(_row, event, id) {
    const { type, data } = decode(richTextImageEvents, event);
    return type === 'RichTextImageUploaded' ? { id, unitId: data.unitId ?? '', size: data.size } : null;
  },
  view: {
    columns: { unitId: { type: 'text', of: (row) => row.unitId }, size: { type: 'integer', of: (row) => row.size } },
    search: null,
    indexes: [['unitId', 'size']],
  },
};

/** Pictures of rich text (002 section 9): their types, and a size below 100 MB (102400 KB). */
export const IMAGE_EXTENSIONS = ['.png', '.jpg', '.ico'] as const;
export const MAX_IMAGE_BYTES = 102_400 * 1024 - 1;
/**
 * The maximum size of a picture in pixels. A picture of some kilobytes can need gigabytes of memory when a browser
 * decodes it.
 */
export const IMAGE_PIXELS = { side: 16_384, area: 50_000_000 } as const;

/**
 * The quota of a unit or of the platform for pictures, and the days after which a picture that no text shows is
 * deleted.
 */
export const IMAGE_QUOTA_BYTES = 1024 ** 3;
export const UNUSED_IMAGE_DAYS = 7;

/** The only directory for uploaded pictures (FI-001). Their addresses begin with it. */
export const IMAGE_DIRECTORY = 'RichTextImages';

const ADDRESS = new RegExp(`/${IMAGE_DIRECTORY}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.(?:png|jpg|ico)`, 'g');

/**
 * The address of a picture, relative to that of the api. It is the src in rich text, and the picture is deleted by it
 * (FI-004).
 */
export const imagePathOf = (id: string, name: string): string => `/${IMAGE_DIRECTORY}/${id}${extensionOf(name)}`;

/** The id in the address of a picture; null for any other text, including one that only contains an address. */
export const imageIdOf = (path: string): string | null => {
  const [match] = path.matchAll(ADDRESS);
  return match?.[0] === path ? (match[1] ?? null) : null;
};

/** The distinct addresses of uploaded pictures in rich text. */
export const imageAddressesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(ADDRESS)].map(([address]) => address)),
];

/** The distinct ids of uploaded pictures in rich text. */
export const imagesIn = (html: string): string[] => [...new Set([...html.matchAll(ADDRESS)].map(([, id]) => id ?? ''))];

/**
 * The problem of a picture before its content is read, with the texts of 002 section 2; null if there is none (FI-016).
 */
export const imageProblem = ({ name, size }: { name: string; size: number }): Problem | null => {
  const misnamed = fileNameProblem(name);
  if (misnamed) return misnamed;
  if (!IMAGE_EXTENSIONS.some((allowed) => allowed === extensionOf(name)))
    return problem('IMAGE_TYPE_UNSUPPORTED', {}, 'file');
  if (size > MAX_IMAGE_BYTES) return problem('IMAGE_TOO_LARGE', {}, 'file');
  return size === 0 ? problem('FILE_EMPTY', { name }, 'file') : null;
};
