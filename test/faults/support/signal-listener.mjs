// Preloaded into each process under test: informs the test when the process listens for SIGTERM. Before that, while its
// program is loaded, the signal ends it immediately.
const onNewListener = (event) => {
  if (event !== 'SIGTERM') return;
  process.off('newListener', onNewListener);
  process.send?.('listens for SIGTERM');
};
process.on('newListener', onNewListener);
