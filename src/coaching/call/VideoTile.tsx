import { MicOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useSpeaking } from './useLevel.ts';

interface VideoTileProps {
  who: 'me' | 'other';
  /** 'You', or the full name. */
  name: string;
  person: { userId: number; initials: string; userAvatar: string | null };
  isMuted: boolean;
  /** Whether this person's sound is received. Only then does the tile show that they are speaking. */
  isLive: boolean;
  /** Covers the video: initials and the problem. */
  cover: ReactNode;
  captions?: ReactNode;
}

/** The video of one person. The stream is in the port; this element shows it while the call runs. */
export function VideoTile({ who, name, person, isMuted, isLive, cover, captions }: VideoTileProps) {
  const { coaching } = usePorts();
  const isSpeaking = useSpeaking(who, isLive && !isMuted);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let isGone = false;
    const show = (element: HTMLVideoElement | null) =>
      void coaching.call().then(
        (call) => call.show(who, isGone ? null : element),
        () => undefined, // the room works without video
      );
    show(video.current);
    return () => {
      isGone = true;
      show(null);
    };
  }, [coaching, who]);
  return (
    <div className="tile-video" data-speaking={isSpeaking || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no captions file */}
      <video ref={video} aria-label={name} autoPlay playsInline muted={who === 'me'} />
      {cover && (
        <div className="tile-cover">
          <Avatar person={person} size="large" />
          {cover}
        </div>
      )}
      {captions}
      <span className="tile-name">
        {isMuted && <MicOff className="icon icon-small" aria-label="Muted" />}
        {name}
      </span>
    </div>
  );
}
