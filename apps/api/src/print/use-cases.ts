import type { Type } from '@nestjs/common';
import { ExportConsignments } from './export-consignments.js';
import { GeneratePdf } from './generate-pdf.js';
import { GetDocumentChanges } from './get-document-changes.js';
import { GetDocumentFile } from './get-document-file.js';
import { GetExportFile } from './get-export-file.js';
import { GetPrintData } from './get-print-data.js';
import { GetPrintList } from './get-print-list.js';

export const printUseCases: Type[] = [
  GetPrintList,
  GeneratePdf,
  GetPrintData,
  GetDocumentChanges,
  GetDocumentFile,
  ExportConsignments,
  GetExportFile,
];
