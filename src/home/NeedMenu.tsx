import { CalendarDays, Check, CircleSlash, Sunrise } from 'lucide-react';
import type { RefObject } from 'react';
import type { Need, NeedMarks } from '#contract/home.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { enrolmentApi } from '#store/programs/enrolmentApi.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';

interface NeedMenuProps {
  need: Need;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Snoozes a need, marks a courtesy as done, or declines a proposed topic. */
export default function NeedMenu({ need, button, onClose }: NeedMenuProps) {
  const dispatch = useAppDispatch();
  /** Not a hook, because the menu is unmounted before the response arrives. A toast shows the result. */
  const send = async (response: PromiseLike<{ error?: unknown }>) => {
    onClose();
    const { error } = await response;
    if (error)
      dispatch(
        toastShown({
          id: `need/${need.key}`,
          text: `“${need.title}” is not changed. ${problemOf(error).message}`,
          canUndo: false,
        }),
      );
  };
  const mark = (value: NonNullable<NeedMarks['mark']>) =>
    void send(
      dispatch(homeApi.endpoints.markNeeds.initiate({ keys: need.keys, mark: value }, { track: false })),
    );
  const decline = (proposed: NonNullable<Need['proposal']>) =>
    void send(
      dispatch(
        enrolmentApi.endpoints.declineProposals.initiate({ ...proposed, declined: true }, { track: false }),
      ),
    );
  const { proposal } = need;
  return (
    <Menu label={`More actions: ${need.title}`} className="user-menu" button={button} onClose={onClose}>
      {need.can.snooze && (
        <>
          <MenuItem onClick={() => mark('tomorrow')}>
            <Sunrise className="icon" aria-hidden="true" />
            Snooze until tomorrow
          </MenuItem>
          <MenuItem onClick={() => mark('next_week')}>
            <CalendarDays className="icon" aria-hidden="true" />
            Snooze until next week
          </MenuItem>
        </>
      )}
      {need.can.done && (
        <MenuItem onClick={() => mark('done')}>
          <Check className="icon" aria-hidden="true" />
          Mark as done
        </MenuItem>
      )}
      {proposal && (
        <MenuItem onClick={() => decline(proposal)}>
          <CircleSlash className="icon" aria-hidden="true" />
          Decline proposal
        </MenuItem>
      )}
    </Menu>
  );
}
