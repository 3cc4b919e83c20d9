import { useEffect, useRef } from 'react';
import { type Accessory, deleteAccessory, FOREIGN_TABLE, uploadAccessory } from '#contract';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import type { Send } from '../../components/use-transfers.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import { upload } from '../../lib/upload.js';
import { texts } from './texts.js';

type Given = {
  consignId: string;
  /** What the files belong to: the consignment, or one of its samples (001.md A-25). */
  foreignKey: string;
  /** Reads the files again. */
  load(): void;
  /** An upload and a removal move the consignment's revision: whoever writes on it follows here. */
  onChanged(): Promise<unknown>;
};

/** Adding files to a consignment or a sample and removing them again, which asks first (AT-006, AT-007). */
export const useFileWrites = ({ consignId, foreignKey, load, onChanged }: Given) => {
  const t = useTexts(texts);
  // An upload ends long after it began: what follows it is what stands here then.
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  }, [onChanged]);
  const changed = async () => {
    load();
    await latest.current();
  };
  const send: Send = async (file, options, accessoryTypeID) => {
    await upload(uploadAccessory, file, {
      ...options,
      fields: {
        foreignKey,
        foreignTable: FOREIGN_TABLE,
        accessoryType: consignId,
        ...(accessoryTypeID ? { accessoryTypeID } : {}),
        isReplace: 'true',
      },
    });
    await changed().catch(reportFailure); // the file has arrived all the same
  };
  const remove = async ({ id, name }: Pick<Accessory, 'id' | 'name'>) => {
    const idempotencyKey = newIdempotencyKey();
    const removed = await askAction({
      verb: t('remove'),
      intent: 'danger',
      sentence: t('removeText', { name }),
      run: () => call(deleteAccessory, { query: { id, consignId }, idempotencyKey }),
    });
    if (!removed) return;
    succeed(t('removed', { name }));
    await changed();
  };
  return {
    send,
    remove: (file: Pick<Accessory, 'id' | 'name'>) => void remove(file),
    /** Somebody else has: read and followed all the same. */ changed: () => void changed().catch(reportFailure),
  };
};
