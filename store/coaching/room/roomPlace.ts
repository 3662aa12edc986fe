import type { AppLocation } from '#store/navigation/navigationSlice.ts';

/** The view on the page of a session. Without `show`: the session and its agenda. */
const shows = ['join', 'room', 'wrap-up'] as const;
export type RoomShow = (typeof shows)[number];
export interface RoomPlace {
  programId: string;
  sessionId: string;
  show: RoomShow | null;
  /** Joined without audio and video. */
  isNotesOnly: boolean;
  /** Audio and video were given up because the connection did not come back. */
  hasLostMedia: boolean;
}

const PATH = /^\/program\/([^/]+)\/coaching\/([a-z0-9]{16})\/?$/;

/** The coaching session at an address; null elsewhere. Joining and leaving a room are navigations. */
export function roomPlaceOf({
  pathname,
  search,
}: Pick<AppLocation, 'pathname' | 'search'>): RoomPlace | null {
  const match = PATH.exec(pathname);
  if (!match) return null;
  const query = new URLSearchParams(search);
  const show = query.get('show');
  return {
    programId: match[1] ?? '',
    sessionId: match[2] ?? '',
    show: shows.find((one) => one === show) ?? null,
    isNotesOnly: query.get('media') === 'none' || query.get('media') === 'lost',
    hasLostMedia: query.get('media') === 'lost',
  };
}

export const roomPath = (
  { programId, sessionId }: Pick<RoomPlace, 'programId' | 'sessionId'>,
  show: RoomShow | null,
) => `/program/${programId}/coaching/${sessionId}?type=remote${show === null ? '' : `&show=${show}`}`;

export const notesOnlyPath = (place: Pick<RoomPlace, 'programId' | 'sessionId'>) =>
  `${roomPath(place, 'room')}&media=none`;

export const lostMediaPath = (place: Pick<RoomPlace, 'programId' | 'sessionId'>) =>
  `${roomPath(place, 'room')}&media=lost`;
