import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ContentTopic } from '#contract/learning/content.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem, MenuLink } from '#src/ui/overlays/Menu.tsx';
import {
  useCopyTopicMutation,
  useLazyGetTopicQuery,
  useRetireTopicMutation,
} from '#store/content/contentApi.ts';
import { topicPath } from './contentAddress.ts';

interface TopicMenuProps {
  topic: ContentTopic;
  onFailure: (error: unknown) => void;
}

/** An author's actions for a topic, without opening it. */
export function TopicMenu({ topic: { topicId, title, state }, onFailure }: TopicMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [copyTopic] = useCopyTopicMutation();
  const [retireTopic] = useRetireTopicMutation();
  const [getTopic] = useLazyGetTopicQuery();
  const label = `Actions for ${title || 'Untitled topic'}`;
  const copy = async () => {
    onFailure(null);
    const { data, error } = await copyTopic({ topicId });
    if (data) void navigate(topicPath(data.topicId));
    else onFailure(error);
  };
  const retire = async (isRetired: boolean) => {
    onFailure(null);
    const { data, error } = await getTopic({ topicId });
    if (!data) return onFailure(error);
    const answer = await retireTopic({ topicId, version: data.version, isRetired });
    if (answer.error) onFailure(answer.error);
  };
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        small
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis className="icon" />
      </IconButton>
      {isOpen && (
        <Menu label={label} className="user-menu" button={button} onClose={() => setOpen(false)}>
          <MenuLink to={topicPath(topicId)}>Edit topic</MenuLink>
          <MenuItem onClick={() => void copy()}>Duplicate</MenuItem>
          {state === 'retired' ? (
            <MenuItem onClick={() => void retire(false)}>Restore</MenuItem>
          ) : (
            <MenuItem onClick={() => void retire(true)}>Retire</MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
