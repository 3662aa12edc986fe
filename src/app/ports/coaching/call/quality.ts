import type { CallQuality } from '#store/ports/coachingCall.ts';

const EVERY_MS = 3_000;
/** Number of consecutive samples before the video gets smaller, and before it grows again. */
const WORSE_AFTER = 2;
const BETTER_AFTER = 5;
/** Share of packets that the other browser did not get, and the bandwidth that each level needs, in bits per second. */
const LOSSY = 0.08;
const LEVELS: CallQuality[] = ['high', 'medium', 'low', 'audio'];
const ENCODINGS: Record<CallQuality, { active: boolean; maxBitrate: number; scaleResolutionDownBy: number }> =
  {
    high: { active: true, maxBitrate: 1_500_000, scaleResolutionDownBy: 1 },
    medium: { active: true, maxBitrate: 500_000, scaleResolutionDownBy: 2 },
    low: { active: true, maxBitrate: 150_000, scaleResolutionDownBy: 4 },
    audio: { active: false, maxBitrate: 150_000, scaleResolutionDownBy: 4 },
  };
const NEEDED: Record<CallQuality, number> = { high: 400_000, medium: 180_000, low: 90_000, audio: 0 };

export interface QualitySample {
  /** From 0 to 1; null when the other browser has not reported yet. */
  loss: number | null;
  /** The capacity of the connection in bits per second; null if it is not known. */
  bandwidth: number | null;
}

/** Decides from samples how large the user's own video is. Without reports nothing changes (decision 0094). */
export function createQuality(): (sample: QualitySample) => CallQuality {
  let level = 0;
  let bad = 0;
  let good = 0;
  return ({ loss, bandwidth }) => {
    const name = LEVELS[level] ?? 'audio';
    const better = LEVELS[level - 1];
    const isBad = (loss ?? 0) > LOSSY || (bandwidth !== null && bandwidth < NEEDED[name]);
    const isGood =
      better !== undefined &&
      loss !== null &&
      loss < LOSSY / 4 &&
      (bandwidth === null || bandwidth > NEEDED[better] * 1.5);
    bad = isBad ? bad + 1 : 0;
    // Without video there is little to measure, so video is tried again after some time.
    good = isGood || (name === 'audio' && !isBad) ? good + 1 : 0;
    if (bad >= WORSE_AFTER && level < LEVELS.length - 1) {
      level += 1;
      bad = 0;
    } else if (good >= BETTER_AFTER && level > 0) {
      level -= 1;
      good = 0;
    }
    return LEVELS[level] ?? 'audio';
  };
}

async function sampleOf(peer: RTCPeerConnection): Promise<QualitySample> {
  let loss: number | null = null;
  let bandwidth: number | null = null;
  for (const report of (await peer.getStats()).values()) {
    if (report.type === 'remote-inbound-rtp' && report.kind === 'video') loss = report.fractionLost ?? null;
    if (report.type === 'candidate-pair' && report.nominated && report.availableOutgoingBitrate !== undefined)
      bandwidth = report.availableOutgoingBitrate;
  }
  return { loss, bandwidth };
}

/** Adapts the user's own video to the connection while it is connected. Sound always continues. */
export function watchQuality(
  peer: RTCPeerConnection,
  sender: () => RTCRtpSender | null,
  onChange: (quality: CallQuality) => void,
): () => void {
  const decide = createQuality();
  let current: CallQuality = 'high';
  const look = async () => {
    if (peer.connectionState !== 'connected') return;
    const next = decide(await sampleOf(peer));
    const video = sender();
    if (next === current || !video) return;
    const parameters = video.getParameters();
    for (const encoding of parameters.encodings) Object.assign(encoding, ENCODINGS[next]);
    await video.setParameters(parameters);
    current = next;
    onChange(next);
  };
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS); // a connection that was closed
  return () => clearInterval(timer);
}
