import type { DeviceKind, Devices } from '#store/ports/coachingCall.ts';

const KINDS: Record<MediaDeviceKind, DeviceKind> = {
  audioinput: 'microphone',
  videoinput: 'camera',
  audiooutput: 'speaker',
};

/** The devices of this computer. Names are known after the person has allowed one of them. */
export async function listDevices(media: MediaDevices): Promise<Devices> {
  const devices: Devices = { microphone: [], camera: [], speaker: [] };
  const canChooseSpeaker = 'setSinkId' in HTMLMediaElement.prototype;
  for (const { kind, deviceId, label } of await media.enumerateDevices())
    if (deviceId !== '' && (kind !== 'audiooutput' || canChooseSpeaker))
      devices[KINDS[kind]].push({ id: deviceId, label });
  return devices;
}
