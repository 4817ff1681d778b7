// Preloaded (`node --expose-gc --import`) where memory is measured: the collector runs when it is asked to, so that what
// a burst has left behind is not counted to what is held. V8 does the same by itself, when it finds the time.
process.on('SIGUSR2', () => globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
