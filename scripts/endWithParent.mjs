/**
 * npm runs scripts through a shell, and a terminated shell does not terminate its child. So this process watches its
 * parent and sends itself SIGTERM when the parent has ended.
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
