// A stand-in for one node of EventStoreDB 23.10 or 24.10 or KurrentDB 26.0, for machines without a real server. It
// implements the calls of the official client.
//
// node test/eventstoredb/server.mjs --port N [--data FOLDER] [--secure JSON] [--delay MS] [--line 23.10|24.10|26.0]
//
// Port 0 selects a free port. Without --data the log is in memory. --delay simulates a network. --secure contains the
// paths of certificate, key and ca, and the users; see start-server.d.mts.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { access, openToAll } from './access.mjs';
import { appendCall } from './append-call.mjs';
import { batchAppendCall } from './batch-append-call.mjs';
import { deleteCall, tombstoneCall } from './delete-call.mjs';
import { gossipCall, supportedMethodsCall } from './discovery.mjs';
import { openLogFile } from './log-file.mjs';
import { Log } from './log.mjs';
import { metastreamOf, metadataEvent } from './metadata.mjs';
import { LINES } from './lines.mjs';
import { kindOfRead, Network } from './network.mjs';
import { readCall } from './read-call.mjs';
import { Writer } from './writer.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '2113' },
    data: { type: 'string' },
    secure: { type: 'string' },
    delay: { type: 'string', default: '0' },
    line: { type: 'string', default: '23.10' },
  },
});
const secure = values.secure === undefined ? undefined : JSON.parse(values.secure);

const file = openLogFile(values.data);
const log = new Log(file.frames);
const writer = new Writer(log, file, LINES[values.line]);
// A new node has already written system events: $all never begins with an event of a client.
if (log.records.length === 0) {
  await writer.append({
    stream: metastreamOf('$scavenges'),
    expected: 'no_stream',
    proposals: [metadataEvent({ $maxAge: 2_592_000 })],
  });
}

const { StreamsService } = streamServices;
const { responseSerialize } = StreamsService.read;
const streamsService = {
  ...StreamsService,
  // Events are stored in serialized form.
  read: {
    ...StreamsService.read,
    responseSerialize: (message) => (message instanceof Uint8Array ? message : responseSerialize(message)),
  },
};

let users = secure?.users ?? [];
process.on('message', (message) => {
  if (message === 'calls') return process.send({ calls: network.calls });
  users = message.users;
  process.send('changed');
});
const rights = secure ? access(log, () => users) : openToAll;

const network = new Network(Number(values.delay));
let port = Number(values.port);
const server = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
server.addService(streamsService, {
  append: network.wrap(() => 'append', appendCall(writer, rights)),
  batchAppend: batchAppendCall(writer, rights),
  read: network.wrap(kindOfRead, readCall(writer, rights)),
  delete: deleteCall(writer, rights),
  tombstone: tombstoneCall(writer, rights),
});
server.addService(gossipServices.GossipService, { read: gossipCall(() => port) });
server.addService(featureServices.ServerFeaturesService, { getSupportedMethods: supportedMethodsCall });

/** Lets appends in flight finish. */
const stop = () => {
  server.tryShutdown(() => process.exit(0));
  setTimeout(() => process.exit(0), 300).unref();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The server ends with the process of its test.
process.on('disconnect', () => process.exit(0));

const credentials = secure
  ? ServerCredentials.createSsl(
      readFileSync(secure.ca),
      [{ private_key: readFileSync(secure.key), cert_chain: readFileSync(secure.certificate) }],
      true,
    )
  : ServerCredentials.createInsecure();
// A client certificate is optional, because users may sign in by password.
if (secure) credentials._getConstructorOptions().rejectUnauthorized = false;
server.bindAsync(`127.0.0.1:${port}`, credentials, (error, boundPort) => {
  if (error) throw error;
  port = boundPort;
  process.stdout.write(`listening esdb://127.0.0.1:${port}${secure ? '' : '?tls=false'}\n`);
});
