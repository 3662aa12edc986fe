import { configure, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { AuthoredTopic, TopicChange } from '#contract/learning/authoring.ts';
import { Toasts } from '#src/app/shell/Toasts.tsx';
import TopicEditor from '#src/content/topic/TopicEditor.tsx';
import { RestoreFocus } from '#src/ui/overlays/RestoreFocus.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { anAuthoredTopic, TOPIC_ID } from './topics.ts';

// Slow machines need more time.
configure({ asyncUtilTimeout: 10_000 });
// jsdom has no layout. The text editor asks for the place of its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

export const url = `/api/topics/${TOPIC_ID}`;

const author = { isAdmin: false, hasReports: false, mayAuthor: true };
/** A server that stores the topic. `PATCH` requires its version. */
export function openTopicEditor(start: Partial<AuthoredTopic> = {}, drafts = fakeDrafts(), roles = author) {
  const server = {
    topic: anAuthoredTopic(start),
    changes: [] as Omit<TopicChange, 'version'>[],
    isDown: false,
    published: [] as unknown[],
  };
  const view = show(
    <RestoreFocus place="/content">
      <Routes>
        <Route path="/content/topics/:topicId" element={<TopicEditor />} />
      </Routes>
      <Toasts />
    </RestoreFocus>,
    {
      client: {
        at: `/content/topics/${TOPIC_ID}`,
        user: aUser({ roles }),
        drafts,
        answers: {
          [`GET ${url}`]: () => json(server.topic),
          [`PATCH ${url}`]: async (request) => {
            if (server.isDown) return problem(503, 'unavailable');
            const { version, ...change } = (await request.json()) as TopicChange;
            if (version !== server.topic.version) return problem(409, 'conflict');
            server.changes.push(change);
            server.topic = {
              ...server.topic,
              ...change,
              hasDraft: true,
              version: version + 1,
            } as AuthoredTopic;
            return json(server.topic);
          },
          [`POST ${url}/versions`]: async (request) => {
            server.published.push(await request.json());
            const version = { n: server.topic.versions.length + 1, notes: null };
            server.topic = {
              ...server.topic,
              state: 'published',
              hasDraft: false,
              version: server.topic.version + 1,
              versions: [
                { ...version, publishedAt: '2026-11-20T10:00:00.000Z', publishedBy: null },
                ...server.topic.versions,
              ],
            };
            return json(server.topic);
          },
        },
      },
    },
  );
  return { ...view, server, drafts };
}
/** A text field of the editor. */
export const field = (name: string) => screen.findByRole('textbox', { name });
