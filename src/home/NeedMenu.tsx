import { CalendarDays, Check, Sunrise } from 'lucide-react';
import type { RefObject } from 'react';
import type { Need, NeedMarks } from '#contract/home.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { dialogClosed } from '#store/dialogs/dialogsSlice.ts';
import { homeApi } from '#store/home/homeApi.ts';

interface NeedMenuProps {
  need: Need;
  button: RefObject<HTMLButtonElement | null>;
}

/** Snoozes a need, or marks a courtesy as done. */
export default function NeedMenu({ need, button }: NeedMenuProps) {
  const dispatch = useAppDispatch();
  const mark = (value: NeedMarks['mark']) => {
    // Not a hook, because the menu is unmounted before the response arrives.
    void dispatch(homeApi.endpoints.markNeeds.initiate({ keys: need.keys, mark: value }, { track: false }));
    dispatch(dialogClosed());
  };
  return (
    <Menu
      label={`More actions: ${need.title}`}
      className="user-menu"
      button={button}
      onClose={() => dispatch(dialogClosed())}
    >
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
    </Menu>
  );
}
