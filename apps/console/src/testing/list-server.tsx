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

/** A service whose list calls answer of `rows` as the real one does: by kind, status and contact, page by page. */
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
  const page = (asked: ReceivedRequest, types: readonly number[]) => {
    const found = matching(asked, types);
    const skip = Number(asked.query['skipCount'] ?? 0);
    return { items: found.slice(skip, skip + Number(asked.query['maxResultCount'] ?? 10)), totalCount: found.length };
  };
  const typesIn = (value: string | undefined, all: readonly number[]) => (value === undefined ? all : [Number(value)]);
  server.answers(getRawMateriaConsignInfoList, (asked) => page(asked, [1]));
  server.answers(getRawMateriaConsignInfoListMobile, (asked) => page(asked, [1]));
  server.answers(getSitePreConsignInfoList, (asked) => page(asked, typesIn(asked.query['type'], [2, 3])));
  server.answers(listConsignments, (asked) => page(asked, typesIn(asked.query['consignType'], [1, 2, 3])));
  server.answers(getConsignmentCounts, (asked) => {
    const found = matching(
      { ...asked, query: { ...asked.query, consignStatuses: '' } },
      typesIn(asked.query['consignType'], [1, 2, 3]),
    );
    return {
      total: found.length,
      byStatus: STATUSES.map((consignStatus) => ({
        consignStatus,
        count: found.filter((row) => row.consignStatus === consignStatus).length,
      })),
    };
  });
  server.answers(getEnumValues, statusNames);
  server.answers(getProjectList, { items: [], totalCount: 0 });
  return server;
};

/** Where the page stands now; renders nothing. */
export const Address = ({ onChange }: { onChange(address: string): void }) => {
  const { pathname, search } = useLocation();
  useEffect(() => onChange(`${pathname}${search}`), [onChange, pathname, search]);
  return null;
};
