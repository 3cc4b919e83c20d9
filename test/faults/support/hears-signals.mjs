// Preloaded into each process under test: informs the test when the process listens for SIGTERM. Before that, while its
// program is loaded, the signal ends it immediately.
const tell = (event) => {
  if (event !== 'SIGTERM') return;
  process.off('newListener', tell);
  process.send?.('hears SIGTERM');
};
process.on('newListener', tell);
