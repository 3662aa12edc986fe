import {
  type CoachingFeedback,
  type CoachingRoom,
  coachingRoomSchema,
  type DocumentEdit,
  type DocumentKind,
  documentSavedSchema,
  type NewCoachingKey,
  type RoomPresence,
  roomChannelSchema,
  roomPresenceSchema,
  type SharedNotes,
  sharedNotesSchema,
} from '#contract/learning/coachingRoom.ts';
import { baseApi } from '#store/api/baseApi.ts';
import type { ApiPorts } from '#store/api/ports.ts';
import { contractBroken } from '#store/api/problemOf.ts';
import { tagsAfterHeld } from '#store/coaching/tagsAfterHeld.ts';

const ofSession = (sessionId: string, rest: string) => `/coaching/${encodeURIComponent(sessionId)}/${rest}`;
const changesRoom = (_answer: unknown, _error: unknown, { sessionId }: { sessionId: string }) => [
  { type: 'CoachingRoom' as const, id: sessionId },
];

/** The room of a coaching session. All notes are encrypted. */
export const roomApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCoachingRoom: build.query<CoachingRoom, { sessionId: string }>({
      query: ({ sessionId }) => ofSession(sessionId, 'room'),
      responseSchema: coachingRoomSchema,
      providesTags: (_room, _error, { sessionId }) => [{ type: 'CoachingRoom', id: sessionId }],
    }),
    putCoachingKey: build.mutation<unknown, NewCoachingKey>({
      query: (body) => ({ url: '/coaching/key', method: 'PUT', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['CoachingRoom']),
    }),
    acceptCoachingRules: build.mutation<unknown, { sessionId: string }>({
      query: ({ sessionId }) => ({ url: ofSession(sessionId, 'agreement'), method: 'PUT' }),
      invalidatesTags: changesRoom,
    }),
    saveCoachingNotes: build.mutation<
      { documentId: string; version: number },
      { sessionId: string; kind: DocumentKind; edit: DocumentEdit }
    >({
      query: ({ sessionId, kind, edit }) => ({
        url: ofSession(sessionId, `documents/${kind}`),
        method: 'PUT',
        body: edit,
      }),
      responseSchema: documentSavedSchema,
    }),
    shareNotes: build.mutation<
      unknown,
      { sessionId: string; userId: number; publicKey: string; envelope: string }
    >({
      query: ({ sessionId, userId, ...body }) => ({
        url: ofSession(sessionId, `readers/${userId}`),
        method: 'PUT',
        body,
      }),
      invalidatesTags: changesRoom,
    }),
    stopSharingNotes: build.mutation<unknown, { sessionId: string; userId: number }>({
      query: ({ sessionId, userId }) => ({
        url: ofSession(sessionId, `readers/${userId}`),
        method: 'DELETE',
      }),
      invalidatesTags: changesRoom,
    }),
    getSharedNotes: build.query<SharedNotes, { sessionId: string }>({
      query: ({ sessionId }) => ofSession(sessionId, 'shared-notes'),
      responseSchema: sharedNotesSchema,
      providesTags: (_notes, _error, { sessionId }) => [{ type: 'CoachingRoom', id: sessionId }],
    }),
    reportRoomPresence: build.mutation<RoomPresence, { sessionId: string }>({
      query: ({ sessionId }) => ({ url: ofSession(sessionId, 'presence'), method: 'PUT' }),
      responseSchema: roomPresenceSchema,
    }),
    leaveCoachingRoom: build.mutation<unknown, { sessionId: string }>({
      query: ({ sessionId }) => ({ url: ofSession(sessionId, 'presence'), method: 'DELETE' }),
    }),
    finishCoachingRoom: build.mutation<unknown, { sessionId: string }>({
      query: ({ sessionId }) => ({ url: ofSession(sessionId, 'finish'), method: 'PUT' }),
      invalidatesTags: (_answer, _error, { sessionId }) => [
        { type: 'Coaching', id: sessionId },
        ...tagsAfterHeld(sessionId),
      ],
    }),
    sendCoachingFeedback: build.mutation<unknown, { sessionId: string; feedback: CoachingFeedback }>({
      query: ({ sessionId, feedback }) => ({
        url: ofSession(sessionId, 'feedback'),
        method: 'PUT',
        body: feedback,
      }),
      invalidatesTags: (_answer, error, { sessionId }) =>
        error ? [] : [{ type: 'Coaching', id: sessionId }, ...tagsAfterHeld(sessionId)],
    }),
    /** The access key goes to its port and never into an action or the state (decision 0003). */
    openCoachingChannel: build.mutation<{ expiresIn: number }, { sessionId: string }>({
      async queryFn({ sessionId }, { extra }, _options, baseQuery) {
        const answer = await baseQuery({ url: ofSession(sessionId, 'channel'), method: 'POST' });
        if (answer.error) return { error: answer.error };
        const channel = roomChannelSchema.safeParse(answer.data);
        const ports = extra as ApiPorts;
        if (!channel.success) {
          ports.reportError(channel.error, 'answer of openCoachingChannel');
          return { error: contractBroken };
        }
        ports.messagingKeys.keepRoom(channel.data);
        return { data: { expiresIn: channel.data.expiresIn } };
      },
    }),
  }),
});
export const {
  useGetCoachingRoomQuery,
  useGetSharedNotesQuery,
  useStopSharingNotesMutation,
  usePutCoachingKeyMutation,
  useAcceptCoachingRulesMutation,
  useFinishCoachingRoomMutation,
  useSendCoachingFeedbackMutation,
} = roomApi;
