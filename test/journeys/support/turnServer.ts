import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const INTEGRITY_BYTES = 24;
const REALM = 'test';
const LIFETIME_SECONDS = 600;
const method = { allocate: 0x003, refresh: 0x004, permission: 0x008, channelBind: 0x009 } as const;
const type = { send: 0x016, data: 0x017, success: 0x100, error: 0x110 } as const;
const attribute = {
  username: 0x06,
  integrity: 0x08,
  errorCode: 0x09,
  channel: 0x0c,
  lifetime: 0x0d,
  peer: 0x12,
  data: 0x13,
  realm: 0x14,
  nonce: 0x15,
  relayed: 0x16,
  mapped: 0x20,
} as const;

interface Address {
  address: string;
  port: number;
}
interface Message {
  type: number;
  transaction: Buffer;
  attributes: Map<number, Buffer>;
  /** Where the attribute MESSAGE-INTEGRITY starts. */
  integrityAt: number;
}
interface Allocation {
  socket: Socket;
  channels: Map<number, Address>;
}

const keyOf = ({ address, port }: Address) => `${address}:${port}`;

/**
 * A TURN server for one machine (RFC 5766, UDP and IPv4), with coturn's credentials that expire
 * (`use-auth-secret`). While it is paused, it drops everything, like a network that is down. The npm packages
 * for this are no longer maintained.
 */
export async function startTurnServer(secret: string) {
  const socket = createSocket('udp4');
  const nonce = randomBytes(8).toString('hex');
  const allocations = new Map<string, Allocation>();
  let isPaused = false;
  let relayedBytes = 0;

  /** The key of the credentials; null when they have expired or are missing. */
  function keyFor({ attributes }: Message): Buffer | null {
    const username = attributes.get(attribute.username)?.toString();
    if (!username || Number(username.split(':')[0]) * 1_000 < Date.now()) return null;
    const password = createHmac('sha1', secret).update(username).digest('base64');
    return createHash('md5').update(`${username}:${REALM}:${password}`).digest();
  }

  function onRequest(bytes: Buffer, request: Message, client: RemoteInfo) {
    const answer = (kind: number, attributes: [number, Buffer][], key: Buffer | null = null) =>
      socket.send(encode(request.type | kind, request.transaction, attributes, key), client.port);
    const key = keyFor(request);
    const integrity = request.attributes.get(attribute.integrity);
    if (!key || !integrity?.equals(integrityOf(bytes.subarray(0, request.integrityAt), key)))
      return answer(type.error, [
        [attribute.errorCode, Buffer.from('\0\0\x04\x01Unauthorized')],
        [attribute.realm, Buffer.from(REALM)],
        [attribute.nonce, Buffer.from(nonce)],
      ]);
    const lifetime: [number, Buffer] = [attribute.lifetime, uint32(LIFETIME_SECONDS)];
    const allocation = allocations.get(keyOf(client));
    if (request.type === method.allocate)
      return allocate(client, (relayed) =>
        answer(
          type.success,
          [[attribute.relayed, xored(relayed)], [attribute.mapped, xored(client)], lifetime],
          key,
        ),
      );
    if (request.type === method.channelBind) {
      const peer = request.attributes.get(attribute.peer);
      const channel = request.attributes.get(attribute.channel)?.readUInt16BE(0);
      if (allocation && peer && channel !== undefined) allocation.channels.set(channel, unxored(peer));
    }
    if (
      request.type === method.refresh &&
      request.attributes.get(attribute.lifetime)?.readUInt32BE(0) === 0
    ) {
      allocation?.socket.close();
      allocations.delete(keyOf(client));
    }
    answer(type.success, request.type === method.refresh ? [lifetime] : [], key);
  }

  function allocate(client: RemoteInfo, onReady: (relayed: Address) => void) {
    const known = allocations.get(keyOf(client));
    if (known) return onReady(known.socket.address());
    const relay = createSocket('udp4');
    const allocation: Allocation = { socket: relay, channels: new Map() };
    allocations.set(keyOf(client), allocation);
    relay.on('message', (data, peer) => {
      if (isPaused) return;
      relayedBytes += data.length;
      const channel = [...allocation.channels].find(([, bound]) => keyOf(bound) === keyOf(peer))?.[0];
      const message =
        channel === undefined
          ? encode(type.data, randomBytes(12), [
              [attribute.peer, xored(peer)],
              [attribute.data, data],
            ])
          : Buffer.concat([uint16(channel), uint16(data.length), data]);
      socket.send(message, client.port);
    });
    relay.bind(0, '127.0.0.1', () => onReady(relay.address()));
  }

  socket.on('message', (bytes, client) => {
    if (isPaused) return;
    const allocation = allocations.get(keyOf(client));
    // A message on a channel has the number of the channel and its length; STUN messages start with two zero bits.
    if ((bytes[0] ?? 0) >= 0x40) {
      const peer = allocation?.channels.get(bytes.readUInt16BE(0));
      if (peer) allocation?.socket.send(bytes.subarray(4, 4 + bytes.readUInt16BE(2)), peer.port);
      return;
    }
    const message = decode(bytes);
    if (message.type !== type.send) return onRequest(bytes, message, client);
    const [peer, data] = [message.attributes.get(attribute.peer), message.attributes.get(attribute.data)];
    if (peer && data) allocation?.socket.send(data, unxored(peer).port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;

  return {
    url: `turn:127.0.0.1:${port}?transport=udp`,
    relayedBytes: () => relayedBytes,
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    stop() {
      socket.close();
      for (const { socket: relay } of allocations.values()) relay.close();
    },
  };
}

function decode(bytes: Buffer): Message {
  const attributes = new Map<number, Buffer>();
  let integrityAt = bytes.length;
  for (let at = HEADER_BYTES; at + 4 <= bytes.length; ) {
    const [name, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
    if (name === attribute.integrity) integrityAt = at;
    attributes.set(name, bytes.subarray(at + 4, at + 4 + length));
    at += 4 + padded(length);
  }
  return { type: bytes.readUInt16BE(0), transaction: bytes.subarray(8, 20), attributes, integrityAt };
}

function encode(
  kind: number,
  transaction: Buffer,
  attributes: [number, Buffer][],
  key: Buffer | null = null,
) {
  const body = Buffer.concat(
    attributes.flatMap(([name, value]) => [
      uint16(name),
      uint16(value.length),
      value,
      Buffer.alloc(padded(value.length) - value.length),
    ]),
  );
  const length = body.length + (key ? INTEGRITY_BYTES : 0);
  const message = Buffer.concat([uint16(kind), uint16(length), uint32(COOKIE), transaction, body]);
  if (!key) return message;
  return Buffer.concat([message, uint16(attribute.integrity), uint16(20), integrityOf(message, key)]);
}

/** HMAC of all that is before the attribute, with the length of the message including the attribute. */
function integrityOf(before: Buffer, key: Buffer): Buffer {
  const signed = Buffer.from(before);
  signed.writeUInt16BE(before.length - HEADER_BYTES + INTEGRITY_BYTES, 2);
  return createHmac('sha1', key).update(signed).digest();
}

const padded = (length: number) => Math.ceil(length / 4) * 4;
const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** An IPv4 address and port, combined with the cookie by XOR. */
function xored({ address, port }: Address): Buffer {
  const ip = Buffer.from(address.split('.').map(Number)).readUInt32BE(0);
  return Buffer.concat([uint16(1), uint16(port ^ (COOKIE >>> 16)), uint32((ip ^ COOKIE) >>> 0)]);
}
function unxored(bytes: Buffer): Address {
  const ip = uint32((bytes.readUInt32BE(4) ^ COOKIE) >>> 0);
  return { address: [...ip].join('.'), port: bytes.readUInt16BE(2) ^ (COOKIE >>> 16) };
}
