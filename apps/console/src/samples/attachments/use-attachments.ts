import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Accessory,
  deleteAccessory,
  FOREIGN_TABLE,
  getAccessory,
  getAccessoryTypes,
  uploadAccessory,
} from '#contract';
import { attachmentState, isRawMaterial } from '#domain/consignment';
import { openActionDialog } from '../../components/action-dialog.js';
import type { UploadFile } from '../../components/file-picker.js';
import { toastSuccess } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation, newIdempotencyKey } from '../../lib/http.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { upload } from '../../lib/upload.js';
import { texts } from './texts.js';

/** However often files are requested, they are read once this long after the last request (K-006, AT-009). */
const LOAD_PAUSE_MS = 500;
/** Their addresses are valid for five minutes; they are read again before that. */
const RENEW_MS = 4 * 60_000;

/** The attachments of a consignment and of its samples, and `load` to read them again. */
export const useAttachments = (consignId: string) => {
  const queries = useQueryClient();
  const [settledId, setSettledId] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { queryKey, queryFn } = queryOptionsOf(getAccessory, {
    foreignTable: FOREIGN_TABLE,
    foreignKey: consignId,
    withSamples: 'true',
  });

  const load = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSettledId(consignId);
      void queries.invalidateQueries({ queryKey: [getAccessory.name] });
    }, LOAD_PAUSE_MS);
  }, [queries, consignId]);
  useEffect(() => {
    load();
    return () => clearTimeout(timer.current);
  }, [load]);

  const files = useQuery({
    queryKey,
    queryFn,
    enabled: settledId === consignId,
    refetchInterval: RENEW_MS,
    refetchIntervalInBackground: true,
    meta: { quiet: true },
  });
  const state = useMemo(() => attachmentState(files.data, consignId), [files.data, consignId]);
  return { files, state, load };
};

/** The kinds of files for a consignment of this kind: type 0 for raw material, 1 for any other (AT-001). */
export const useKinds = (consignType: number, testUnitId: string | null) =>
  useQuery({
    ...queryOptionsOf(getAccessoryTypes, {
      type: isRawMaterial(consignType) ? 0 : 1,
      containsIsDeleted: 'false',
      ...(testUnitId ? { testUnitId } : {}),
    }),
    meta: { quiet: true },
    staleTime: Infinity,
  });

type UseFileWritesInput = {
  consignId: string;
  /** The owner of the files: the consignment, or one of its samples (001.md A-25). */
  foreignKey: string;
  /** Reads the files again. */
  load(): void;
  /** An upload and a removal change the consignment's revision, which later writes need. */
  onChanged(): Promise<unknown>;
};

/** Adds files to a consignment or a sample and removes them again after a question (AT-006, AT-007). */
export const useFileWrites = ({ consignId, foreignKey, load, onChanged }: UseFileWritesInput) => {
  const t = useTexts(texts);
  // An upload ends long after it began, so the newest callbacks are called.
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  }, [onChanged]);
  const handleChanged = async () => {
    load();
    await latest.current();
  };
  const send: UploadFile = async (file, options, accessoryTypeID) => {
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
    await handleChanged().catch(reportFailure); // the file has arrived anyway
  };
  const remove = async ({ id, name }: Pick<Accessory, 'id' | 'name'>) => {
    const idempotencyKey = newIdempotencyKey();
    const removed = await openActionDialog({
      action: t('remove'),
      intent: 'danger',
      sentence: t('removeText', { name }),
      run: () => callOperation(deleteAccessory, { query: { id, consignId }, idempotencyKey }),
    });
    if (!removed) return;
    toastSuccess(t('removed', { name }));
    await handleChanged();
  };
  return {
    send,
    remove: (file: Pick<Accessory, 'id' | 'name'>) => void remove(file),
    /** For changes by somebody else. */ changed: () => void handleChanged().catch(reportFailure),
  };
};
