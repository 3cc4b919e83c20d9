import { Inject, Injectable } from '@nestjs/common';
import { extensionOf, fileProblem, IMAGE_PIXELS, imageProblem, mediaTypeOf, type FileExtension } from '#domain/files';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import { ScannerUnavailable, type Engines, type FileScanner, type ScanResult } from '#engines';
import { Problem } from '../http/problem.js';
import { ENGINES, LOGGER, SCANNER, type Log } from '../injection-tokens.js';
import type { UploadedContent } from '../http/upload-input.js';
import { matchesExtension } from './file-content.js';
import { imageSizeOf, type ImageSize } from './image-size.js';
import type { StoredFile } from './file-tickets.js';
import { isHarmfulArchive, exceedsUnpackedLimit } from './archives.js';

/** The only way to store uploaded files: they are checked, scanned and then stored. */
@Injectable()
export class FileStore {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(SCANNER) private readonly scanner: FileScanner,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * Checks, scans and stores a file.
   * @throws RuleBroken with the problem of fileProblem, FILE_CONTENT_DIFFERS if the bytes do not match the extension,
   * FILE_UNPACKS_BADLY for a harmful archive, IMAGE_TOO_MANY_PIXELS for a picture larger than `pixels`, FILE_INFECTED;
   * Problem 503 while the scanner is unavailable
   */
  async store(
    { name, content }: UploadedContent,
    extensions: readonly FileExtension[],
    pixels?: Pixels,
  ): Promise<StoredFile> {
    refuseIf(fileProblem({ name, size: content.byteLength }, extensions));
    const extension = extensions.find((allowed) => allowed === extensionOf(name));
    refuseIf(
      extension && (await matchesExtension(extension, content))
        ? null
        : problem('FILE_CONTENT_DIFFERS', { name }, 'file'),
    );
    refuseIf(
      extension && ((await isHarmfulArchive(extension, content)) || (await exceedsUnpackedLimit(extension, content)))
        ? problem('FILE_UNPACKS_BADLY', { name }, 'file')
        : null,
    );
    if (pixels) sizeWithin({ name, content }, pixels);
    return this.scanAndPut({ name, content });
  }

  /**
   * Stores a picture for rich text and returns it with the size from its header.
   * @throws RuleBroken with the problem of imageProblem, FILE_CONTENT_DIFFERS, IMAGE_TOO_MANY_PIXELS, FILE_INFECTED;
   * Problem 503 as `store`
   */
  async storeImage({ name, content }: UploadedContent): Promise<StoredFile & ImageSize> {
    refuseIf(imageProblem({ name, size: content.byteLength }));
    const size = sizeWithin({ name, content }, IMAGE_PIXELS);
    return { ...(await this.scanAndPut({ name, content })), ...size };
  }

  private async scanAndPut({ name, content }: UploadedContent): Promise<StoredFile> {
    const scanResult = await this.scan(content);
    if (!scanResult.isClean)
      this.log.warn({ finding: scanResult.finding, scanner: this.scanner.name }, 'a file was refused by the scanner');
    refuseIf(scanResult.isClean ? null : problem('FILE_INFECTED', { name }, 'file'));
    const mediaType = mediaTypeOf(name);
    return { ...(await this.engines.files.put(content, { contentType: mediaType, name })), name, mediaType };
  }

  private async scan(content: Buffer): Promise<ScanResult> {
    try {
      return await this.scanner.scan(content);
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.log.error({ err: error }, 'the scanner of uploaded files is not available');
      throw Problem.scannerAway();
    }
  }
}

type Pixels = { side: number; area: number };

/** A few bytes can decode to a picture that fills the memory, so the size in its header is limited. */
const sizeWithin = ({ name, content }: UploadedContent, { side, area }: Pixels): ImageSize => {
  const size = imageSizeOf(extensionOf(name), content);
  if (!size) throw new RuleBroken(problem('FILE_CONTENT_DIFFERS', { name }, 'file'));
  refuseIf(
    Math.max(size.width, size.height) > side || size.width * size.height > area
      ? problem('IMAGE_TOO_MANY_PIXELS', { ...size, side, area }, 'file')
      : null,
  );
  return size;
};
