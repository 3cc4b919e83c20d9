// Calls that a client makes when it connects: the members of the cluster and the supported methods.
import { randomUUID } from 'node:crypto';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const { SupportedMethod, SupportedMethods } = features;
const { ClusterInfo, EndPoint, MemberInfo } = gossip;

const VERSION = '23.10.6';

const METHODS = [
  ['event_store.client.streams.streams', 'read', ['position', 'events']],
  ['event_store.client.streams.streams', 'append', []],
  ['event_store.client.streams.streams', 'delete', []],
  ['event_store.client.streams.streams', 'tombstone', []],
  ['event_store.client.streams.streams', 'batchappend', ['deadline_duration']],
  ['event_store.client.gossip.gossip', 'read', []],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods', []],
];

/** ServerFeatures/GetSupportedMethods */
export const supportedMethodsCall = (_call, callback) => {
  const supported = new SupportedMethods();
  supported.setEventStoreServerVersion(VERSION);
  for (const [service, name, list] of METHODS) {
    const method = new SupportedMethod();
    method.setServiceName(service);
    method.setMethodName(name);
    method.setFeaturesList(list);
    supported.addMethods(method);
  }
  callback(null, supported);
};

/**
 * Gossip/Read: a cluster of one.
 * @param {() => number} port
 */
export const gossipCall = (port) => {
  const id = new shared.UUID();
  id.setString(randomUUID());
  return (_call, callback) => {
    const endPoint = new EndPoint();
    endPoint.setAddress('127.0.0.1');
    endPoint.setPort(port());
    const member = new MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp(`${Date.now()}0000`);
    member.setState(MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(endPoint);
    const cluster = new ClusterInfo();
    cluster.addMembers(member);
    callback(null, cluster);
  };
};
