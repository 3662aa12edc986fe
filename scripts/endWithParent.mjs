/**
 * npm runs a script through a shell, and a shell that is told to end leaves its child behind. So the child looks after
 * whoever started it, and ends as if it had been told so itself.
 */
export function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
