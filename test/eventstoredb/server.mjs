// A stand-in for EventStoreDB 23.10 where none can be had: what the official client asks of one node, answered as the real one does.
// node test/eventstoredb/server.mjs --port N [--data FOLDER]; port 0 takes a free one, without a folder the log is kept in memory.
import { parseArgs } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { appendCall } from './append-call.mjs';
import { batchAppendCall } from './batch-append-call.mjs';
import { deleteCall, tombstoneCall } from './delete-call.mjs';
import { gossipCall, supportedMethodsCall } from './discovery.mjs';
import { openLogFile } from './log-file.mjs';
import { Log } from './log.mjs';
import { metastreamOf, metadataEvent } from './metadata.mjs';
import { readCall } from './read-call.mjs';
import { Writer } from './writer.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '2113' }, data: { type: 'string' } } });

const file = openLogFile(values.data);
const log = new Log(file.frames);
const writer = new Writer(log, file);
// An empty node has written something for itself already: $all never begins with the first event of a client.
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
  // Events are kept as the bytes that are sent.
  read: {
    ...StreamsService.read,
    responseSerialize: (message) => (message instanceof Uint8Array ? message : responseSerialize(message)),
  },
};

let port = Number(values.port);
const server = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
server.addService(streamsService, {
  append: appendCall(writer),
  batchAppend: batchAppendCall(writer),
  read: readCall(writer),
  delete: deleteCall(writer),
  tombstone: tombstoneCall(writer),
});
server.addService(gossipServices.GossipService, { read: gossipCall(() => port) });
server.addService(featureServices.ServerFeaturesService, { getSupportedMethods: supportedMethodsCall });

/** Appends that are in flight are still answered. */
const stop = () => {
  server.tryShutdown(() => process.exit(0));
  setTimeout(() => process.exit(0), 300).unref();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// A test that dies takes its server along.
process.on('disconnect', () => process.exit(0));

server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
  if (error) throw error;
  port = bound;
  process.stdout.write(`listening esdb://127.0.0.1:${port}?tls=false\n`);
});
