import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type ConsignmentListRow,
  getConsignmentCounts,
  getEnumValues,
  getProjectList,
  getRawMateriaConsignInfoList,
  getRawMateriaConsignInfoListMobile,
  getSitePreConsignInfoList,
  listConsignments,
} from '#contract';
import { STATUSES } from '../components/status-tag.js';
import { statusNames } from './rows.js';
import { type ReceivedRequest, type StubServer, stubServer } from './stub-server.js';

/** A service whose list calls respond with `rows` as the real one does: by kind, status and contact, page by page. */
export const startListServer = (rows: () => readonly ConsignmentListRow[]): StubServer => {
  const server = stubServer();
  const matching = ({ query }: ReceivedRequest, types: readonly number[]) => {
    const statuses = (query['consignStatuses'] ?? '').split(',').filter(Boolean).map(Number);
    return rows().filter(
      (row) =>
        types.includes(row.consignType) &&
        row.sendPerson.includes(query['linkPerson'] ?? '') &&
        (statuses.length === 0 || statuses.includes(row.consignStatus)),
    );
  };
  const page = (request: ReceivedRequest, types: readonly number[]) => {
    const matches = matching(request, types);
    const skip = Number(request.query['skipCount'] ?? 0);
    return {
      items: matches.slice(skip, skip + Number(request.query['maxResultCount'] ?? 10)),
      totalCount: matches.length,
    };
  };
  const typesIn = (value: string | undefined, all: readonly number[]) => (value === undefined ? all : [Number(value)]);
  server.respondWith(getRawMateriaConsignInfoList, (request) => page(request, [1]));
  server.respondWith(getRawMateriaConsignInfoListMobile, (request) => page(request, [1]));
  server.respondWith(getSitePreConsignInfoList, (request) => page(request, typesIn(request.query['type'], [2, 3])));
  server.respondWith(listConsignments, (request) => page(request, typesIn(request.query['consignType'], [1, 2, 3])));
  server.respondWith(getConsignmentCounts, (request) => {
    const matches = matching(
      { ...request, query: { ...request.query, consignStatuses: '' } },
      typesIn(request.query['consignType'], [1, 2, 3]),
    );
    return {
      total: matches.length,
      byStatus: STATUSES.map((consignStatus) => ({
        consignStatus,
        count: matches.filter((row) => row.consignStatus === consignStatus).length,
      })),
    };
  });
  server.respondWith(getEnumValues, statusNames);
  server.respondWith(getProjectList, { items: [], totalCount: 0 });
  return server;
};

/** The current address; renders nothing. */
export const Address = ({ onChange }: { onChange(address: string): void }) => {
  const { pathname, search } = useLocation();
  useEffect(() => onChange(`${pathname}${search}`), [onChange, pathname, search]);
  return null;
};
