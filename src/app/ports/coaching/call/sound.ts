const EVERY_MS = 100;
/** Quiet rooms are near 0 and loud speech near 1. */
const GAIN = 4;

/** How loud the microphone is, from 0 to 1. */
export function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    onLevel(Math.min(1, loudness * GAIN));
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

/** How loud the other person is, as the browser has measured it in the packets. */
export function watchReceived(peer: () => RTCPeerConnection | null, onLevel: (level: number) => void) {
  const timer = setInterval(() => {
    const receiver = peer()
      ?.getReceivers()
      .find(({ track }) => track.kind === 'audio');
    onLevel(Math.min(1, (receiver?.getSynchronizationSources()[0]?.audioLevel ?? 0) * GAIN));
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** Two short notes. */
export async function playSound(speaker: string) {
  const context = new AudioContext();
  if (speaker !== '' && 'setSinkId' in context)
    await (context as AudioContext & { setSinkId(id: string): Promise<void> }).setSinkId(speaker);
  const gain = context.createGain();
  gain.gain.value = 0.15;
  gain.connect(context.destination);
  for (const [index, frequency] of [523, 659].entries()) {
    const note = context.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(context.currentTime + index * 0.3);
    note.stop(context.currentTime + index * 0.3 + 0.25);
    if (index === 1) note.onended = () => void context.close();
  }
}
