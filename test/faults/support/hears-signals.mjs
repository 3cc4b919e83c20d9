// Preloaded into each process under test: tells the test once the process has begun to listen for SIGTERM. Before that,
// which is while its program is loaded, Node ends it by the signal.
const tell = (event) => {
  if (event !== 'SIGTERM') return;
  process.off('newListener', tell);
  process.send?.('hears SIGTERM');
};
process.on('newListener', tell);
