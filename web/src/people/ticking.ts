// Runs in a worker: browsers slow the timers of pages in the background down to one a minute, but not
// those of workers.

const INTERVAL = 2000; // milliseconds

setInterval(() => postMessage(null), INTERVAL);
