import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** A minimal Socket.IO server for the bench: rooms and acknowledged publishes, nothing stored. */
const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  socket.on('join', (channels: string[], done: () => void) => {
    void socket.join(channels);
    done();
  });
  socket.on('publish', (channel: string, message: unknown, done: () => void) => {
    io.to(channel).emit('message', message);
    done();
  });
});
http.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('ready\n'));
process.on('SIGTERM', () => process.exit(0));
