import { connect, createServer, type Socket } from 'node:net';

/**
 * A balancer in front of several processes: each connection goes to the next process that accepts it. Only
 * the requests that a killed process was answering fail.
 */
export async function startBalancer(ports: readonly number[]) {
  let next = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client)).on('error', () => {});
    const tryPort = (attempt: number) => {
      if (attempt === ports.length) return client.destroy();
      const target = connect(ports[next++ % ports.length]!, '127.0.0.1');
      target.once('error', () => tryPort(attempt + 1));
      target.once('connect', () => {
        target.removeAllListeners('error');
        target.on('error', () => client.destroy()).on('close', () => client.destroy());
        client.on('close', () => target.destroy());
        client.pipe(target).pipe(client);
      });
    };
    tryPort(0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    stop() {
      for (const client of open) client.destroy();
      server.close();
    },
  };
}
